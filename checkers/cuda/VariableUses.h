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

  /// Right-hand sides of plain assignments, to the whole and to members.
  llvm::SmallVector<const clang::Expr *, 2> Assigned;
  llvm::SmallVector<std::pair<const clang::ValueDecl *, const clang::Expr *>, 2>
      MembersAssigned;
  /// For each `&v` the call that it is an argument of; null elsewhere.
  llvm::SmallVector<const clang::CallExpr *, 2> AddressTaken;
  /// Changed in another way: ++, +=, bound to a reference that may change it.
  bool Changed = false;
  /// Something may change it later on: a reference, or a lambda that has one.
  bool Aliased = false;
  /// An operand of %, or of & as a mask.
  bool Masked = false;

  bool keepsValue() const {
    return Assigned.empty() && MembersAssigned.empty() &&
           AddressTaken.empty() && !Changed;
  }
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_VARIABLEUSES_H
