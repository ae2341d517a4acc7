// SPDX-License-Identifier: Apache-2.0
//
// JSON files that somebody else may have written or broken.

#ifndef OXIDE_PLUGIN_REPORT_JSONINPUT_H
#define OXIDE_PLUGIN_REPORT_JSONINPUT_H

#include "report/Json.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace oxide {

/// Parses \p Text. An error is one line, "'FILE' is not JSON: line 3, column 7:
/// what is wrong". Nesting beyond what any report has is an error as well, as
/// it would use up the stack of whoever walks over it.
llvm::Expected<Json> parseJson(llvm::StringRef Text, llvm::StringRef File);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_JSONINPUT_H
