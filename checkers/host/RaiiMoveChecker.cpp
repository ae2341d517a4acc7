// SPDX-License-Identifier: Apache-2.0
//
// oxide-raii-move, see docs/checkers/raii-move.md.

#include "core/Checker.h"
#include "core/FirstPartyVisitor.h"
#include "cuda/ResourceOwner.h"
#include "llvm/ADT/DenseMap.h"

namespace oxide {

namespace {

/// How a special member of a class may give the handle to a second object.
enum class Transfer : uint8_t { Copy, Move };

/// What a hand-written copy or move does with its source, as far as it is
/// plain: reads its members and nothing else.
class SourceUse : public clang::RecursiveASTVisitor<SourceUse> {
public:
  SourceUse(const clang::ParmVarDecl &Source, const clang::FieldDecl &Handle)
      : Source(Source), Handle(Handle) {}

  bool shouldVisitImplicitCode() const { return true; }

  /// `handle_(other.handle_)` and `handle_ = other.handle_`.
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer *I) {
    if (I->getMember() == &Handle && isSourceHandle(unwrap(I->getInit())))
      Taken = true;
    return RecursiveASTVisitor::TraverseConstructorInitializer(I);
  }
  bool VisitBinaryOperator(clang::BinaryOperator *B) {
    if (B->getOpcode() != clang::BO_Assign)
      return true;
    const auto *To =
        llvm::dyn_cast<clang::MemberExpr>(B->getLHS()->IgnoreParens());
    if (To && To->getMemberDecl() == &Handle &&
        llvm::isa<clang::CXXThisExpr>(To->getBase()->IgnoreParens()) &&
        isSourceHandle(B->getRHS()))
      Taken = true;
    return true;
  }

  // The source and each of its members must only be read.
  bool VisitDeclRefExpr(clang::DeclRefExpr *Ref) {
    Uses += Ref->getDecl() == &Source;
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *Cast) {
    if (Cast->getCastKind() == clang::CK_LValueToRValue)
      Reads += memberOfSource(Cast->getSubExpr()) != nullptr;
    return true;
  }
  /// `this != &other` changes nothing.
  bool TraverseBinaryOperator(clang::BinaryOperator *B) {
    if (B->isEqualityOp())
      for (const clang::Expr *Side : {B->getLHS(), B->getRHS()}) {
        const auto *U =
            llvm::dyn_cast<clang::UnaryOperator>(Side->IgnoreParenImpCasts());
        Reads += U && U->getOpcode() == clang::UO_AddrOf &&
                 isSource(U->getSubExpr());
      }
    return RecursiveASTVisitor::TraverseBinaryOperator(B);
  }

  /// Whether the handle is taken and the source stays as it was.
  bool leavesHandle() const { return Taken && Uses == Reads; }

private:
  static const clang::Expr *unwrap(const clang::Expr *E) {
    if (const auto *List = llvm::dyn_cast<clang::InitListExpr>(E);
        List && List->getNumInits() == 1)
      return List->getInit(0);
    return E;
  }

  bool isSource(const clang::Expr *E) const {
    const auto *Ref =
        llvm::dyn_cast<clang::DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == &Source;
  }
  const clang::MemberExpr *memberOfSource(const clang::Expr *E) const {
    const auto *Member = llvm::dyn_cast<clang::MemberExpr>(E->IgnoreParens());
    return Member && !Member->isArrow() && isSource(Member->getBase())
               ? Member
               : nullptr;
  }
  bool isSourceHandle(const clang::Expr *E) const {
    const clang::MemberExpr *Member = memberOfSource(E->IgnoreParenImpCasts());
    return Member && Member->getMemberDecl() == &Handle;
  }

  const clang::ParmVarDecl &Source;
  const clang::FieldDecl &Handle;
  unsigned Uses = 0, Reads = 0;
  bool Taken = false;
};

/// Finds owners, and where implicit copies of a class really happen.
class OwnerVisitor : public FirstPartyVisitor<OwnerVisitor> {
public:
  using FirstPartyVisitor::FirstPartyVisitor;

  bool shouldVisitImplicitCode() const { return true; }

  bool VisitCXXRecordDecl(clang::CXXRecordDecl *R) {
    if (R->isThisDeclarationADefinition() && !R->isInvalidDecl() &&
        !R->isDependentContext())
      if (std::optional<cuda::Release> Found = cuda::unconditionalRelease(*R))
        Owners.push_back({R, *Found});
    return true;
  }

