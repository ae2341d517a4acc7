// SPDX-License-Identifier: Apache-2.0
//
// What is done with an lvalue: written, or only its address taken. A visitor
// that goes from parents to children tells what it sees, and asks when it
// comes to the dereference itself.

#ifndef OXIDE_CHECKERS_CUDA_LVALUEUSE_H
#define OXIDE_CHECKERS_CUDA_LVALUEUSE_H

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide::cuda {

class LvalueUse {
public:
  void visit(const clang::BinaryOperator &B) {
    if (B.isAssignmentOp())
      markWritten(B.getLHS());
  }

  void visit(const clang::UnaryOperator &U) {
    if (U.isIncrementDecrementOp())
      markWritten(U.getSubExpr());
    // `&p[i]` computes an address and touches no memory.
    if (U.getOpcode() == clang::UO_AddrOf)
      mark(U.getSubExpr(), AddressOnly);
  }

  void visit(const clang::ArraySubscriptExpr &S) {
    if (const clang::CastExpr *Decay = asDecay(S.getBase()))
      OfSubscript.insert(Decay);
  }

  /// `p->row` as a pointer computes an address, `p->row[i]` is an access.
  void visit(const clang::ImplicitCastExpr &Cast) {
    if (Cast.getCastKind() == clang::CK_ArrayToPointerDecay &&
        !OfSubscript.contains(&Cast))
      mark(Cast.getSubExpr(), AddressOnly);
  }

  /// An argument bound to a reference that the callee may write through.
  void visit(const clang::CallExpr &Call) {
    const clang::FunctionDecl *Callee = Call.getDirectCallee();
    if (!Callee)
      return;
    const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Callee);
    bool ObjectIsArgument = llvm::isa<clang::CXXOperatorCallExpr>(Call) &&
                            Method && Method->isInstance();
    for (unsigned I = 0, N = Call.getNumArgs(); I != N; ++I) {
      if (ObjectIsArgument && I == 0) {
        if (!Method->isConst())
          markWritten(Call.getArg(0));
        continue;
      }
      unsigned P = I - ObjectIsArgument;
      if (P < Callee->getNumParams())
        visitBinding(Callee->getParamDecl(P)->getType(), Call.getArg(I));
    }
    const auto *Member =
        llvm::dyn_cast<clang::MemberExpr>(Call.getCallee()->IgnoreParens());
    if (Member && Method && !Method->isConst())
      markWritten(Member);
  }

  void visit(const clang::VarDecl &V) {
    if (V.hasInit())
      visitBinding(V.getType(), V.getInit());
  }

  bool isWritten(const clang::Expr &Access) const {
    return Written.contains(&Access);
  }
  bool isAddressOnly(const clang::Expr &Access) const {
    return AddressOnly.contains(&Access);
  }

private:
  using Set = llvm::SmallPtrSet<const clang::Expr *, 32>;

  static const clang::CastExpr *asDecay(const clang::Expr *E) {
    const auto *Cast =
        llvm::dyn_cast<clang::ImplicitCastExpr>(E->IgnoreParens());
    return Cast && Cast->getCastKind() == clang::CK_ArrayToPointerDecay
               ? Cast
               : nullptr;
  }

  void visitBinding(clang::QualType Reference, const clang::Expr *To) {
    if (Reference->isLValueReferenceType() &&
        !Reference->getPointeeType().isConstQualified())
      markWritten(To);
  }

  void markWritten(const clang::Expr *E) { mark(E, Written); }

  /// Adds the accesses that make up the lvalue \p E, down to the one that
  /// follows a pointer.
  static void mark(const clang::Expr *E, Set &Into) {
    while (true) {
      E = E->IgnoreParens();
      if (const auto *Cast = llvm::dyn_cast<clang::ImplicitCastExpr>(E);
          Cast && Cast->isGLValue()) {
        E = Cast->getSubExpr();
        continue;
      }
      Into.insert(E);
      if (const auto *Member = llvm::dyn_cast<clang::MemberExpr>(E);
          Member && !Member->isArrow()) {
        E = Member->getBase();
        continue;
      }
      const auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E);
      const clang::CastExpr *Decay = S ? asDecay(S->getBase()) : nullptr;
      if (!Decay)
        return;
      E = Decay->getSubExpr();
    }
  }

  Set Written;
  Set AddressOnly;
  llvm::SmallPtrSet<const clang::CastExpr *, 16> OfSubscript;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_LVALUEUSE_H
