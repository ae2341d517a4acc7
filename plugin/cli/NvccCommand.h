// SPDX-License-Identifier: Apache-2.0
//
// A command line of nvcc as one of clang. What an option means to both is
// kept, what only says how the object is made is dropped, and what neither
// knows is reported.

#ifndef OXIDE_PLUGIN_CLI_NVCCCOMMAND_H
#define OXIDE_PLUGIN_CLI_NVCCCOMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace oxide {

/// One thing that people should know about a translated command.
struct FlagWarning {
  std::string Flag;
  std::string Text; ///< what is the matter and what was done
  /// About an architecture; of no interest when others are asked for.
  bool AboutArch = false;
};

struct NvccCommand {
  /// For clang, source files included, the compiler not.
  std::vector<std::string> Arguments;
  std::vector<std::string> Dropped;
  std::vector<FlagWarning> Warnings;
  std::string HostCompiler; ///< of -ccbin
  bool Cuda = false;        ///< else nvcc hands the file to the host compiler
};

/// Where the compiler stands in \p Command behind launchers like ccache or
/// "cmake -E env"; 0 when nothing there is known.
size_t findCompiler(llvm::ArrayRef<std::string> Command);

/// Whether \p Program is nvcc, or the wrapper of it that Kokkos brings.
bool isNvcc(llvm::StringRef Program);

/// Whether \p Program is a compiler with the command line of g++, but not
/// clang.
bool isGcc(llvm::StringRef Program);

/// Translates \p Command, which begins with nvcc and runs in \p Directory,
/// where its response files are read.
NvccCommand translateNvcc(llvm::ArrayRef<std::string> Command,
                          llvm::StringRef Directory);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_NVCCCOMMAND_H
