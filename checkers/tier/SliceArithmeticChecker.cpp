// SPDX-License-Identifier: Apache-2.0
//
// oxide-slice-arithmetic, see docs/checkers/slice-arithmetic.md.

#include "core/Checker.h"
#include "cuda/TypeText.h"
#include "tier/ElementAccess.h"
#include "tier/EvaluatedVisitor.h"
#include "llvm/ADT/DenseMap.h"

namespace oxide {

namespace {

using namespace clang;

class SliceArithmeticChecker final : public Checker {
public:
  void finish() override;

private:
  class Visitor;
};

/// What a local pointer variable is given, anywhere in its scope.
struct PointerSources {
  const CallExpr *Access = nullptr; ///< gave it the address of an element
  bool Other = false;               ///< something else did, or may have
};

/// Arithmetic on, or a cast of, a local pointer variable.
struct VariableUse {
  const Expr *Use;
  const VarDecl *Variable;
  const FunctionDecl *Function;
  bool InZone;
};

class SliceArithmeticChecker::Visitor : public EvaluatedVisitor<Visitor> {
public:
  explicit Visitor(SliceArithmeticChecker &C)
      : EvaluatedVisitor(C.context()), C(C) {}

  /// Reports uses of variables, once all that these are given is known.
  void finish() {
    for (const VariableUse &U : Uses) {
      PointerSources S = Sources.lookup(U.Variable);
      if (S.Access && !S.Other)
        judge(U, *S.Access);
    }
  }

  bool VisitBinaryOperator(BinaryOperator *B) {
    if (!B->getType()->isPointerType())
      return true;
    if (B->getOpcode() == BO_Assign) {
      if (const VarDecl *V = localPointer(B->getLHS()))
        given(V, B->getRHS());
    } else if (B->isAdditiveOp() || B->isCompoundAssignmentOp()) {
      bool Left = B->getLHS()->getType()->isPointerType();
      if (!isZero(Left ? B->getRHS() : B->getLHS()))
        used(B, Left ? B->getLHS() : B->getRHS());
    }
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *U) {
    if (U->isIncrementDecrementOp() && U->getType()->isPointerType())
      used(U, U->getSubExpr());
    if (U->getOpcode() == UO_AddrOf)
      mayChange(U->getSubExpr());
    return true;
  }

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *S) {
    if (!S->isTypeDependent() && !isZero(S->getIdx()))
      used(S, S->getBase());
    return true;
  }

  bool VisitVarDecl(VarDecl *V) {
    if (!V->getInit())
      return true;
    if (V->getType()->isReferenceType())
      mayChange(V->getInit());
    else if (isLocalPointer(*V))
      given(V, V->getInit());
    return true;
  }

  /// A parameter of reference type may be assigned to.
  bool VisitCallExpr(CallExpr *Call) {
    for (const Expr *A : Call->arguments())
      mayChange(A);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    for (const Expr *A : E->arguments())
      mayChange(A);
    return true;
  }

  bool VisitExplicitCastExpr(ExplicitCastExpr *Cast) {
    QualType To = Cast->getTypeAsWritten();
    if (Cast->getSubExpr()->isTypeDependent())
      return true;
    if (To->isPointerType())
      used(Cast, Cast->getSubExpr());
    else if (To->isReferenceType())
      if (const CallExpr *Access = accessOfElement(Cast->getSubExpr()))
        judge(useOf(Cast, nullptr), *Access);
    return true;
  }

private:
  static bool isLocalPointer(const VarDecl &V) {
    return V.hasLocalStorage() && !llvm::isa<ParmVarDecl>(V) &&
           V.getType()->isPointerType();
  }

  /// The local pointer variable that \p E names, or null.
  static const VarDecl *localPointer(const Expr *E) {
    const auto *Ref = llvm::dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    const auto *V = Ref ? llvm::dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && isLocalPointer(*V) ? V : nullptr;
  }

  bool isZero(const Expr *E) {
    Expr::EvalResult R;
    return !E->isValueDependent() &&
           E->getType()->isIntegralOrEnumerationType() &&
           E->EvaluateAsInt(R, context().ast()) && R.Val.getInt().isZero();
  }

  void given(const VarDecl *V, const Expr *Value) {
    if (Value->isNullPointerConstant(context().ast(),
                                     Expr::NPC_ValueDependentIsNotNull))
      return;
    PointerSources &S = Sources[V];
    if (const CallExpr *Access = accessBehindPointer(Value))
      S.Access = Access;
    else if (!isStepOf(V, Value))
      S.Other = true;
  }

  /// `p = p + 1` gives p no other memory.
  static bool isStepOf(const VarDecl *V, const Expr *Value) {
    const auto *B =
        llvm::dyn_cast<BinaryOperator>(Value->IgnoreParenImpCasts());
    return B && B->isAdditiveOp() &&
           (localPointer(B->getLHS()) == V || localPointer(B->getRHS()) == V);
  }

  /// \p E is bound to a reference or its address is taken.
  void mayChange(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *Ref = llvm::dyn_cast<DeclRefExpr>(E))
      if (const VarDecl *V = localPointer(Ref);
          V && !V->getType().isConstQualified())
        Sources[V].Other = true;
  }

  VariableUse useOf(const Expr *Use, const VarDecl *V) {
    return {Use, V, currentFunction(), currentZone() != OpTier::Safe};
  }

  void used(const Expr *Use, const Expr *Pointer) {
    if (const CallExpr *Access = accessBehindPointer(Pointer))
      judge(useOf(Use, nullptr), *Access);
    else if (const VarDecl *V = localPointer(Pointer))
      Uses.push_back(useOf(Use, V));
  }

  void judge(const VariableUse &U, const CallExpr &Access) {
    QualType Element = elementType(Access);
    const auto *Cast = llvm::dyn_cast<ExplicitCastExpr>(U.Use);
    if (Cast && removesConst(*Cast, Element))
      return report(U, Access,
                    "a cast removes const from an element of type " +
                        quoted(Element) + " that may only be read");
    // Inside a zone its contract answers for what the pointer reaches.
    if (U.InZone)
      return;
    if (!Cast)
      return report(U, Access,
                    "pointer arithmetic leaves the one element that '" +
                        cuda::plainName(*Access.getDirectCallee()) +
                        "' returned");
    if (seesOtherType(*Cast, Element, context().ast()))
      report(U, Access,
             "one element of type " + quoted(Element) + " is cast to " +
                 quoted(Cast->getTypeAsWritten()));
  }

  std::string quoted(QualType T) {
    return cuda::quotedType(T, context().ast());
  }

  void report(const VariableUse &U, const CallExpr &Access,
              const llvm::Twine &Message) {
    FindingBuilder B = C.diag(U.Use->getExprLoc(), Message);
    B.in(U.Function) << U.Use->getSourceRange();
    if (U.Variable)
      B.note(Access.getBeginLoc(), "'" + U.Variable->getNameAsString() +
                                       "' is given the address of the element "
                                       "here");
  }

  SliceArithmeticChecker &C;
  llvm::DenseMap<const VarDecl *, PointerSources> Sources;
  std::vector<VariableUse> Uses;
};

void SliceArithmeticChecker::finish() {
  Visitor V(*this);
  V.run();
  V.finish();
}

} // namespace

OXIDE_REGISTER_CHECKER(SliceArithmetic)

} // namespace oxide
