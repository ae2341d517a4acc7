// SPDX-License-Identifier: Apache-2.0
//
// Findings and verdicts for programs. test/report/*.schema.json describe what
// is written here; keys are stable, unknown values are null.

#ifndef OXIDE_PLUGIN_REPORT_JSONREPORT_H
#define OXIDE_PLUGIN_REPORT_JSONREPORT_H

#include "report/Report.h"

namespace oxide {

/// Schema "oxide-1": what `oxide check --json` writes. Paths below \p Folder
/// are relative to it.
std::string jsonReport(const Report &R, llvm::StringRef Folder);

/// Schema "oxide-audit-1": what `oxide audit --json` writes.
std::string jsonAudit(const Report &R, llvm::StringRef Folder);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_JSONREPORT_H
