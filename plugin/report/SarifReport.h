// SPDX-License-Identifier: Apache-2.0
//
// SARIF 2.1.0 for code review: GitHub code scanning and other viewers.

#ifndef OXIDE_PLUGIN_REPORT_SARIFREPORT_H
#define OXIDE_PLUGIN_REPORT_SARIFREPORT_H

#include "report/Report.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace oxide {

struct SarifOptions {
  llvm::ArrayRef<CheckerInfo> Checkers; ///< the table that findings point into
  std::string Root;     ///< of the project; URIs are relative to it
  std::string Version;  ///< of the tool
  std::string Homepage; ///< of the tool, may be empty
  int ExitCode = 0;
};

/// The results that GitHub takes; it rejects a file with more.
inline constexpr size_t MaxSarifResults = 25000;

/// One run with all rules, whether or not they have results: an alert is
/// closed only by a run that knows its rule. Of too many results the least
/// severe are left out, and a notification says so. addLineHashes() comes
/// first: alerts of different runs are matched by the hashes.
std::string sarifReport(const Report &R, const SarifOptions &Options);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_SARIFREPORT_H
