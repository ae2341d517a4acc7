// SPDX-License-Identifier: Apache-2.0
//
// Which assignment a place in host code sees the value of.

#ifndef OXIDE_CHECKERS_CUDA_HOSTPLACE_H
#define OXIDE_CHECKERS_CUDA_HOSTPLACE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace oxide::cuda {

struct Branch;
struct Definition;

/// A statement of a function, with the statements around it.
class HostPlace {
public:
  /// The place of \p E in \p F; none where it is not in the body of \p F
  /// itself, or where jumps make the order of statements unclear.
  static std::optional<HostPlace> of(const clang::FunctionDecl &F,
                                     const clang::Expr &E);

  /// What gave the local variable or parameter \p V, or its member \p Member,
  /// the value that it has here; none where anything may have done so.
  std::optional<Definition> definition(const clang::VarDecl &V,
                                       const clang::ValueDecl *Member) const;

  /// The conditions of `if` and `switch` under which control comes here.
  std::vector<Branch> branches() const;

  /// Whether the statement calls functions or changes variables.
  bool hasSideEffects() const;

private:
  Definition inStatement(size_t Depth, const clang::Stmt &S,
                         const clang::VarDecl &V,
                         const clang::ValueDecl *Member) const;

  /// From the body of the function to the statement, each in the one before.
  llvm::SmallVector<const clang::Stmt *, 8> Path;
  bool Defines = false; ///< the statement, which is seen from its right side
};

struct Definition {
  /// Has set the variable, in one way or another, or is where control has come
  /// to since; null: the value that a parameter came with.
  const clang::Stmt *By = nullptr;
  /// The assigned value, seen from At; null where it is not known.
  const clang::Expr *Value = nullptr;
  HostPlace At;
  bool OfMember = false; ///< Value is that of the member alone
};

struct Branch {
  HostPlace At;
  const clang::Expr *Condition = nullptr;
  /// Its value here is that of Case, or whether it holds is Holds.
  const clang::Expr *Case = nullptr;
  bool Holds = true;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_HOSTPLACE_H
