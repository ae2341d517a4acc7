// SPDX-License-Identifier: Apache-2.0

#include "host/HostCode.h"
#include "core/FirstPartyVisitor.h"
#include "cuda/DeviceCode.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide::cuda {

using namespace clang;

/// Looks into each body once, lambdas as functions of their own.
class HostCodeVisitor : public FirstPartyVisitor<HostCodeVisitor> {
  using Base = FirstPartyVisitor<HostCodeVisitor>;

public:
  HostCodeVisitor(CheckContext &Ctx, HostCode &To) : Base(Ctx), To(To) {}

  bool TraverseDecl(Decl *D) {
    auto *F = llvm::dyn_cast_or_null<FunctionDecl>(D);
    if (!F)
      return Base::TraverseDecl(D);
    HostFunction *Around = Current;
    Current = enter(*F);
    Base::TraverseDecl(D);
    Current = Around;
    return true;
  }
  /// The call operator of a lambda is reached through its class only where it
  /// is generic.
  bool TraverseLambdaExpr(LambdaExpr *L) {
    for (Expr *Init : L->capture_inits())
      if (Init)
        TraverseStmt(Init);
    CXXMethodDecl *Operator = L->getCallOperator();
    if (FunctionTemplateDecl *Generic =
            Operator->getDescribedFunctionTemplate()) {
      for (FunctionDecl *Instance : Generic->specializations())
        TraverseDecl(Instance);
      return true;
    }
    return TraverseDecl(Operator);
  }

  bool VisitCallExpr(CallExpr *Call) {
    if (!Current || !Seen.insert(Call).second)
      return true;
    if (std::optional<Launch> L = asLaunch(*Call)) {
      L->Function = Current->Decl;
      Current->Launches.push_back(*L);
    } else if (std::optional<ApiCall> Api = asApiCall(*Call)) {
      Current->Calls.push_back(*Api);
    } else if (const FunctionDecl *Callee = Call->getDirectCallee();
               Callee && Callee->hasBody()) {
      Current->UserCalls.push_back(Call);
    }
    return true;
  }

private:
  HostFunction *enter(FunctionDecl &F) {
    if (!F.doesThisDeclarationHaveABody() || F.isDependentContext() ||
        F.hasAttr<CUDAGlobalAttr>() ||
        (F.hasAttr<CUDADeviceAttr>() && !F.hasAttr<CUDAHostAttr>()))
      return nullptr;
    auto [It, New] = To.Index.try_emplace(F.getCanonicalDecl());
    if (New) {
      To.Functions.emplace_back();
      To.Functions.back().Decl = &F;
      It->second = &To.Functions.back();
    }
    return const_cast<HostFunction *>(It->second);
  }

  HostCode &To;
  HostFunction *Current = nullptr;
  llvm::SmallPtrSet<const CallExpr *, 32> Seen;
};

HostCode::HostCode(CheckContext &Ctx) { HostCodeVisitor(Ctx, *this).run(); }

const HostFunction *HostCode::find(const FunctionDecl *F) const {
  return F ? Index.lookup(F->getCanonicalDecl()) : nullptr;
}

const CFG *HostFunction::cfg() const {
  if (!Built) {
    Built = true;
    CFG::BuildOptions Options;
    Options.AddImplicitDtors = true;
    Options.AddTemporaryDtors = true;
    Options.AddInitializers = true;
    Options.setAllAlwaysAdd();
    Flow =
        CFG::buildCFG(Decl, Decl->getBody(), &Decl->getASTContext(), Options);
  }
  return Flow.get();
}

} // namespace oxide::cuda
