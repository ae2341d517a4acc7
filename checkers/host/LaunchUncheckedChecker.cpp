// SPDX-License-Identifier: Apache-2.0
//
// oxide-launch-unchecked, see docs/checkers/launch-unchecked.md.

#include "core/Checker.h"
#include "core/FirstPartyVisitor.h"
#include "cuda/CodeModel.h"
#include "host/ExecutedCode.h"
#include "host/HostCode.h"
#include "host/LibraryCalls.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide {

namespace {

using namespace cuda;

/// Calls whose result nobody looks at.
class DiscardedCalls : public clang::RecursiveASTVisitor<DiscardedCalls> {
public:
  llvm::SmallPtrSet<const clang::CallExpr *, 16> All;

  bool VisitCompoundStmt(clang::CompoundStmt *S) {
    for (clang::Stmt *Child : S->body())
      add(Child);
    return true;
  }
  bool VisitIfStmt(clang::IfStmt *S) {
    add(S->getThen());
    add(S->getElse());
    return true;
  }
  bool VisitForStmt(clang::ForStmt *S) {
    add(S->getBody());
    return true;
  }
  bool VisitWhileStmt(clang::WhileStmt *S) {
    add(S->getBody());
    return true;
  }
  bool VisitSwitchCase(clang::SwitchCase *S) {
    add(S->getSubStmt());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *B) {
    if (B->getOpcode() == clang::BO_Comma)
      add(B->getLHS());
    return true;
  }

private:
  void add(clang::Stmt *S) {
    const auto *E = llvm::dyn_cast_or_null<clang::Expr>(S);
    if (!E)
      return;
    E = E->IgnoreParenCasts();
    if (const auto *Full = llvm::dyn_cast<clang::FullExpr>(E))
      E = Full->getSubExpr()->IgnoreParenCasts();
    if (const auto *Call = llvm::dyn_cast<clang::CallExpr>(E))
      All.insert(Call);
  }
};

/// Functions that are used in another way than for a call: somebody may call
/// them out of view.
class HandedAround : public FirstPartyVisitor<HandedAround> {
public:
  explicit HandedAround(CheckContext &Ctx) : FirstPartyVisitor(Ctx) { run(); }

  bool contains(const clang::FunctionDecl &F) const {
    return Uses.lookup(F.getCanonicalDecl()) > 0;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *Ref) {
    if (const auto *F = llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()))
      ++Uses[F->getCanonicalDecl()];
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *Call) {
    const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(
        Call->getCallee()->IgnoreParenImpCasts());
    if (const auto *F =
            Ref ? llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()) : nullptr)
      --Uses[F->getCanonicalDecl()];
    return true;
  }

private:
  llvm::DenseMap<const clang::FunctionDecl *, int> Uses;
};

class LaunchUncheckedChecker final : public Checker {
public:
  void finish() override {
    auto &Code = context().get<HostCode>();
    for (const HostFunction &F : Code.functions())
      findCallers(F, Code);
    HandedAround Others(context());
    Around = &Others;
    for (const HostFunction &F : Code.functions())
      if (const Launch *L = firstUnchecked(F, Code))
        diag(L->Call->getBeginLoc(),
             "after this launch" +
                 (L->Kernel ? " of " + quotedName(*L->Kernel) : "") +
                 " nobody in view looks at errors")
            .in(F.Decl)
            .note(L->Call->getBeginLoc(),
                  "cudaGetLastError() tells whether a launch has failed");
  }

private:
  struct CallSite {
    const HostFunction *From;
    const clang::CallExpr *Call;
  };

  void findCallers(const HostFunction &F, const HostCode &Code) {
    for (const clang::CallExpr *Call : F.UserCalls)
      if (const HostFunction *Callee = Code.find(Call->getDirectCallee()))
        Callers[Callee].push_back({&F, Call});
  }

  /// The first launch of \p F after which some way out of the program's view
  /// has no look at errors.
  const Launch *firstUnchecked(const HostFunction &F, const HostCode &Code) {
    for (const Launch &L : F.Launches)
      if (L.Form == LaunchForm::Chevron && leavesUnchecked(F, *L.Call, Code, 0))
        return &L;
    return nullptr;
  }

  /// Whether control can get from \p From to the end of \p F, and on in who
  /// calls it, without a look at errors.
  bool leavesUnchecked(const HostFunction &F, const clang::CallExpr &From,
                       const HostCode &Code, unsigned Depth) {
    // What is not followed may look at them.
    constexpr unsigned MostDepth = 6;
    const clang::CFG *Flow = F.cfg();
    if (!Flow || Depth > MostDepth || F.Decl->isMain())
      return Flow && F.Decl->isMain() && reachesExit(F, *Flow, From, Code);
    if (!reachesExit(F, *Flow, From, Code))
      return false;
    auto It = Callers.find(&F);
    if (It == Callers.end())
      return !isLambda(*F.Decl) && !Around->contains(*F.Decl);
    for (const CallSite &S : It->second)
      if (leavesUnchecked(*S.From, *S.Call, Code, Depth + 1))
        return true;
    return false;
  }

