// SPDX-License-Identifier: Apache-2.0

#include "cuda/VariableUses.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace oxide::cuda {

using namespace clang;

namespace {

class Walk {
public:
  Walk(const VarDecl &V, VariableUses &Uses) : V(V), Uses(Uses) {}

  /// \p Of is the call that \p S is an argument of, through casts.
  void visit(const Stmt *S, const CallExpr *Of = nullptr) {
    if (!S)
      return;
    if (const auto *B = dyn_cast<BinaryOperator>(S))
      binary(*B);
    else if (const auto *U = dyn_cast<UnaryOperator>(S))
      unary(*U, Of);
    else if (const auto *D = dyn_cast<DeclStmt>(S))
      declaration(*D);
    const auto *Call = dyn_cast<CallExpr>(S);
    if (Call)
      call(*Call);
    else if (const auto *New = dyn_cast<CXXConstructExpr>(S))
      for (const Expr *A : New->arguments())
        Uses.Changed |= A->isLValue() && !A->getType().isConstQualified() &&
                        names(A) && V.getType()->isScalarType();
    bool Through = isa<CastExpr, ParenExpr, ExprWithCleanups>(S);
    for (const Stmt *Child : S->children())
      visit(Child, Call ? Call : Through ? Of : nullptr);
  }

private:
  bool names(const Expr *E) const {
    const auto *R = E ? dyn_cast<DeclRefExpr>(E->IgnoreParenCasts()) : nullptr;
    return R && R->getDecl() == &V;
  }

  void binary(const BinaryOperator &B) {
    if (!names(B.getLHS()))
      return;
    if (B.getOpcode() == BO_Assign)
      Uses.Assigned.push_back(B.getRHS());
    else if (B.isAssignmentOp())
      Uses.Changed = true;
    Uses.Masked |= B.getOpcode() == BO_Rem || B.getOpcode() == BO_And;
  }

  void unary(const UnaryOperator &U, const CallExpr *Of) {
    if (!names(U.getSubExpr()))
      return;
    if (U.isIncrementDecrementOp())
      Uses.Changed = true;
    else if (U.getOpcode() == UO_AddrOf)
      Uses.AddressTaken.push_back(Of);
  }

  void declaration(const DeclStmt &S) {
    for (const Decl *D : S.decls())
      if (const auto *Alias = dyn_cast<VarDecl>(D))
        Uses.Changed |=
            Alias->getType()->isReferenceType() &&
            !Alias->getType().getNonReferenceType().isConstQualified() &&
            names(Alias->getInit());
  }

  /// An argument that is bound to a reference to something changeable.
  void call(const CallExpr &C) {
    const FunctionDecl *F = C.getDirectCallee();
    for (unsigned I = 0; I != C.getNumArgs(); ++I) {
      const Expr *A = C.getArg(I);
      if (!A->isLValue() || !names(A))
        continue;
      bool Constant = F && I < F->getNumParams() &&
                      F->getParamDecl(I)
                          ->getType()
                          .getNonReferenceType()
                          .isConstQualified();
      Uses.Changed |= !Constant;
    }
  }

  const VarDecl &V;
  VariableUses &Uses;
};

} // namespace

const Stmt *bodyAround(const VarDecl &V) {
  const auto *F = dyn_cast<FunctionDecl>(V.getDeclContext());
  return F ? F->getBody() : nullptr;
}

VariableUses::VariableUses(const VarDecl &V, const Stmt &Body) {
  Walk(V, *this).visit(&Body);
}

} // namespace oxide::cuda
