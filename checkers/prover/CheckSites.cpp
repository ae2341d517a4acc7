// SPDX-License-Identifier: Apache-2.0

#include "prover/CheckSites.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

namespace oxide::prover {

using namespace llvm;

/// include/oxide/device/bounds.h, with the names that the linker sees.
static constexpr StringLiteral Failures[] = {
    "_ZN5oxide6detail18index_out_of_rangeEmm",
    "_ZN5oxide6detail18empty_element_usedEv"};

bool isCheckFailure(const Function &F) {
  return is_contained(Failures, F.getName());
}

bool hasChecks(const Module &M) {
  return any_of(Failures, [&](StringRef Name) {
    const Function *F = M.getFunction(Name);
    return F && !F->use_empty();
  });
}

SmallVector<CheckSite, 0>
findChecks(Function &F, function_ref<bool(const Instruction &)> IsFailure) {
  SmallVector<CheckSite, 0> Result;
  auto FailureIn = [&](const BasicBlock &B) -> const Instruction * {
    for (const Instruction &I : B)
      if (IsFailure(I))
        return &I;
    return nullptr;
  };
  for (BasicBlock &B : F) {
    const Instruction *At = FailureIn(B);
    if (At && none_of(predecessors(&B),
                      [&](const BasicBlock *P) { return FailureIn(*P); }))
      Result.push_back({&B, At});
  }
  return Result;
}

void judge(CheckSite &Site, ExactBits &Bits) {
  auto Never = [&](bool Assumptions) {
    return !pred_empty(Site.Failed) &&
           all_of(predecessors(Site.Failed), [&](const BasicBlock *From) {
             return Bits.neverTaken(From, Site.Failed, Assumptions);
           });
  };
  Site.Proof = Never(false)  ? CheckProof::Code
               : Never(true) ? CheckProof::Assumptions
                             : CheckProof::None;
}

bool isMadeInLoop(const BasicBlock &Failed, const LoopInfo &LI) {
  return any_of(predecessors(&Failed), [&](const BasicBlock *From) {
    return LI.getLoopFor(From) != nullptr;
  });
}

void discharge(CheckSite &Site) {
  // A branch that keeps its condition would become an assumption, which keeps
  // the size of the slice alive.
  for (BasicBlock *From : SmallVector<BasicBlock *>(predecessors(Site.Failed)))
    if (auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
        Branch && Branch->isConditional() &&
        Branch->getSuccessor(0) != Branch->getSuccessor(1))
      Branch->setCondition(ConstantInt::getBool(
          From->getContext(), Branch->getSuccessor(1) == Site.Failed));
  changeToUnreachable(&*Site.Failed->getFirstNonPHIIt());
}

} // namespace oxide::prover