  /// What is handed around is called by somebody, who may look.
  static bool isLambda(const clang::FunctionDecl &F) {
    const auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(&F);
    return M && M->getParent()->isLambda();
  }

  bool reachesExit(const HostFunction &F, const clang::CFG &Flow,
                   const clang::CallExpr &From, const HostCode &Code) {
    DiscardedCalls Discarded;
    Discarded.TraverseStmt(F.Decl->getBody());
    llvm::SmallVector<const clang::CFGBlock *, 16> Stack;
    llvm::SmallPtrSet<const clang::CFGBlock *, 16> Seen;
    /// Whether the elements from \p Begin on have a look at errors.
    auto Checks = [&](const clang::CFGBlock &B, size_t Begin) {
      for (size_t I = Begin; I < B.size(); ++I)
        if (looks(B[I], From, Discarded, Code))
          return true;
      return false;
    };
    auto Follow = [&](const clang::CFGBlock &B) {
      for (const clang::CFGBlock *Next : B.succs())
        if (Next && Seen.insert(Next).second)
          Stack.push_back(Next);
    };
    bool Found = false;
    for (const clang::CFGBlock *B : Flow)
      for (size_t I = 0; I < B->size() && !Found; ++I)
        if (auto S = (*B)[I].getAs<clang::CFGStmt>();
            S && S->getStmt() == &From) {
          Found = true;
          if (!Checks(*B, I + 1))
            Follow(*B);
        }
    while (!Stack.empty()) {
      const clang::CFGBlock *B = Stack.pop_back_val();
      if (B == &Flow.getExit())
        return true;
      if (B->hasNoReturnElement() || throws(*B) || Checks(*B, 0))
        continue;
      Follow(*B);
    }
    return false;
  }

  static bool throws(const clang::CFGBlock &B) {
    auto Last = B.empty() ? std::nullopt : B.back().getAs<clang::CFGStmt>();
    return Last && llvm::isa<clang::CXXThrowExpr>(Last->getStmt());
  }

  /// Whether \p E looks at errors, or may.
  bool looks(const clang::CFGElement &E, const clang::CallExpr &From,
             const DiscardedCalls &Discarded, const HostCode &Code) {
    if (auto D = E.getAs<clang::CFGImplicitDtor>())
      return mayLook(D->getDestructorDecl(context().ast()), Code);
    auto S = E.getAs<clang::CFGStmt>();
    if (!S || S->getStmt() == &From)
      return false;
    if (const auto *Call = llvm::dyn_cast<clang::CallExpr>(S->getStmt()))
      return looks(*Call, Discarded, Code);
    const auto *Made = llvm::dyn_cast<clang::CXXConstructExpr>(S->getStmt());
    return Made && mayLook(Made->getConstructor(), Code);
  }

  bool looks(const clang::CallExpr &Call, const DiscardedCalls &Discarded,
             const HostCode &Code) {
    if (std::optional<ApiCall> Api = asApiCall(Call))
      return !Api->Api->has(HostApi::Unchecked) &&
             (Api->Api->Role == ApiRole::LastError ||
              !Discarded.All.contains(&Call));
    if (llvm::isa<clang::CUDAKernelCallExpr>(Call))
      return false;
    const clang::FunctionDecl *F = Call.getDirectCallee();
    if (F && isCudaName(*F))
      return !Discarded.All.contains(&Call);
    return !F || isOverridable(*F) ||
           takesCode(llvm::ArrayRef(Call.getArgs(), Call.getNumArgs())) ||
           mayLook(F, Code);
  }

  bool mayLook(const clang::FunctionDecl *F, const HostCode &Code) {
    if (!F)
      return true;
    if (const HostFunction *User = Code.find(F))
      return mayLook(*User, Code);
    return !isInertLibraryFunction(*F);
  }

  bool mayLook(const HostFunction &F, const HostCode &Code) {
    auto [It, New] = Looking.try_emplace(&F, false);
    if (!New)
      return It->second;
    DiscardedCalls Discarded;
    Discarded.TraverseStmt(F.Decl->getBody());
    ExecutedCode All(F.Decl->getBody());
    bool Result =
        llvm::any_of(All.Calls,
                     [&](const clang::CallExpr *C) {
                       return looks(*C, Discarded, Code);
                     }) ||
        llvm::any_of(All.Functions, [&](const clang::FunctionDecl *C) {
          return mayLook(C, Code);
        });
    return Looking[&F] = Result;
  }

  llvm::DenseMap<const HostFunction *, std::vector<CallSite>> Callers;
  llvm::DenseMap<const HostFunction *, bool> Looking;
  const HandedAround *Around = nullptr;
};

} // namespace

OXIDE_REGISTER_CHECKER(LaunchUnchecked)

} // namespace oxide
