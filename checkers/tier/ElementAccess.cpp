// SPDX-License-Identifier: Apache-2.0

#include "tier/ElementAccess.h"
#include "core/Attributes.h"
#include "tier/AddressUse.h"
#include "clang/AST/ExprCXX.h"

namespace oxide {

using namespace clang;

/// How many local references and casts are followed; also ends a reference
/// that is initialised with itself.
static constexpr unsigned MaxSteps = 16;

static const CallExpr *ofPointer(const Expr *E, unsigned Steps);

/// Casts that change neither the address nor the type of what is there.
static bool keepsType(const CastExpr &Cast) {
  return Cast.getCastKind() == CK_NoOp;
}

static const CallExpr *asAccess(const Expr *E) {
  const auto *Call = llvm::dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && attr::has(*F, attr::Access) ? Call : nullptr;
}

static const CallExpr *ofElement(const Expr *E, unsigned Steps) {
  E = E->IgnoreParens();
  if (Steps == 0 || E->isTypeDependent())
    return nullptr;
  if (const CallExpr *Access = asAccess(E))
    return Access->getCallReturnType(Access->getDirectCallee()->getASTContext())
                   ->isReferenceType()
               ? Access
               : nullptr;
  if (const auto *Cast = llvm::dyn_cast<CastExpr>(E))
    return keepsType(*Cast) ? ofElement(Cast->getSubExpr(), Steps - 1)
                            : nullptr;
  if (const auto *U = llvm::dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Deref ? ofPointer(U->getSubExpr(), Steps - 1)
                                      : nullptr;
  const auto *Ref = llvm::dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? llvm::dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->getType()->isReferenceType() || !V->hasLocalStorage() ||
      llvm::isa<ParmVarDecl>(V) || !V->getInit())
    return nullptr;
  return ofElement(V->getInit(), Steps - 1);
}

static const CallExpr *ofPointer(const Expr *E, unsigned Steps) {
  E = E->IgnoreParens();
  if (Steps == 0 || E->isTypeDependent())
    return nullptr;
  if (const Expr *Object = addressedObject(*E))
    return ofElement(Object, Steps - 1);
  if (const CallExpr *Access = asAccess(E))
    return Access->getType()->isPointerType() ? Access : nullptr;
  if (const auto *Cast = llvm::dyn_cast<CastExpr>(E))
    return keepsType(*Cast) ? ofPointer(Cast->getSubExpr(), Steps - 1)
                            : nullptr;
  if (const auto *C = llvm::dyn_cast<ConditionalOperator>(E))
    return ofPointer(C->getTrueExpr(), Steps - 1)
               ? ofPointer(C->getFalseExpr(), Steps - 1)
               : nullptr;
  return nullptr;
}

const CallExpr *accessOfElement(const Expr *E) {
  return ofElement(E, MaxSteps);
}

const CallExpr *accessBehindPointer(const Expr *E) {
  return ofPointer(E, MaxSteps);
}

QualType elementType(const CallExpr &Access) {
  QualType T =
      Access.getCallReturnType(Access.getDirectCallee()->getASTContext());
  return T->getPointeeType();
}

bool removesConst(const ExplicitCastExpr &Cast, QualType Element) {
  QualType To = Cast.getTypeAsWritten()->getPointeeType();
  return Element.isConstQualified() && !To.isConstQualified() &&
         !To->isVoidType();
}

/// The type of the first member of \p T, or of the elements of an array.
static QualType firstMember(QualType T, const ASTContext &AST) {
  if (T->isArrayType())
    return AST.getBaseElementType(T);
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  return R && !R->field_empty() ? R->field_begin()->getType() : QualType();
}

static bool sameButForSign(QualType A, QualType B, const ASTContext &AST) {
  auto Unsigned = [&](QualType T) {
    bool HasUnsigned =
        T->isSignedIntegerType() && !T->isEnumeralType() && !T->isBitIntType();
    return HasUnsigned ? AST.getCorrespondingUnsignedType(T) : T;
  };
  return A->isIntegerType() && B->isIntegerType() &&
         AST.hasSameUnqualifiedType(Unsigned(A), Unsigned(B));
}

bool seesOtherType(const ExplicitCastExpr &Cast, QualType Element,
                   const ASTContext &AST) {
  if (Cast.getCastKind() != CK_BitCast &&
      Cast.getCastKind() != CK_LValueBitCast &&
      Cast.getCastKind() != CK_BaseToDerived)
    return false;
  QualType To = Cast.getTypeAsWritten()->getPointeeType();
  if (To->isIncompleteType() || To->isFunctionType() || To->isCharType() ||
      To->isStdByteType())
    return false;
  for (QualType T = Element; !T.isNull(); T = firstMember(T, AST))
    if (AST.hasSameUnqualifiedType(T, To) || sameButForSign(T, To, AST))
      return false;
  return true;
}

} // namespace oxide
