// SPDX-License-Identifier: Apache-2.0

#include "host/PathChanges.h"
#include "host/LibraryCalls.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide::cuda {

using namespace clang;

class PathChangeVisitor : public RecursiveASTVisitor<PathChangeVisitor> {
public:
  explicit PathChangeVisitor(PathChanges &To) : To(To) {}

  bool shouldVisitImplicitCode() const { return true; }

  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp())
      addPath(B, B->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    if (U->isIncrementDecrementOp())
      addPath(U, U->getSubExpr());
    if (U->getOpcode() == UO_AddrOf && !Taken.contains(U))
      escape(U->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    std::optional<ApiCall> Api = asApiCall(*Call);
    if (Api && Api->target())
      if (const auto *U =
              llvm::dyn_cast<UnaryOperator>(Api->target()->IgnoreParenCasts());
          U && U->getOpcode() == UO_AddrOf) {
        Taken.insert(U);
        // Copies write what the address names; the others put a handle there.
        addPath(Call, U->getSubExpr(), Api->Api->Role == ApiRole::Allocate);
      }
    if (Api && Api->source())
      if (const auto *U =
              llvm::dyn_cast<UnaryOperator>(Api->source()->IgnoreParenCasts()))
        Taken.insert(U);
    const FunctionDecl *F = Call->getDirectCallee();
    if (const auto *Operator = llvm::dyn_cast<CXXOperatorCallExpr>(Call);
        Operator && llvm::isa_and_nonnull<CXXMethodDecl>(F) &&
        !llvm::cast<CXXMethodDecl>(F)->isConst())
      addPath(Call, Operator->getArg(0));
    if (const auto *Member = llvm::dyn_cast<CXXMemberCallExpr>(Call);
        Member && Member->getMethodDecl() &&
        !Member->getMethodDecl()->isConst() &&
        !llvm::isa<CXXConversionDecl>(Member->getMethodDecl()))
      addPath(Call, Member->getImplicitObjectArgument());
    unsigned Skip = llvm::isa<CXXOperatorCallExpr>(Call) &&
                            llvm::isa_and_nonnull<CXXMethodDecl>(F)
                        ? 1
                        : 0;
    addReferences(Call, F,
                  llvm::ArrayRef(Call->getArgs(), Call->getNumArgs())
                      .drop_front(std::min(Skip, Call->getNumArgs())));
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Made) {
    addReferences(Made, Made->getConstructor(),
                  llvm::ArrayRef(Made->getArgs(), Made->getNumArgs()));
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *L) {
    for (const LambdaCapture &C : L->captures())
      if (C.capturesVariable() && C.getCaptureKind() == LCK_ByRef)
        if (const auto *V = llvm::dyn_cast<VarDecl>(C.getCapturedVar()))
          To.Escaped.push_back({V->getCanonicalDecl(), {}});
    return true;
  }

private:
  void addReferences(const Expr *At, const FunctionDecl *F,
                     llvm::ArrayRef<Expr *> Arguments) {
    for (unsigned I = 0; I != Arguments.size(); ++I) {
      QualType T = F && I < F->getNumParams() ? F->getParamDecl(I)->getType()
                                              : QualType();
      if (T.isNull()
              ? Arguments[I]->isLValue()
              : T->isReferenceType() && !T->getPointeeType().isConstQualified())
        addPath(At, Arguments[I]);
    }
  }
  void escape(const Expr *E) {
    if (std::optional<AccessPath> Path = pathOf(E))
      To.Escaped.push_back(std::move(*Path));
  }
  void addPath(const Stmt *At, const Expr *E, bool ByAllocation = false) {
    if (std::optional<AccessPath> Path = pathOf(E))
      add(At, std::move(*Path), ByAllocation);
  }
  void add(const Stmt *At, AccessPath Path, bool ByAllocation) {
    To.Changes[At].push_back({std::move(Path), ByAllocation});
  }

  PathChanges &To;
  llvm::SmallPtrSet<const Expr *, 16> Taken;
};

PathChanges::PathChanges(const HostFunction &F) {
  PathChangeVisitor(*this).TraverseStmt(F.Decl->getBody());
}

static bool overlap(const AccessPath &A, const AccessPath &B) {
  return A.contains(B) || B.contains(A);
}

bool PathChanges::isEscaped(const AccessPath &Path) const {
  return llvm::any_of(Escaped,
                      [&](const AccessPath &E) { return overlap(E, Path); });
}

bool PathChanges::at(const CFGElement &E, const AccessPath &Path) const {
  auto S = E.getAs<CFGStmt>();
  if (!S)
    return false;
  auto It = Changes.find(S->getStmt());
  if (It != Changes.end() && llvm::any_of(It->second, [&](const Change &C) {
        return overlap(C.Path, Path);
      }))
    return true;
  // In a loop each turn has a variable of its own.
  if (const auto *D = llvm::dyn_cast<DeclStmt>(S->getStmt()))
    return llvm::any_of(D->decls(), [&](const Decl *One) {
      return Path.Root && One->getCanonicalDecl() == Path.Root;
    });
  const auto *Call = llvm::dyn_cast<CallExpr>(S->getStmt());
  if (!Call || (Path.isLocal() && !isEscaped(Path)) ||
      llvm::isa<CUDAKernelCallExpr>(Call))
    return false;
  const FunctionDecl *F = Call->getDirectCallee();
  return !F || (!isCudaName(*F) && !isInertLibraryFunction(*F));
}

bool PathChanges::ever(const AccessPath &Path) const {
  if (isEscaped(Path))
    return true;
  for (const auto &[At, All] : Changes)
    for (const Change &C : All)
      if (!C.ByAllocation && overlap(C.Path, Path))
        return true;
  return false;
}

} // namespace oxide::cuda
