// SPDX-License-Identifier: Apache-2.0

#include "cuda/DeviceCode.h"
#include "cuda/PointerOrigin.h"
#include "clang/AST/Attr.h"

namespace oxide::cuda {

bool isDeviceCode(const clang::FunctionDecl &F) {
  return F.doesThisDeclarationHaveABody() && !F.isDependentContext() &&
         (F.hasAttr<clang::CUDAGlobalAttr>() ||
          F.hasAttr<clang::CUDADeviceAttr>());
}

bool isDeviceVariable(const clang::VarDecl &V) {
  return V.hasGlobalStorage() &&
         (V.hasAttr<clang::CUDADeviceAttr>() ||
          V.hasAttr<clang::HIPManagedAttr>() || V.isStaticLocal()) &&
         !V.hasAttr<clang::CUDAConstantAttr>() &&
         !V.getType()->isReferenceType() &&
         !V.getASTContext().getBaseElementType(V.getType()).isConstQualified();
}

bool isDispatched(const clang::CXXMemberCallExpr &Call) {
  const clang::CXXMethodDecl *Method = Call.getMethodDecl();
  const auto *Callee =
      llvm::dyn_cast<clang::MemberExpr>(Call.getCallee()->IgnoreParens());
  return Method && Method->isVirtual() && Callee && !Callee->hasQualifier() &&
         !Method->getDevirtualizedMethod(Call.getImplicitObjectArgument(),
                                         /*IsAppleKext=*/false);
}

bool staysPrivate(const Intrinsic &Known,
                  llvm::ArrayRef<const clang::Expr *> Arguments) {
  if (Known.Effect != OpEffect::RawLoad && Known.Effect != OpEffect::RawStore)
    return false;
  bool AnyPointer = false;
  for (const clang::Expr *A : Arguments) {
    // The parameter is mostly a pointer to void.
    A = A->IgnoreParenCasts();
    bool Array = A->getType()->isArrayType();
    if (!Array && !A->getType()->isPointerType())
      continue;
    AnyPointer = true;
    if (Array ? !isThreadPrivateObject(A) : !isThreadPrivatePointer(A))
      return false;
  }
  return AnyPointer;
}

const clang::Stmt *deadBranch(const clang::IfStmt &S,
                              const clang::ASTContext &AST) {
  if (S.isConsteval())
    return S.isNegatedConsteval() ? S.getElse() : S.getThen();
  if (!S.isConstexpr() || S.getCond()->isInstantiationDependent())
    return nullptr;
  std::optional<const clang::Stmt *> Kept = S.getNondiscardedCase(AST);
  if (!Kept)
    return nullptr;
  return *Kept == S.getThen() ? S.getElse() : S.getThen();
}

void collectDestructors(
    clang::QualType T,
    llvm::SmallVectorImpl<const clang::CXXDestructorDecl *> &Into) {
  if (T->isDependentType() || T->isReferenceType())
    return;
  const clang::CXXRecordDecl *R =
      T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition() || R->hasTrivialDestructor())
    return;
  const clang::CXXDestructorDecl *D = R->getDestructor();
  if (D && D->isUserProvided())
    Into.push_back(D);
  else if (D)
    collectPartDestructors(*R, Into);
}

void collectPartDestructors(
    const clang::CXXRecordDecl &R,
    llvm::SmallVectorImpl<const clang::CXXDestructorDecl *> &Into) {
  for (const clang::CXXBaseSpecifier &B : R.bases())
    collectDestructors(B.getType(), Into);
  for (const clang::FieldDecl *Field : R.fields())
    collectDestructors(Field->getType(), Into);
}

bool hasKnownExtent(const clang::VarDecl &V) {
  return !V.hasExternalStorage() && !V.getType()->isIncompleteType() &&
         V.getType()->isConstantSizeType();
}

} // namespace oxide::cuda
