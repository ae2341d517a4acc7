// SPDX-License-Identifier: Apache-2.0
//
// The output files that a command line names.

#ifndef OXIDE_PLUGIN_CLI_OUTPUTS_H
#define OXIDE_PLUGIN_CLI_OUTPUTS_H

#include "report/OutputFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CommandLine.h"
#include <functional>
#include <map>
#include <string>

namespace oxide {

class Outputs {
public:
  using Option = llvm::cl::opt<std::string>;

  /// Opens the file of each option that was given. Two of them must not share
  /// a file.
  llvm::Error open(llvm::ArrayRef<const Option *> Options);

  bool useStandardOutput() const;

  struct Content {
    const Option *For;
    std::function<std::string()> Make;
  };
  /// Makes and writes the content of each option that was given.
  llvm::Error commit(llvm::ArrayRef<Content> Contents);

private:
  std::map<const Option *, OutputFile> Files;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_OUTPUTS_H
