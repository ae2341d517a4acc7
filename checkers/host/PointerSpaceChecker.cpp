// SPDX-License-Identifier: Apache-2.0
//
// oxide-pointer-space, see docs/checkers/pointer-space.md.

#include "core/Checker.h"
#include "host/Spaces.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace oxide {

namespace {

using namespace cuda;

/// The pointers through which a body reads or writes. What only computes an
/// address, `&p[i]`, `p->array` or a reference to `*p`, is none.
class Dereferences : public clang::RecursiveASTVisitor<Dereferences> {
public:
  struct Use {
    const clang::Expr *Pointer;
    clang::SourceLocation At;
    llvm::StringRef What;
  };
  std::vector<Use> Uses;

  explicit Dereferences(const clang::ASTContext &AST) : AST(&AST) {}

  // Not evaluated.
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) {
    return true;
  }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr *) { return true; }
  bool TraverseCXXTypeidExpr(clang::CXXTypeidExpr *) { return true; }
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc, bool = true) {
    return true;
  }
  // A function of its own.
  bool TraverseLambdaExpr(clang::LambdaExpr *) { return true; }

  bool shouldVisitImplicitCode() const { return true; }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *Cast) {
    if (Cast->getCastKind() == clang::CK_LValueToRValue)
      access(Cast->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *B) {
    if (B->isAssignmentOp())
      access(B->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *U) {
    if (U->isIncrementDecrementOp())
      access(U->getSubExpr());
    return true;
  }
  /// Copies of objects of classes.
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *Made) {
    if (Made->getConstructor()->isCopyOrMoveConstructor() &&
        Made->getConstructor()->isTrivial() && Made->getNumArgs() == 1)
      access(Made->getArg(0));
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *Call) {
    const auto *M =
        llvm::dyn_cast_or_null<clang::CXXMethodDecl>(Call->getDirectCallee());
    if (M && M->isTrivial() && Call->isAssignmentOp())
      for (const clang::Expr *Side : Call->arguments())
        access(Side);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *Call) {
    const clang::FunctionDecl *F = Call->getDirectCallee();
    if (!F || !F->getIdentifier() || llvm::isa<clang::CXXMethodDecl>(F))
      return true;
    unsigned Pointers = llvm::StringSwitch<unsigned>(F->getName())
                            .Cases({"memcpy", "memmove", "memcmp"}, 2)
                            .Case("memset", 1)
                            .Default(0);
    for (unsigned I = 0; I != Pointers && I < Call->getNumArgs(); ++I)
      add(Call->getArg(I), Call->getArg(I)->getExprLoc(), "accesses");
    if (F->getName() == "free" && Call->getNumArgs() == 1)
      add(Call->getArg(0), Call->getExprLoc(), "frees");
    return true;
  }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *D) {
    add(D->getArgument(), D->getExprLoc(), "frees");
    return true;
  }

private:
  /// The array that \p Pointer is the beginning of; null for other pointers.
  static const clang::Expr *decayed(const clang::Expr *Pointer) {
    const auto *Cast =
        llvm::dyn_cast<clang::ImplicitCastExpr>(Pointer->IgnoreParens());
    return Cast && Cast->getCastKind() == clang::CK_ArrayToPointerDecay
               ? Cast->getSubExpr()
               : nullptr;
  }
  /// The lvalue \p E is read or written.
  void access(const clang::Expr *E) {
    while (E) {
      E = E->IgnoreParenBaseCasts()->IgnoreParenNoopCasts(*AST);
      const clang::Expr *Pointer = nullptr;
      llvm::StringRef What = "dereferences";
      if (const auto *M = llvm::dyn_cast<clang::MemberExpr>(E)) {
        if (!llvm::isa<clang::FieldDecl>(M->getMemberDecl()))
          return;
        if (!M->isArrow()) {
          E = M->getBase();
          continue;
        }
        Pointer = M->getBase();
      } else if (const auto *S = llvm::dyn_cast<clang::ArraySubscriptExpr>(E)) {
        Pointer = S->getBase();
        What = "indexes";
      } else if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(E);
                 U && U->getOpcode() == clang::UO_Deref) {
        Pointer = U->getSubExpr();
      } else {
        return;
      }
      const clang::Expr *Array = decayed(Pointer);
      if (!Array)
        add(Pointer, E->getExprLoc(), What);
      E = Array;
    }
  }
  void add(const clang::Expr *Pointer, clang::SourceLocation At,
           llvm::StringRef What) {
    Uses.push_back({Pointer, At, What});
  }

  const clang::ASTContext *AST;
};

