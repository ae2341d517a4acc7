// SPDX-License-Identifier: Apache-2.0
//
// The options that tell new findings from old ones.

#ifndef OXIDE_PLUGIN_CLI_REVIEWARGUMENTS_H
#define OXIDE_PLUGIN_CLI_REVIEWARGUMENTS_H

#include "cli/Outputs.h"
#include "report/Baseline.h"
#include "report/ChangedLines.h"
#include "llvm/Support/CommandLine.h"
#include <optional>
#include <string>
#include <vector>

namespace oxide {

class ReviewArguments {
public:
  explicit ReviewArguments(llvm::cl::SubCommand &Sub);

  /// Reads what the options name; done before the analysis, so that a wrong
  /// name costs no time. \p Root is the folder of the project, \p Folder the
  /// working directory.
  llvm::Error read(llvm::StringRef Root, llvm::StringRef Folder);

  /// Leaves in \p R what the diff concerns and sets what the baseline knows.
  void apply(Report &R, llvm::StringRef Root) const;

  /// Writes \p Accepted as the baseline that was asked for. A baseline of less
  /// than everything would make old findings new ones: when a unit of \p R did
  /// not compile there is none, and a line says so.
  llvm::Error accept(const Report &R, const std::string &Accepted,
                     Outputs &Files) const;

  /// \p Code, or success when everything that was found is accepted.
  int exitCode(const Report &R, int Code) const;

  llvm::cl::opt<std::string> BaselineFile;
  llvm::cl::opt<std::string> WriteBaseline;
  llvm::cl::opt<std::string> DiffFile;
  llvm::cl::opt<std::string> ChangedSince;

private:
  std::optional<std::vector<BaselineEntry>> Known;
  std::vector<ChangedLines> Changes; ///< each of them has to agree
};

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_REVIEWARGUMENTS_H