  /// A local variable that is returned is mostly built in place.
  bool VisitReturnStmt(clang::ReturnStmt *S) {
    if (S->getNRVOCandidate() && S->getRetValue())
      if (const auto *E = llvm::dyn_cast<clang::CXXConstructExpr>(
              S->getRetValue()->IgnoreImplicit()))
        Returned.insert(E);
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *E) {
    const clang::CXXConstructorDecl *C = E->getConstructor();
    if (C->isCopyOrMoveConstructor() && !E->isElidable() &&
        !Returned.contains(E))
      Uses.try_emplace(C->getCanonicalDecl(), E);
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *E) {
    if (E->isAssignmentOp())
      if (const clang::FunctionDecl *F = E->getDirectCallee())
        Uses.try_emplace(F->getCanonicalDecl(), E);
    return true;
  }

  std::vector<std::pair<const clang::CXXRecordDecl *, cuda::Release>> Owners;
  llvm::DenseMap<const clang::FunctionDecl *, const clang::Expr *> Uses;

private:
  llvm::SmallPtrSet<const clang::CXXConstructExpr *, 8> Returned;
};

class RaiiMoveChecker final : public Checker {
public:
  void finish() override {
    OwnerVisitor Visitor(context());
    Visitor.run();
    for (const auto &[Class, Found] : Visitor.Owners)
      for (const clang::Decl *D : Class->decls())
        if (const auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(D))
          checkMember(*M, *Class, Found, Visitor);
  }

private:
  static std::optional<Transfer> transferOf(const clang::CXXMethodDecl &M) {
    if (const auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(&M)) {
      if (C->isCopyConstructor())
        return Transfer::Copy;
      if (C->isMoveConstructor())
        return Transfer::Move;
    }
    if (M.isCopyAssignmentOperator())
      return Transfer::Copy;
    if (M.isMoveAssignmentOperator())
      return Transfer::Move;
    return std::nullopt;
  }

  void checkMember(const clang::CXXMethodDecl &M,
                   const clang::CXXRecordDecl &Class,
                   const cuda::Release &Found, const OwnerVisitor &Visitor) {
    std::optional<Transfer> How = transferOf(M);
    if (!How || M.isDeleted() || M.isInvalidDecl())
      return;
    if (M.isImplicit()) {
      // Nobody asked for it: wrong once it is used.
      if (const clang::Expr *Use = Visitor.Uses.lookup(M.getCanonicalDecl()))
        report(Class.getLocation(), M, Class, Found, *How, "implicit")
            .note(Use->getExprLoc(), "used here");
    } else if (M.isDefaulted()) {
      report(M.getLocation(), M, Class, Found, *How, "defaulted");
    } else if (leavesHandle(M, *Found.Field, *How)) {
      report(M.getLocation(), M, Class, Found, *How, "this");
    }
  }

  /// Whether a hand-written member copies the handle and does nothing to make
  /// the other object give it up.
  static bool leavesHandle(const clang::CXXMethodDecl &M,
                           const clang::FieldDecl &Handle, Transfer How) {
    const clang::FunctionDecl *Definition = nullptr;
    clang::Stmt *Body = M.getBody(Definition);
    if (!Body || Definition->getNumParams() == 0)
      return false;
    // A hand-written copy may count references in its body.
    const auto *Block = llvm::dyn_cast<clang::CompoundStmt>(Body);
    bool IsConstructor = llvm::isa<clang::CXXConstructorDecl>(M);
    if (How == Transfer::Copy &&
        (!IsConstructor || !Block || !Block->body_empty()))
      return false;
    SourceUse Use(*Definition->getParamDecl(0), Handle);
    if (const auto *C = llvm::dyn_cast<clang::CXXConstructorDecl>(Definition))
      for (clang::CXXCtorInitializer *I : C->inits())
        Use.TraverseConstructorInitializer(I);
    Use.TraverseStmt(Body);
    return Use.leavesHandle();
  }

  FindingBuilder report(clang::SourceLocation Loc,
                        const clang::CXXMethodDecl &M,
                        const clang::CXXRecordDecl &Class,
                        const cuda::Release &Found, Transfer How,
                        llvm::StringRef Which) {
    bool Constructor = llvm::isa<clang::CXXConstructorDecl>(M);
    std::string Member =
        (Which + (How == Transfer::Move ? " move " : " copy ") +
         (Constructor ? "constructor" : "assignment") + " of '" +
         Class.getName() + "'")
            .str();
    FindingBuilder B = diag(context().sources().getFileLoc(Loc),
                            Member + " leaves '" + Found.Field->getName() +
                                "' in both objects, and both release it");
    B.in(&M);
    B.note(context().sources().getFileLoc(Found.Call->getBeginLoc()),
           "the destructor releases it here");
    return B;
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(RaiiMove)

} // namespace oxide
