// SPDX-License-Identifier: Apache-2.0
//
// SARIF 2.1.0 for code review: GitHub code scanning and other viewers.

#ifndef OXIDE_PLUGIN_REPORT_SARIFREPORT_H
#define OXIDE_PLUGIN_REPORT_SARIFREPORT_H

#include "report/Report.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace oxide {

struct SarifOptions {
  llvm::ArrayRef<CheckerInfo> Checkers; ///< the table that findings point into
  std::string Root;     ///< of the project; URIs are relative to it
  std::string Version;  ///< of the tool
  std::string Homepage; ///< of the tool, may be empty
  int ExitCode = 0;
};

/// The content of a source file, absent when it cannot be read. Needed for the
/// line hashes by which alerts of different runs are matched.
using SourceReader =
    llvm::function_ref<std::optional<std::string>(const std::string &Path)>;

/// One run with all rules, whether or not they have results: an alert is
/// closed only by a run that knows its rule.
std::string sarifReport(const Report &R, const SarifOptions &Options,
                        SourceReader Read);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_SARIFREPORT_H
