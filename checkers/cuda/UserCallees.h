// SPDX-License-Identifier: Apache-2.0
//
// User code that a library calls back: a functor or lambda handed to an
// algorithm of a system header or of the Oxide headers.

#ifndef OXIDE_CHECKERS_CUDA_USERCALLEES_H
#define OXIDE_CHECKERS_CUDA_USERCALLEES_H

#include "core/CheckContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace oxide::cuda {

class UserCallees {
public:
  using List = llvm::SmallVector<const clang::FunctionDecl *, 2>;

  /// The first-party functions that \p Library, a function with a body outside
  /// user code, calls directly or through other library functions. Only
  /// templates can: other code does not know the user's functions.
  const List &through(const clang::FunctionDecl &Library, CheckContext &Ctx);

private:
  llvm::DenseMap<const clang::FunctionDecl *, List> Known;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_USERCALLEES_H
