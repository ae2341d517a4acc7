// SPDX-License-Identifier: Apache-2.0
//
// The options about the fixes that findings carry.

#ifndef OXIDE_PLUGIN_CLI_FIXARGUMENTS_H
#define OXIDE_PLUGIN_CLI_FIXARGUMENTS_H

#include "report/Report.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace oxide {

class FixArguments {
public:
  explicit FixArguments(llvm::cl::SubCommand &Sub);

  /// Applies the fixes of \p R where --fix was given, and says to \p OS what
  /// was done.
  llvm::Error apply(const Report &R, llvm::StringRef Root,
                    llvm::raw_ostream &OS) const;

  llvm::cl::opt<bool> Fix;
  llvm::cl::opt<std::string> ExportFile;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_FIXARGUMENTS_H
