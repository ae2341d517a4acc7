// SPDX-License-Identifier: Apache-2.0
//
// oxide-use-after-move, see docs/checkers/use-after-move.md.

#include "core/Checker.h"
#include "cuda/ResourceOwner.h"
#include "host/Conditions.h"
#include "host/FlowRegion.h"
#include "host/PathChanges.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace oxide {

namespace {

using namespace cuda;

/// The moves out of local variables in a body, and what uses them.
class Moves : public clang::RecursiveASTVisitor<Moves> {
public:
  struct Place {
    const clang::Expr *At;
    AccessPath Object;
  };
  std::vector<Place> Taken, Used;

  bool shouldVisitImplicitCode() const { return true; }
  bool TraverseLambdaExpr(clang::LambdaExpr *) { return true; }

  bool VisitCXXConstructExpr(clang::CXXConstructExpr *Made) {
    if (Made->getConstructor()->isMoveConstructor() && Made->getNumArgs())
      take(Made, Made->getArg(0));
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *Call) {
    const auto *M =
        llvm::dyn_cast_or_null<clang::CXXMethodDecl>(Call->getDirectCallee());
    if (M && M->isMoveAssignmentOperator())
      take(Call, Call->getArg(1));
    else if (Call->getOperator() == clang::OO_Call)
      for (unsigned I = 1; I != Call->getNumArgs(); ++I)
        use(Call, Call->getArg(I));
    return true;
  }
  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr *Call) {
    // Others may give the object a new value.
    if (Call->getMethodDecl() && Call->getMethodDecl()->isConst())
      use(Call, Call->getImplicitObjectArgument());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *Call) {
    const clang::FunctionDecl *F = Call->getDirectCallee();
    if (!F || llvm::isa<clang::CXXOperatorCallExpr>(Call))
      return true;
    for (unsigned I = 0; I < Call->getNumArgs() && I < F->getNumParams(); ++I) {
      clang::QualType T = F->getParamDecl(I)->getType();
      if (T->isReferenceType() && T->getPointeeType().isConstQualified())
        use(Call, Call->getArg(I));
    }
    return true;
  }

private:
  void take(const clang::Expr *At, const clang::Expr *From) {
    const auto *Call =
        llvm::dyn_cast<clang::CallExpr>(From->IgnoreParenCasts());
    if (Call && Call->isCallToStdMove())
      add(At, Call->getArg(0), Taken);
  }
  void use(const clang::Expr *At, const clang::Expr *Object) {
    add(At, Object, Used);
  }
  static void add(const clang::Expr *At, const clang::Expr *Object,
                  std::vector<Place> &Into) {
    const auto *Ref =
        llvm::dyn_cast<clang::DeclRefExpr>(Object->IgnoreParenImpCasts());
    std::optional<AccessPath> Path = Ref ? pathOf(Ref) : std::nullopt;
    if (Path && Path->isLocal())
      Into.push_back({At, std::move(*Path)});
  }
};

class UseAfterMoveChecker final : public Checker {
public:
  void finish() override {
    for (const HostFunction &F : context().get<HostCode>().functions()) {
      Moves Found;
      Found.TraverseStmt(F.Decl->getBody());
      if (!Found.Taken.empty() && F.cfg())
        lookAt(F, Found);
    }
  }

private:
  void lookAt(const HostFunction &F, const Moves &Found) {
    FlowRegions Regions(*F.cfg());
    PathChanges Changes(F);
    for (const Moves::Place &Move : Found.Taken) {
      if (!ownsResource(Move.Object.Root->getType()))
        continue;
      std::optional<FlowPoint> From = Regions.find(Move.At);
      auto Find = [&](llvm::ArrayRef<Moves::Place> Places,
                      llvm::StringRef What) {
        for (const Moves::Place &U : Places) {
          std::optional<FlowPoint> To = Regions.find(U.At);
          if (!(U.Object == Move.Object) || !From || !To ||
              !isUnderConditionsOf(*F.Decl, *U.At, *Move.At) ||
              !Regions.connects(*From, *To, [&](const auto &E) {
                return Changes.at(E, Move.Object) && !isMove(E, Found);
              }))
            continue;
          diag(U.At->getExprLoc(), "'" + U.Object.text() + "' is " + What +
                                       " after it was moved from")
              .in(F.Decl)
              .note(Move.At->getExprLoc(), "moved from here");
          return true;
        }
        return false;
      };
      if (!Find(Found.Used, "used"))
        Find(Found.Taken, "moved from again");
    }
  }

  /// std::move takes a reference, and changes nothing.
  static bool isMove(const clang::CFGElement &E, const Moves &Found) {
    auto S = E.getAs<clang::CFGStmt>();
    if (!S)
      return false;
    const auto *Call = llvm::dyn_cast<clang::CallExpr>(S->getStmt());
    return (Call && Call->isCallToStdMove()) ||
           llvm::any_of(Found.Taken, [&](const Moves::Place &P) {
             return P.At == S->getStmt();
           });
  }

  /// A class that owns something of the device's and that is empty when it was
  /// moved from: one of ours, or one whose destructor releases a handle.
  static bool ownsResource(clang::QualType T) {
    const clang::CXXRecordDecl *R = T->getAsCXXRecordDecl();
    if (!R || !R->hasDefinition())
      return false;
    const auto *Scope =
        llvm::dyn_cast<clang::NamespaceDecl>(R->getDeclContext());
    bool Ours = Scope && Scope->getName() == "oxide" &&
                Scope->getDeclContext()->isTranslationUnit();
    return (Ours && !R->hasTrivialDestructor()) ||
           unconditionalRelease(*R->getDefinition());
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(UseAfterMove)

} // namespace oxide
