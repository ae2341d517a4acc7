// SPDX-License-Identifier: Apache-2.0
//
// What to compile: source files with their compiler command lines.

#ifndef OXIDE_PLUGIN_CLI_COMPILEUNIT_H
#define OXIDE_PLUGIN_CLI_COMPILEUNIT_H

#include "cli/NvccCommand.h"
#include "cli/Toolchain.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace oxide {

struct CompileUnit {
  std::string File;      ///< absolute
  std::string Directory; ///< where the compiler would run
  /// The whole command, compiler and source file included.
  std::vector<std::string> Command;
  /// The command before it was translated, nvcc first; empty when it was
  /// written for clang or g++.
  std::vector<std::string> Nvcc = {};
  std::vector<std::string> Dropped = {}; ///< flags of Nvcc without effect here
  std::vector<FlagWarning> Warnings = {};
};

/// The units of the compilation database in the folder \p Build: of \p Files,
/// or when there are none of every CUDA source and everything that nvcc
/// compiles. A file may have several. \p ExtraFlags go behind the flags of the
/// database. \p Remarks get a line about what is left out.
llvm::Expected<std::vector<CompileUnit>>
unitsOfDatabase(llvm::StringRef Build, llvm::ArrayRef<std::string> Files,
                llvm::ArrayRef<std::string> ExtraFlags,
                std::vector<std::string> &Remarks);

/// Units of \p Files compiled with \p Flags.
llvm::Expected<std::vector<CompileUnit>>
unitsOfFlags(llvm::ArrayRef<std::string> Files,
             llvm::ArrayRef<std::string> Flags);

/// Whether \p Command compiles \p File as CUDA.
bool isCuda(llvm::StringRef File, llvm::ArrayRef<std::string> Command);

/// Puts \p Extra in front of what ends the options, "--" or the end.
void appendFlags(std::vector<std::string> &Command,
                 llvm::ArrayRef<std::string> Extra);

/// What the user asks for in addition to the flags of the unit.
struct UnitOptions {
  std::vector<std::string> Archs; ///< replaces the architectures of the flags
  bool HostOnly = false;
  bool DeviceOnly = false;
};

/// Makes the command one that only parses and adds what the user left out:
/// the language of a header, the CUDA toolkit, its CCCL headers, an
/// architecture. Flags that are there stay.
llvm::Error completeCommand(CompileUnit &Unit, const UnitOptions &Options,
                            const ClangInstallation &Clang,
                            const std::optional<CudaToolkit> &Cuda);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_COMPILEUNIT_H
