// SPDX-License-Identifier: Apache-2.0

#include "tier/AssumeCalls.h"
#include "core/ZoneVisitor.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace oxide::cuda {

namespace {

/// The kernel that `oxide::assume<kernel>` is instantiated for.
const clang::FunctionDecl *assumedKernel(const clang::FunctionDecl *Callee) {
  if (!Callee || !Callee->getIdentifier() || Callee->getName() != "assume")
    return nullptr;
  const auto *NS = llvm::dyn_cast<clang::NamespaceDecl>(
      Callee->getDeclContext()->getRedeclContext());
  const clang::TemplateArgumentList *Args =
      Callee->getTemplateSpecializationArgs();
  if (!NS || NS->getQualifiedNameAsString() != "oxide" || !Args ||
      Args->size() == 0 ||
      Args->get(0).getKind() != clang::TemplateArgument::Declaration)
    return nullptr;
  const auto *K = llvm::dyn_cast<clang::FunctionDecl>(Args->get(0).getAsDecl());
  return K && K->hasAttr<clang::CUDAGlobalAttr>() ? K : nullptr;
}

class Finder : public ZoneVisitor<Finder> {
public:
  using ZoneVisitor::ZoneVisitor;

  bool VisitCallExpr(clang::CallExpr *Call) {
    const clang::FunctionDecl *F = currentFunction();
    const clang::FunctionDecl *K = assumedKernel(Call->getDirectCallee());
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
    Found.push_back({Call, K, F});
    return true;
  }

  std::vector<AssumeCall> Found;
};

class WriteFinder : public clang::RecursiveASTVisitor<WriteFinder> {
public:
  WriteFinder(const clang::ParmVarDecl &P, const AssumeCall &Call,
              const clang::SourceManager &SM)
      : P(P), Call(Call), SM(SM) {}

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
                                Write->getExprLoc(), Call.Call->getBeginLoc()))
      Found = Write;
    return !Found;
  }

  const clang::ParmVarDecl &P;
  const AssumeCall &Call;
  const clang::SourceManager &SM;
};

} // namespace

std::vector<AssumeCall> assumeCalls(CheckContext &Ctx) {
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
                               const AssumeCall &Call) {
  WriteFinder W(P, Call, P.getASTContext().getSourceManager());
  if (clang::Stmt *Body = Call.Function->getBody())
    W.TraverseStmt(Body);
  return W.Found;
}

} // namespace oxide::cuda
