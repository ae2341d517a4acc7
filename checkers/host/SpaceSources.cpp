// SPDX-License-Identifier: Apache-2.0

#include "host/Spaces.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide::cuda {

using namespace clang;

static bool isNull(const Expr *E, const ASTContext &AST) {
  return E->isNullPointerConstant(const_cast<ASTContext &>(AST),
                                  Expr::NPC_ValueDependentIsNotNull) !=
         Expr::NPCK_NotNull;
}

/// Collects what gives the pointers of a function their values.
class SpaceVisitor : public RecursiveASTVisitor<SpaceVisitor> {
public:
  SpaceVisitor(Spaces &To, const ASTContext &AST) : To(To), AST(AST) {}

  bool shouldVisitImplicitCode() const { return true; }

  bool VisitVarDecl(VarDecl *V) {
    QualType T = V->getType();
    AccessPath Path{V->getCanonicalDecl(), {}};
    if (!V->hasInit())
      return true;
    if (T->isPointerType())
      give(Path, V->getInit());
    // Whoever has a reference may assign through it.
    else if (T->isReferenceType() && !T->getPointeeType().isConstQualified())
      forget(V->getInit());
    else if (T->isRecordType())
      giveMembers(Path, V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->getOpcode() != BO_Assign)
      return true;
    if (!B->getLHS()->getType()->isPointerType())
      forget(B->getLHS());
    else if (std::optional<AccessPath> Path = pathOf(B->getLHS()))
      give(*Path, B->getRHS());
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    std::optional<ApiCall> Api = asApiCall(*Call);
    if (Api && Api->Api->Role == ApiRole::Allocate && Api->target())
      if (std::optional<AccessPath> Path = pathOfAddressed(Api->target())) {
        To.Sources[*Path].push_back(
            {SpaceFact{Api->Api->Space, Call->getBeginLoc(), Api->name().str()},
             nullptr});
        Allocated.insert(Api->target()->IgnoreParenCasts());
      }
    // Prefetching and advice are for managed memory, and for all memory where
    // the device reads all.
    if (Api && Api->target() &&
        (Api->Api->Role == ApiRole::Register ||
         Api->Api->Role == ApiRole::Prefetch))
      forget(Api->target());
    const FunctionDecl *Callee = Call->getDirectCallee();
    unsigned First = 0;
    if (llvm::isa<CXXOperatorCallExpr>(Call) &&
        llvm::isa_and_nonnull<CXXMethodDecl>(Callee)) {
      forget(Call->getArg(0));
      First = 1;
    }
    for (unsigned I = First; I < Call->getNumArgs(); ++I)
      if (!Callee || I - First >= Callee->getNumParams() ||
          isMutableReference(Callee->getParamDecl(I - First)->getType()))
        forget(Call->getArg(I));
    if (const auto *Member = llvm::dyn_cast<CXXMemberCallExpr>(Call);
        Member && Member->getMethodDecl() &&
        !Member->getMethodDecl()->isConst())
      forget(Member->getImplicitObjectArgument());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Made) {
    for (unsigned I = 0; I != Made->getNumArgs(); ++I)
      if (I < Made->getConstructor()->getNumParams() &&
          isMutableReference(
              Made->getConstructor()->getParamDecl(I)->getType()))
        forget(Made->getArg(I));
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    if (U->getOpcode() == UO_AddrOf && !Allocated.contains(U))
      forget(U->getSubExpr());
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *L) {
    for (const LambdaCapture &C : L->captures())
      if (C.capturesVariable() && C.getCaptureKind() == LCK_ByRef)
        if (const auto *V = llvm::dyn_cast<VarDecl>(C.getCapturedVar()))
          To.Sources[{V->getCanonicalDecl(), {}}].push_back({});
    return true;
  }

private:
  static bool isMutableReference(QualType T) {
    return T->isReferenceType() && !T->getPointeeType().isConstQualified();
  }
  void give(const AccessPath &Path, const Expr *Value) {
    if (!isNull(Value, AST))
      To.Sources[Path].push_back({std::nullopt, Value});
  }
  /// The members that \p Init gives a value to.
  void giveMembers(const AccessPath &Whole, const Expr *Init) {
    Init = Init->IgnoreImplicit();
    if (const auto *Made = llvm::dyn_cast<CXXConstructExpr>(Init)) {
      if (!Made->getConstructor()->isDefaultConstructor() ||
          Made->getConstructor()->isUserProvided())
        To.Sources[Whole].push_back({});
      return;
    }
    const auto *List = llvm::dyn_cast<InitListExpr>(Init);
    const auto *Class = Init->getType()->getAsCXXRecordDecl();
    if (!List || !Class || Class->isUnion() || Class->getNumBases() != 0) {
      To.Sources[Whole].push_back({});
      return;
    }
    unsigned I = 0;
    for (const FieldDecl *F : Class->fields()) {
      if (F->isUnnamedBitField())
        continue;
      if (I == List->getNumInits())
        break;
      const Expr *Value = List->getInit(I++);
      AccessPath Member = Whole;
      Member.Members.push_back(F->getCanonicalDecl());
      if (F->getType()->isPointerType())
        give(Member, Value);
      else if (F->getType()->isRecordType())
        giveMembers(Member, Value);
    }
  }
  void forget(const Expr *E) {
    if (std::optional<AccessPath> Path = pathOf(E))
      To.Sources[*Path].push_back({});
  }

  Spaces &To;
  const ASTContext &AST;
  /// The addresses that allocations take.
  llvm::SmallPtrSet<const Expr *, 8> Allocated;
};

Spaces::Spaces(const HostFunction &F, SpaceFacts &All)
    : Function(F.Decl), All(All), Host(All.host()) {
  SpaceVisitor(*this, F.Decl->getASTContext()).TraverseStmt(F.Decl->getBody());
}

} // namespace oxide::cuda
