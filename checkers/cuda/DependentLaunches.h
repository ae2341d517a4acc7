// SPDX-License-Identifier: Apache-2.0
//
// Kernels that host code launches with programmatic stream serialization: they
// may begin before the kernel before them in the stream has ended.

#ifndef OXIDE_CHECKERS_CUDA_DEPENDENTLAUNCHES_H
#define OXIDE_CHECKERS_CUDA_DEPENDENTLAUNCHES_H

#include "core/CheckContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"

namespace oxide::cuda {

/// A fact of CheckContext. A launch counts when nothing in its function decides
/// whether the attribute is set.
class DependentLaunches {
public:
  explicit DependentLaunches(CheckContext &Ctx);

  /// A dependent launch of \p Kernel, or null.
  const clang::CallExpr *find(const clang::FunctionDecl &Kernel) const {
    return Launches.lookup(Kernel.getCanonicalDecl());
  }

private:
  llvm::DenseMap<const clang::FunctionDecl *, const clang::CallExpr *> Launches;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_DEPENDENTLAUNCHES_H
