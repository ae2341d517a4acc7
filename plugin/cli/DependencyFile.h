// SPDX-License-Identifier: Apache-2.0
//
// What a run read, in the syntax of make: a build system then knows when the
// reports of the run are out of date.

#ifndef OXIDE_PLUGIN_CLI_DEPENDENCYFILE_H
#define OXIDE_PLUGIN_CLI_DEPENDENCYFILE_H

#include "cli/InputArguments.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace oxide {

class DependencyFile {
public:
  explicit DependencyFile(llvm::cl::SubCommand &Sub);

  /// The reports that the file describes. An error when it was asked for and
  /// there are none.
  llvm::Error describe(std::vector<std::string> Reports);

  /// Notes what \p Passes read, their configuration and \p More. Files that
  /// exist only inside of the tool are left out: no build could find them.
  void collect(const Plan &P, llvm::ArrayRef<PassReport> Passes,
               llvm::ArrayRef<std::string> More);

  /// The rule without commands.
  std::string text() const;

  llvm::cl::opt<std::string> File;

private:
  std::vector<std::string> Targets;
  std::vector<std::string> Read; ///< sorted, each once
};

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_DEPENDENCYFILE_H
