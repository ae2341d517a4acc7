// SPDX-License-Identifier: Apache-2.0
//
// oxide-grid-sync-launch, see docs/checkers/grid-sync-launch.md.

#include "core/Checker.h"
#include "cuda/CodeModel.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace oxide {

namespace {

using namespace cuda;

/// Whether a body asks if the group is one of a cooperative launch.
class AsksValidity : public clang::RecursiveASTVisitor<AsksValidity> {
public:
  bool Asks = false;
  bool VisitMemberExpr(clang::MemberExpr *M) {
    const clang::IdentifierInfo *Id = M->getMemberDecl()->getIdentifier();
    Asks |= Id && Id->isStr("is_valid");
    return true;
  }
};

class GridSyncLaunchChecker final : public Checker {
public:
  void finish() override {
    auto &Model = context().get<CodeModel>();
    for (const Launch &L : Model.launches()) {
      if (L.Form != LaunchForm::Chevron && L.Api != "cudaLaunchKernel")
        continue;
      const DeviceFunction *Kernel = L.Kernel ? Model.find(L.Kernel) : nullptr;
      if (Kernel)
        lookAt(L, *Kernel, Model);
    }
  }

private:
  void lookAt(const Launch &L, const DeviceFunction &Kernel,
              const CodeModel &Model) {
    const Operation *Barrier = nullptr;
    AsksValidity Validity;
    for (const DeviceFunction *F : Model.reachableFrom(Kernel)) {
      Validity.TraverseStmt(F->Decl->getBody());
      for (const Operation &O : F->Operations)
        if (!Barrier && O.Effect == OpEffect::GridBarrier)
          Barrier = &O;
    }
    if (!Barrier || Validity.Asks)
      return;
    diag(L.Call->getBeginLoc(),
         "kernel " + quotedName(*L.Kernel) +
             " waits for the whole grid, and this is no cooperative launch")
        .in(L.Function)
        .note(Barrier->Range.getBegin(), "the barrier of the grid")
        .note(L.Call->getBeginLoc(),
              "cudaLaunchCooperativeKernel makes sure that all blocks run at "
              "once");
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(GridSyncLaunch)

} // namespace oxide
