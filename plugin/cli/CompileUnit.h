// SPDX-License-Identifier: Apache-2.0
//
// What to compile: source files with their compiler command lines.

#ifndef OXIDE_PLUGIN_CLI_COMPILEUNIT_H
#define OXIDE_PLUGIN_CLI_COMPILEUNIT_H

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
};

/// The units of the compilation database in the folder \p Build: of \p Files,
/// or of every CUDA source when there are none. A file may have several.
/// \p ExtraFlags go behind the flags of the database.
llvm::Expected<std::vector<CompileUnit>>
unitsOfDatabase(llvm::StringRef Build, llvm::ArrayRef<std::string> Files,
                llvm::ArrayRef<std::string> ExtraFlags);

/// Units of \p Files compiled with \p Flags.
llvm::Expected<std::vector<CompileUnit>>
unitsOfFlags(llvm::ArrayRef<std::string> Files,
             llvm::ArrayRef<std::string> Flags);

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
