// SPDX-License-Identifier: Apache-2.0

#include "tier/ContractUses.h"
#include "core/ZoneVisitor.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace oxide::cuda {

namespace {

/// Whether \p DC is namespace oxide or lies inside it.
bool isInOxide(const clang::DeclContext *DC) {
  for (; DC; DC = DC->getParent())
    if (const auto *NS = llvm::dyn_cast<clang::NamespaceDecl>(DC))
      if (NS->getName() == "oxide" &&
          NS->getParent()->getRedeclContext()->isTranslationUnit())
        return true;
  return false;
}

/// The kernel in a template argument of a function of the library.
const clang::FunctionDecl *namedKernel(const clang::FunctionDecl *Callee) {
  const clang::TemplateArgumentList *Args =
      Callee ? Callee->getTemplateSpecializationArgs() : nullptr;
  if (!Args || !Callee->getIdentifier() || !isInOxide(Callee->getDeclContext()))
    return nullptr;
  for (const clang::TemplateArgument &A : Args->asArray())
    if (A.getKind() == clang::TemplateArgument::Declaration)
      if (const auto *K = llvm::dyn_cast<clang::FunctionDecl>(A.getAsDecl());
          K && K->hasAttr<clang::CUDAGlobalAttr>())
        return K;
  return nullptr;
}

class Finder : public ZoneVisitor<Finder> {
public:
  using ZoneVisitor::ZoneVisitor;

  bool VisitCallExpr(clang::CallExpr *Call) {
    const clang::FunctionDecl *F = currentFunction();
    const clang::FunctionDecl *K = namedKernel(Call->getDirectCallee());
    if (!K || !F || F->isDependentContext())
      return true;
    // A lambda runs with the parameters of the function around it.
    while (const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(F)) {
      const clang::CXXRecordDecl *Class = Method->getParent();
      const auto *Outer =
          llvm::dyn_cast<clang::FunctionDecl>(Class->getDeclContext());
      if (!Class->isLambda() || !Outer)
        break;
      F = Outer;
    }
    Found.push_back(
        {Call, K, F, Call->getDirectCallee()->getName() == "assume"});
    return true;
  }

  std::vector<ContractUse> Found;
};

class WriteFinder : public clang::RecursiveASTVisitor<WriteFinder> {
public:
  WriteFinder(const clang::ParmVarDecl &P, const ContractUse &Use,
              const clang::SourceManager &SM)
      : P(P), Use(Use), SM(SM) {}

  bool VisitBinaryOperator(clang::BinaryOperator *B) {
    return !B->isAssignmentOp() || look(B, B->getLHS());
  }
  bool VisitUnaryOperator(clang::UnaryOperator *U) {
    return !U->isIncrementDecrementOp() || look(U, U->getSubExpr());
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *C) {
    return !C->isAssignmentOp() || look(C, C->getArg(0));
  }

  const clang::Expr *Found = nullptr;

private:
  bool look(const clang::Expr *Write, const clang::Expr *Target) {
    if (names(Target, P) && SM.isBeforeInTranslationUnit(
                                Write->getExprLoc(), Use.Call->getBeginLoc()))
      Found = Write;
    return !Found;
  }

  const clang::ParmVarDecl &P;
  const ContractUse &Use;
  const clang::SourceManager &SM;
};

} // namespace

std::vector<ContractUse> contractUses(CheckContext &Ctx) {
  Finder F(Ctx);
  F.run();
  return std::move(F.Found);
}

bool names(const clang::Expr *E, const clang::ParmVarDecl &P) {
  const auto *Ref =
      llvm::dyn_cast<clang::DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref && Ref->getDecl() == &P;
}

const clang::Expr *writeBefore(const clang::ParmVarDecl &P,
                               const ContractUse &Use) {
  WriteFinder W(P, Use, P.getASTContext().getSourceManager());
  if (clang::Stmt *Body = Use.Function->getBody())
    W.TraverseStmt(Body);
  return W.Found;
}

} // namespace oxide::cuda
