// SPDX-License-Identifier: Apache-2.0
//
// Zones and kernels for people.

#ifndef OXIDE_PLUGIN_REPORT_AUDITTABLE_H
#define OXIDE_PLUGIN_REPORT_AUDITTABLE_H

#include "report/Report.h"

namespace oxide {

/// Two tables, zones and kernels. Paths below \p Folder are relative to it.
std::string auditTable(const Report &R, llvm::StringRef Folder);

/// \p Rows with aligned columns, two spaces apart. The first row is the head;
/// the last column is not padded.
std::string alignedTable(llvm::ArrayRef<std::vector<std::string>> Rows);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_AUDITTABLE_H
