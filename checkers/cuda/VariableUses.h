// SPDX-License-Identifier: Apache-2.0
//
// What the code around a local variable or parameter does to it.

#ifndef OXIDE_CHECKERS_CUDA_VARIABLEUSES_H
#define OXIDE_CHECKERS_CUDA_VARIABLEUSES_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"

namespace oxide::cuda {

/// The body of the function that declares \p V, or null.
const clang::Stmt *bodyAround(const clang::VarDecl &V);

struct VariableUses {
  VariableUses(const clang::VarDecl &V, const clang::Stmt &Body);

  /// Right-hand sides of plain assignments.
  llvm::SmallVector<const clang::Expr *, 2> Assigned;
  /// For each `&v` the call that it is an argument of; null elsewhere.
  llvm::SmallVector<const clang::CallExpr *, 2> AddressTaken;
  /// Changed in another way: ++, +=, bound to a reference that may change it.
  bool Changed = false;
  /// An operand of %, or of & as a mask.
  bool Masked = false;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_VARIABLEUSES_H
