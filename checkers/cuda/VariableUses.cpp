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
    else if (const auto *L = dyn_cast<LambdaExpr>(S))
      lambda(*L);
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

  /// The member of the variable, at any depth, that \p E is; null for others.
  const ValueDecl *member(const Expr *E) const {
    const auto *M = dyn_cast<MemberExpr>(E->IgnoreParens());
    if (!M || M->isArrow())
      return nullptr;
    return names(M->getBase()) || member(M->getBase()) ? M->getMemberDecl()
                                                       : nullptr;
  }

  void binary(const BinaryOperator &B) {
    if (const ValueDecl *M = member(B.getLHS()); M && B.isAssignmentOp()) {
      if (B.getOpcode() == BO_Assign)
        Uses.MembersAssigned.emplace_back(M, B.getRHS());
      else
        Uses.Changed = true;
    }
    if (!names(B.getLHS()))
      return;
    if (B.getOpcode() == BO_Assign)
      Uses.Assigned.push_back(B.getRHS());
    else if (B.isAssignmentOp())
      Uses.Changed = true;
    Uses.Masked |= B.getOpcode() == BO_Rem || B.getOpcode() == BO_And;
  }

  void unary(const UnaryOperator &U, const CallExpr *Of) {
    if (!names(U.getSubExpr()) && !member(U.getSubExpr()))
      return;
    if (U.isIncrementDecrementOp())
      Uses.Changed = true;
    else if (U.getOpcode() == UO_AddrOf)
      Uses.AddressTaken.push_back(Of);
  }

  void declaration(const DeclStmt &S) {
    for (const Decl *D : S.decls())
      if (const auto *Alias = dyn_cast<VarDecl>(D);
          Alias && Alias->getInit() && Alias->getType()->isReferenceType() &&
          !Alias->getType().getNonReferenceType().isConstQualified() &&
          (names(Alias->getInit()) || member(Alias->getInit())))
        Uses.Changed = Uses.Aliased = true;
  }

  void lambda(const LambdaExpr &L) {
    for (const LambdaCapture &C : L.captures())
      Uses.Aliased |= C.capturesVariable() && C.getCaptureKind() == LCK_ByRef &&
                      C.getCapturedVar() == &V;
  }

  /// An argument that is bound to a reference to something changeable.
  void call(const CallExpr &C) {
    const FunctionDecl *F = C.getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(&C))
      Uses.Changed |=
          names(M->getImplicitObjectArgument()) && Method && !Method->isConst();
    unsigned Object =
        isa<CXXOperatorCallExpr>(C) && Method && Method->isInstance();
    if (Object && names(C.getArg(0))) {
      if (C.getNumArgs() == 2 &&
          cast<CXXOperatorCallExpr>(C).getOperator() == OO_Equal)
        Uses.Assigned.push_back(C.getArg(1));
      else
        Uses.Changed |= !Method->isConst();
    }
    for (unsigned I = Object; I != C.getNumArgs(); ++I) {
      const Expr *A = C.getArg(I);
      if (!A->isLValue() || (!names(A) && !member(A)))
        continue;
      unsigned P = I - Object;
      bool Constant = F && P < F->getNumParams() &&
                      F->getParamDecl(P)
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
