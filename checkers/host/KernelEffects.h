// SPDX-License-Identifier: Apache-2.0
//
// What kernels do with the pointers that they get, as far as their bodies show
// it at once.

#ifndef OXIDE_CHECKERS_HOST_KERNELEFFECTS_H
#define OXIDE_CHECKERS_HOST_KERNELEFFECTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace oxide {
class CheckContext;
}

namespace oxide::cuda {

struct ParameterEffect {
  bool Reads = false;  ///< surely, in some execution
  bool Writes = false; ///< surely, in some execution
  /// All that the kernel does with the pointer is to change values that are
  /// there already.
  bool OnlyAccumulates = false;
  /// The indices of its elements; null for an access without a plain one.
  std::vector<const clang::Expr *> ReadAt, WrittenAt;
};

/// A fact of CheckContext.
class KernelEffects {
public:
  explicit KernelEffects(CheckContext &) {}

  /// One entry for each parameter of \p Kernel; all empty where its body is not
  /// in view.
  const std::vector<ParameterEffect> &of(const clang::FunctionDecl &Kernel);

private:
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<ParameterEffect>>
      Known;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_KERNELEFFECTS_H
