// SPDX-License-Identifier: Apache-2.0
//
// Words for passes over source files.

#ifndef OXIDE_PLUGIN_REPORT_UNITTEXT_H
#define OXIDE_PLUGIN_REPORT_UNITTEXT_H

#include "report/Report.h"

namespace oxide {

/// " for sm_90", " for the host", or nothing for a file of one pass.
std::string passText(const UnitReport &U);

/// "'a.cu' was not analysed for sm_90: use of undeclared identifier 'x'".
std::string failureText(const UnitReport &U, llvm::StringRef Root);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_UNITTEXT_H
