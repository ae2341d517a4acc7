// SPDX-License-Identifier: Apache-2.0

#include "cuda/PointerOrigin.h"
#include "core/Attributes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide::cuda {

namespace {

using Variables = llvm::SmallPtrSet<const clang::VarDecl *, 4>;

bool pointsToPrivate(const clang::Expr *E, Variables &Assumed);

/// An automatic variable of a function; not a parameter that came in by
/// reference, not a __shared__ or static one.
bool isAutomatic(const clang::VarDecl &V) {
  return V.hasLocalStorage() && !V.hasAttr<clang::CUDASharedAttr>();
}

/// A call of a safe access: what it returns is one checked element.
bool isSafeAccess(const clang::Expr *E) {
  const auto *Call = llvm::dyn_cast<clang::CallExpr>(E);
  const clang::FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && attr::has(*Callee, attr::Access);
}

bool isPrivateObject(const clang::Expr *E, Variables &Assumed) {
  E = E->IgnoreParenImpCasts();
  if (isSafeAccess(E))
    return true;
  if (llvm::isa<clang::StringLiteral>(E) ||
      llvm::isa<clang::MaterializeTemporaryExpr>(E) ||
      llvm::isa<clang::CompoundLiteralExpr>(E) || E->isPRValue())
    return true;
  if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E)) {
    const auto *V = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl());
    // What a reference binds to is judged where it is bound.
    return V && (isAutomatic(*V) || V->isConstexpr());
  }
  if (const auto *Member = llvm::dyn_cast<clang::MemberExpr>(E))
    return Member->isArrow() ? pointsToPrivate(Member->getBase(), Assumed)
                             : isPrivateObject(Member->getBase(), Assumed);
  if (const auto *Subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(E))
    return pointsToPrivate(Subscript->getBase(), Assumed);
  if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(E);
      U && U->getOpcode() == clang::UO_Deref)
    return pointsToPrivate(U->getSubExpr(), Assumed);
  return false;
}

/// Whether every value that the body of its function gives to a pointer
/// variable points into a private object, and every use of the variable is one
/// that is understood.
class AssignmentScan : public clang::RecursiveASTVisitor<AssignmentScan> {
public:
  AssignmentScan(const clang::VarDecl &V, Variables &Assumed)
      : V(V), Assumed(Assumed) {}

  bool allPrivate(clang::Stmt *Body) {
    TraverseStmt(Body);
    return Good && Uses == Understood;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *Ref) {
    Uses += Ref->getDecl() == &V;
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *Cast) {
    if (Cast->getCastKind() == clang::CK_LValueToRValue)
      Understood += names(Cast->getSubExpr());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *U) {
    if (U->isIncrementDecrementOp())
      Understood += names(U->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *B) {
    if (!B->isAssignmentOp() || !names(B->getLHS()))
      return true;
    ++Understood;
    // `p += n` keeps the object.
    if (B->getOpcode() == clang::BO_Assign)
      Good = Good && pointsToPrivate(B->getRHS(), Assumed);
    return true;
  }

private:
  bool names(const clang::Expr *E) const {
    const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E->IgnoreParens());
    return Ref && Ref->getDecl() == &V;
  }

  const clang::VarDecl &V;
  Variables &Assumed;
  unsigned Uses = 0;
  unsigned Understood = 0;
  bool Good = true;
};

bool holdsPrivatePointers(const clang::VarDecl &V, Variables &Assumed) {
  if (!isAutomatic(V) || !V.hasInit() || llvm::isa<clang::ParmVarDecl>(V) ||
      !V.getType()->isPointerType())
    return false;
  // A pointer that is computed from itself stays where it is.
  if (!Assumed.insert(&V).second)
    return true;
  if (!pointsToPrivate(V.getInit(), Assumed))
    return false;
  if (V.getType().isConstQualified())
    return true;
  const auto *F = llvm::dyn_cast<clang::FunctionDecl>(V.getDeclContext());
  return F && F->getBody() &&
         AssignmentScan(V, Assumed).allPrivate(F->getBody());
}

bool pointsToPrivate(const clang::Expr *E, Variables &Assumed) {
  E = E->IgnoreParens();
  if (const auto *Cast = llvm::dyn_cast<clang::CastExpr>(E)) {
    if (Cast->getCastKind() == clang::CK_ArrayToPointerDecay)
      return isPrivateObject(Cast->getSubExpr(), Assumed);
    // A cast to another element type leaves the checked world.
    if (llvm::isa<clang::ImplicitCastExpr>(Cast) &&
        Cast->getSubExpr()->getType()->isPointerType())
      return pointsToPrivate(Cast->getSubExpr(), Assumed);
    return false;
  }
  if (llvm::isa<clang::CXXThisExpr>(E) || isSafeAccess(E))
    return true;
  if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(E)) {
    if (U->getOpcode() == clang::UO_AddrOf)
      return isPrivateObject(U->getSubExpr(), Assumed);
    return U->isIncrementDecrementOp() &&
           pointsToPrivate(U->getSubExpr(), Assumed);
  }
  if (const auto *B = llvm::dyn_cast<clang::BinaryOperator>(E)) {
    if (B->isAdditiveOp() || B->getOpcode() == clang::BO_Comma) {
      bool OnRight = B->getOpcode() == clang::BO_Comma ||
                     B->getRHS()->getType()->isPointerType();
      return pointsToPrivate(OnRight ? B->getRHS() : B->getLHS(), Assumed);
    }
    return false;
  }
  if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E)) {
    const auto *V = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl());
    return V && holdsPrivatePointers(*V, Assumed);
  }
  if (const auto *Choice = llvm::dyn_cast<clang::ConditionalOperator>(E))
    return pointsToPrivate(Choice->getTrueExpr(), Assumed) &&
           pointsToPrivate(Choice->getFalseExpr(), Assumed);
  return false;
}

/// The pointer that \p E is an offset from.
const clang::Expr *withoutOffset(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(E);
        U && U->isIncrementDecrementOp()) {
      E = U->getSubExpr();
      continue;
    }
    const auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
    if (!B || !B->isAdditiveOp() || !B->getType()->isPointerType())
      return E;
    E = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
  }
}

} // namespace

bool isThreadPrivateObject(const clang::Expr *E) {
  Variables Assumed;
  return isPrivateObject(E, Assumed);
}

bool isThreadPrivatePointer(const clang::Expr *E) {
  Variables Assumed;
  return pointsToPrivate(E, Assumed);
}

std::string describePointer(const clang::Expr *E,
                            const clang::ASTContext &AST) {
  E = withoutOffset(E);
  if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E))
    return "'" + Ref->getDecl()->getNameAsString() + "'";
  llvm::StringRef Text = clang::Lexer::getSourceText(
      clang::CharSourceRange::getTokenRange(E->getSourceRange()),
      AST.getSourceManager(), AST.getLangOpts());
  if (Text.empty() || Text.size() > 40 || Text.contains('\n'))
    return "a raw pointer";
  return ("'" + Text + "'").str();
}

} // namespace oxide::cuda