class PointerSpaceChecker final : public Checker {
public:
  void finish() override {
    auto &Facts = context().get<SpaceFacts>();
    for (const HostFunction &F : context().get<HostCode>().functions()) {
      if (!F.usesDevice() && !isGivenSpace(F, Facts))
        continue;
      lookAtHostUses(F, Facts.of(F));
      lookAtFrees(F, Facts.of(F));
      lookAtLaunches(F, Facts.of(F));
    }
  }

private:
  /// Whether a function in view gives \p F a pointer.
  static bool isGivenSpace(const HostFunction &F, SpaceFacts &Facts) {
    return llvm::any_of(F.UserCalls, [&](const clang::CallExpr *Call) {
      return Facts.returned(Call->getDirectCallee()).has_value();
    });
  }

  /// Device memory that the host touches.
  void lookAtHostUses(const HostFunction &F, const Spaces &S) {
    Dereferences All(context().ast());
    All.TraverseStmt(F.Decl->getBody());
    for (const Dereferences::Use &U : All.Uses) {
      std::optional<SpaceFact> Fact = S.of(U.Pointer);
      if (!Fact || Fact->Space != MemorySpace::Device)
        continue;
      report(F, U.At, U.Pointer, *Fact,
             "host code " + U.What + nameOf(U.Pointer) +
                 ", which points to device memory");
    }
  }

  /// The wrong function for what is freed.
  void lookAtFrees(const HostFunction &F, const Spaces &S) {
    for (const ApiCall &Call : F.Calls) {
      if (Call.Api->Role != ApiRole::Free || !Call.target())
        continue;
      std::optional<SpaceFact> Fact = S.of(Call.target());
      bool Pinned = Call.Api->Space == MemorySpace::Pinned;
      if (!Fact || Fact->Space == MemorySpace::Array ||
          (Pinned ? Fact->Space == MemorySpace::Pinned
                  : Fact->Space == MemorySpace::Device ||
                        Fact->Space == MemorySpace::Managed))
        continue;
      report(F, Call.target()->getExprLoc(), Call.target(), *Fact,
             Call.name() + " frees" + nameOf(Call.target()) +
                 ", which points to " + toString(Fact->Space));
    }
  }

  /// Host memory that a kernel gets.
  void lookAtLaunches(const HostFunction &F, const Spaces &S) {
    for (const Launch &L : F.Launches)
      for (const clang::Expr *Argument : L.Arguments) {
        if (!Argument->getType()->isPointerType() ||
            !pathOf(Argument)) // launch-arguments has what is no pointer
          continue;
        std::optional<SpaceFact> Fact = S.of(Argument);
        if (!Fact || Fact->Space != MemorySpace::Host)
          continue;
        report(F, Argument->getExprLoc(), Argument, *Fact,
               "a kernel gets" + nameOf(Argument) +
                   ", which points to host memory");
      }
  }

  static std::string nameOf(const clang::Expr *Pointer) {
    std::optional<AccessPath> Path = pathOf(Pointer);
    return Path ? " '" + Path->text() + "'" : std::string(" a pointer");
  }

  void report(const HostFunction &F, clang::SourceLocation At,
              const clang::Expr *Pointer, const SpaceFact &Fact,
              const llvm::Twine &Text) {
    FindingBuilder Found = diag(At, Text);
    Found << Pointer->getSourceRange();
    Found.in(F.Decl).note(Fact.Since, "it comes from " + Fact.Why);
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(PointerSpace)

} // namespace oxide
