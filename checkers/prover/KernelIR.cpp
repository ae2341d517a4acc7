// SPDX-License-Identifier: Apache-2.0

#include "prover/KernelIR.h"
#include "prover/AsmEffects.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace oxide::prover {

namespace {

using namespace llvm;

bool isZero(const Value *V) {
  const auto *C = dyn_cast<ConstantInt>(V);
  return C && C->isZero();
}

/// A block barrier that all threads of the block take part in has number 0 and
/// no thread count.
std::optional<SyncPoint> blockBarrier(const CallBase &Call) {
  if (Call.arg_size() && !isZero(Call.getArgOperand(0)))
    return std::nullopt;
  return SyncPoint{&Call, SyncScope::Block, nullptr};
}

std::optional<SyncPoint> asmSync(const CallBase &Call, const InlineAsm &Asm) {
  StringRef Text = StringRef(Asm.getAsmString()).trim().rtrim(';').trim();
  if (Text == "bar.sync 0" || Text == "barrier.sync 0" ||
      Text == "barrier.sync.aligned 0" || Text == "bar.sync.aligned 0" ||
      Text == "barrier.cta.sync 0" || Text == "barrier.cta.sync.aligned 0")
    return SyncPoint{&Call, SyncScope::Block, nullptr};
  if (Text.starts_with("barrier.cluster.wait") && !Text.contains(';'))
    return SyncPoint{&Call, SyncScope::Cluster, nullptr};
  if (Text.starts_with("bar.warp.sync") && !Text.contains(';'))
    if (const Value *Mask = asmMask(Call))
      return SyncPoint{&Call, SyncScope::Warp, Mask};
  return std::nullopt;
}

} // namespace

bool isAbort(const BasicBlock &B) {
  if (isa<UnreachableInst>(B.getTerminator()))
    return true;
  for (const Instruction &I : B)
    if (const auto *Call = dyn_cast<CallBase>(&I)) {
      const Function *F = Call->getCalledFunction();
      if (Call->getIntrinsicID() == Intrinsic::trap ||
          (F &&
           (F->getName() == "__assertfail" || F->getName() == "__assert_fail")))
        return true;
    }
  return false;
}

std::optional<SyncPoint> asSync(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return std::nullopt;
  if (const auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return asmSync(*Call, *Asm);
  switch (Call->getIntrinsicID()) {
  case Intrinsic::nvvm_barrier_cta_sync_aligned_all:
  case Intrinsic::nvvm_barrier_cta_sync_all:
  case Intrinsic::nvvm_barrier_cta_red_and_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_and_all:
  case Intrinsic::nvvm_barrier_cta_red_or_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_or_all:
  case Intrinsic::nvvm_barrier_cta_red_popc_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_popc_all:
    return blockBarrier(*Call);
  case Intrinsic::nvvm_bar_warp_sync:
    return SyncPoint{Call, SyncScope::Warp, Call->getArgOperand(0)};
  case Intrinsic::nvvm_barrier_cluster_wait:
  case Intrinsic::nvvm_barrier_cluster_wait_aligned:
    return SyncPoint{Call, SyncScope::Cluster, nullptr};
  default:
    break;
  }
  // The pipeline leaves this call of cooperative groups in place.
  const Function *Callee = Call->getCalledFunction();
  if (Callee && Callee->getName().contains("grid_group4syncEv"))
    return SyncPoint{Call, SyncScope::Grid, nullptr};
  return std::nullopt;
}

/// Runs before the analyses are built: members are initialised in order.
KernelIR::Splitter::Splitter(Function &F, std::vector<SyncPoint> &Syncs) {
  std::vector<SyncPoint> Found;
  for (BasicBlock &B : F)
    for (Instruction &I : B)
      if (std::optional<SyncPoint> S = asSync(I))
        Found.push_back(*S);
  for (const SyncPoint &S : Found) {
    auto *I = const_cast<Instruction *>(S.At);
    if (&*I->getParent()->getFirstNonPHIIt() != I ||
        isa<PHINode>(I->getParent()->front()))
      SplitBlock(I->getParent(), I->getIterator(), (DominatorTree *)nullptr);
    else if (I->getParent()->isEntryBlock())
      SplitBlock(I->getParent(), I->getIterator(), (DominatorTree *)nullptr);
    // What follows is another phase.
    if (Instruction *Next = I->getNextNode(); Next && !Next->isTerminator())
      SplitBlock(I->getParent(), Next->getIterator(), (DominatorTree *)nullptr);
  }
  Syncs = std::move(Found);
}

KernelIR::KernelIR(Function &F)
    : F(F), Split(F, Syncs), DT(F), PDT(F), LI(DT), AC(F),
      TLII(Triple(F.getParent()->getTargetTriple())), TLI(TLII),
      SE(F, TLI, AC, DT, LI) {
  ReversePostOrderTraversal<const Function *> RPO(&F);
  for (const BasicBlock *B : RPO) {
    Index[B] = Order.size();
    Order.push_back(B);
  }
  // An edge backwards that is no latch of a natural loop.
  for (const BasicBlock *B : Order)
    for (const BasicBlock *S : successors(B))
      if (Index[S] <= Index[B]) {
        const Loop *L = LI.getLoopFor(S);
        if (!L || L->getHeader() != S || !L->contains(B))
          Irreducible = true;
      }
}

const SyncPoint *KernelIR::syncAt(const BasicBlock *B) const {
  for (const SyncPoint &S : Syncs)
    if (S.At->getParent() == B)
      return &S;
  return nullptr;
}

} // namespace oxide::prover
