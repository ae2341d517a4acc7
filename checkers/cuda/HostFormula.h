// SPDX-License-Identifier: Apache-2.0
//
// Numbers of host code as formulas over what nobody computes in view: `n`, and
// (n + 255) / 256 for a grid that was rounded up from it.

#ifndef OXIDE_CHECKERS_CUDA_HOSTFORMULA_H
#define OXIDE_CHECKERS_CUDA_HOSTFORMULA_H

#include "cuda/Formula.h"
#include "cuda/HostPlace.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include <array>

namespace oxide::cuda {

/// Reads the numbers of one statement. Equal formulas are equal numbers, if the
/// arithmetic of the host neither wraps nor rounds.
class HostFormulas {
public:
  using Known =
      llvm::function_ref<std::optional<int64_t>(const clang::ParmVarDecl &)>;

  /// \p KnownParameters gives what callers pass to the function around.
  HostFormulas(const clang::ASTContext &AST, const HostPlace &At,
               Known KnownParameters)
      : AST(AST), At(At), KnownParameters(KnownParameters),
        Pure(!At.hasSideEffects()) {}

  /// Learns from the branches that lead to the statement; false where one of
  /// them is never taken.
  bool learnBranches();

  std::optional<FactExpr> integer(const clang::Expr *E);

  using Dimensions = std::array<std::optional<FactExpr>, 3>;
  /// The parts of a dim3, or of a number in its place.
  Dimensions dimensions(const clang::Expr *E);

  /// The variable behind a name in a formula; null for others.
  const clang::ValueDecl *variable(llvm::StringRef Name) const;

private:
  /// An integer, or with Over a quotient of integers.
  struct Number {
    FactExpr Value;
    std::optional<FactExpr> Over;
  };
  using Read = std::optional<Number>;

  Read read(const clang::Expr *E, const HostPlace *From);
  Read readBinary(const clang::BinaryOperator &B, const HostPlace *From);
  Read readCall(const clang::CallExpr &Call, const HostPlace *From);
  Read readVariable(const clang::VarDecl &V, const clang::ValueDecl *Member,
                    const HostPlace *From);
  Read readMember(const clang::MemberExpr &M, const HostPlace *From);
  Dimensions dimensions(const clang::Expr *E, const HostPlace *From);
  Dimensions dimensionsOf(const clang::DeclRefExpr &R, const HostPlace *From);
  std::optional<FactExpr> whole(Read R) const;
  bool learn(const FactExpr &Condition);
  Read unknown(const clang::ValueDecl *V, const clang::ValueDecl *Member,
               const clang::Stmt *By);

  const clang::ASTContext &AST;
  const HostPlace &At;
  Known KnownParameters;
  bool Pure;
  static constexpr unsigned MostDepth = 24;
  unsigned Depth = 0;
  struct Unknown {
    const clang::ValueDecl *V, *Member;
    const clang::Stmt *By;
    bool operator==(const Unknown &) const = default;
  };
  llvm::SmallVector<Unknown, 8> Unknowns;
  llvm::StringMap<FactExpr> Values; ///< of unknowns, by the branches
  /// Arguments of the functions that are being looked into.
  llvm::DenseMap<const clang::ParmVarDecl *, Number> Bound;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_HOSTFORMULA_H
