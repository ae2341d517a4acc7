// SPDX-License-Identifier: Apache-2.0
//
// Bounds checks that are proven to be redundant leave the code that the
// compiler generates.

#ifndef OXIDE_PLUGIN_CLANG_CHECKREMOVAL_H
#define OXIDE_PLUGIN_CLANG_CHECKREMOVAL_H

#include "clang/Frontend/CompilerInstance.h"
#include <map>
#include <memory>
#include <string>

namespace oxide {

/// Kernels whose contract denies checks and that need none, as the prover
/// shows, by the names that the linker sees.
class DeniedKernels {
public:
  /// What is left in \p Kernel is an error or else a warning.
  void add(const clang::FunctionDecl &Kernel, bool AsError);

  struct Entry {
    clang::SourceLocation Loc;
    std::string Name;
    bool AsError;
  };
  const std::map<std::string, Entry> &entries() const { return Entries; }

private:
  std::map<std::string, Entry> Entries;
};

/// Adds the passes to the code generation of \p CI, if that is for the device.
/// Each check is proven on the code from which it is removed. What is left in
/// optimised code of \p Denied, which is filled before code generation, is
/// reported.
void addCheckRemoval(clang::CompilerInstance &CI,
                     std::shared_ptr<const DeniedKernels> Denied);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLANG_CHECKREMOVAL_H
