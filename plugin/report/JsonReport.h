// SPDX-License-Identifier: Apache-2.0
//
// Findings and verdicts for programs. test/report/*.schema.json describe what
// is written here; keys are stable, unknown values are null.

#ifndef OXIDE_PLUGIN_REPORT_JSONREPORT_H
#define OXIDE_PLUGIN_REPORT_JSONREPORT_H

#include "report/Report.h"

namespace oxide {

struct JsonOptions {
  std::string Folder;    ///< paths below it are relative to it
  bool Timing = false;   ///< write times, which differ from run to run
  std::string Root = {}; ///< of the project; written for `oxide report`
};

/// Schema "oxide-1": what `oxide check --json` writes.
std::string jsonReport(const Report &R, const JsonOptions &Options);

/// Schema "oxide-audit-1": what `oxide audit --json` writes.
std::string jsonAudit(const Report &R, const JsonOptions &Options);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_JSONREPORT_H
