// SPDX-License-Identifier: Apache-2.0

#include "prover/Uniformity.h"
#include "prover/AccessCensus.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace oxide::prover {

using namespace llvm;

Uniformity::Uniformity(KernelIR &K, MemoryModel &M) : K(K), M(M) {
  // Scopes only widen, and there are four of them.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock *B : K.blocks())
      for (const Instruction &I : *B)
        Changed |= update(I);
  }
}

Scope Uniformity::of(const Value *V) const {
  if (!isa<Instruction>(V))
    return Scope::Launch;
  auto It = Known.find(V);
  return It == Known.end() ? Scope::Launch : It->second;
}

bool Uniformity::update(const Instruction &I) {
  Scope New = compute(I);
  Scope &Old = Known.try_emplace(&I, Scope::Launch).first->second;
  if (New <= Old)
    return false;
  Old = New;
  return true;
}

Scope Uniformity::joinOperands(const User &U) const {
  Scope S = Scope::Launch;
  for (const Use &O : U.operands())
    S = std::max(S, of(O));
  return S;
}

/// Whether all ways from \p X meet again in \p L, in the same iteration and
/// with no way out of it before.
bool Uniformity::joinsInside(const BasicBlock *X, const Loop *L) const {
  const auto *Node = K.postDominators().getNode(X);
  const BasicBlock *Join =
      Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
  if (!Join || !L->contains(Join))
    return false;
  SmallVector<const BasicBlock *, 8> Stack(successors(X));
  DenseSet<const BasicBlock *> Seen;
  while (!Stack.empty()) {
    const BasicBlock *B = Stack.pop_back_val();
    if (B == Join || !Seen.insert(B).second)
      continue;
    if (!L->contains(B) || B == L->getHeader())
      return false;
    Stack.append(succ_begin(B), succ_end(B));
  }
  return true;
}

Scope Uniformity::exitOf(const Loop *L) const {
  SmallVector<BasicBlock *, 4> Exiting;
  L->getExitingBlocks(Exiting);
  Scope S = Scope::Launch;
  for (const BasicBlock *B : Exiting) {
    const Instruction *T = B->getTerminator();
    for (const Use &O : T->operands())
      S = std::max(S, of(O));
  }
  // Whether an exit is reached in an iteration depends on the branches that do
  // not join again before it.
  for (const BasicBlock *X : L->blocks())
    if (K.dominators().isReachableFromEntry(X) &&
        X->getTerminator()->getNumSuccessors() > 1 && !joinsInside(X, L))
      for (const Use &O : X->getTerminator()->operands())
        S = std::max(S, of(O));
  return S;
}

Scope Uniformity::computePhi(const PHINode &Phi) {
  const BasicBlock *B = Phi.getParent();
  Scope S = joinOperands(Phi);
  const Loop *L = K.loops().getLoopFor(B);
  if (L && L->getHeader() == B)
    return S;
  // Values of a loop that threads leave in different iterations.
  for (const BasicBlock *Pred : predecessors(B))
    for (const Loop *Inner = K.loops().getLoopFor(Pred);
         Inner && !Inner->contains(B); Inner = Inner->getParentLoop())
      S = std::max(S, exitOf(Inner));
  if (Phi.hasConstantValue())
    return S;
  // Which edge is taken depends on the branches between the nearest common
  // dominator and here.
  const auto *Node = K.dominators().getNode(B);
  if (!Node || !Node->getIDom())
    return S;
  const BasicBlock *Top = Node->getIDom()->getBlock();
  SmallVector<const BasicBlock *, 8> Stack(predecessors(B));
  DenseSet<const BasicBlock *> Seen;
  while (!Stack.empty()) {
    const BasicBlock *X = Stack.pop_back_val();
    if (!K.dominators().isReachableFromEntry(X) || !Seen.insert(X).second)
      continue;
    const Instruction *T = X->getTerminator();
    if (T->getNumSuccessors() > 1)
      for (const Use &O : T->operands())
        S = std::max(S, of(O));
    if (X != Top)
      Stack.append(pred_begin(X), pred_end(X));
  }
  return S;
}

const Uniformity::BlockSet &Uniformity::phaseOf(const BasicBlock *B) {
  auto [It, New] = Phases.try_emplace(B);
  if (!New)
    return It->second;
  auto Cuts = [&](const BasicBlock *X) {
    const SyncPoint *S = K.syncAt(X);
    return S && S->Scope != SyncScope::Warp;
  };
  // Back to the barriers, forth from them.
  BlockSet Back, Forth;
  SmallVector<const BasicBlock *, 16> Stack{B}, Sources;
  while (!Stack.empty()) {
    const BasicBlock *X = Stack.pop_back_val();
    if (!Back.insert(X).second)
      continue;
    if (Cuts(X) || X->isEntryBlock())
      Sources.push_back(X);
    if (!Cuts(X))
      Stack.append(pred_begin(X), pred_end(X));
  }
  for (const BasicBlock *S : Sources) {
    Forth.insert(S);
    Stack.append(succ_begin(S), succ_end(S));
  }
  while (!Stack.empty()) {
    const BasicBlock *X = Stack.pop_back_val();
    if (!Cuts(X) && Forth.insert(X).second)
      Stack.append(succ_begin(X), succ_end(X));
  }
  // The map may have grown: the iterator is still valid only for its key.
  return Phases[B] = std::move(Forth);
}

bool Uniformity::writtenInPhase(const Instruction *At,
                                const MemoryObject *Object) {
  // Threads of other blocks are never separated from this one.
  bool Everywhere = !Object->isShared();
  const BlockSet &Phase = phaseOf(At->getParent());
  for (const RawAccess &A : M.accesses())
    if (A.Kind != AccessKind::Read &&
        (Everywhere || Phase.contains(A.At->getParent())))
      for (const MemoryObject *O : M.objectsOf(A.Pointer))
        if (MemoryModel::mayAlias(*O, *Object))
          return true;
  return false;
}

Scope Uniformity::computeLoad(const LoadInst &Load) {
  Scope Address = of(Load.getPointerOperand());
  // Somebody else may write what is read as volatile.
  if (Load.isAtomic() || isVolatileInSource(Load))
    return Scope::Thread;
  if (Address > Scope::Block)
    return Address;
  Scope S = Address;
  for (const MemoryObject *O : M.objectsOf(Load.getPointerOperand())) {
    if (O->Kind == ObjectKind::Local)
      return Scope::Thread;
    if (O->isShared())
      S = std::max(S, Scope::Block);
    bool Written = any_of(M.objects(), [&](const MemoryObject &W) {
      return W.Written && MemoryModel::mayAlias(W, *O);
    });
    if (!Written)
      continue;
    S = std::max(S, Scope::Block);
    if (writtenInPhase(&Load, O))
      return Scope::Thread;
  }
  return S;
}

Scope Uniformity::computeCall(const CallBase &Call) {
  if (const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand())) {
    StringRef Text = Asm->getAsmString();
    if (Text.contains("%envreg") || Text.contains("%reserved_smem") ||
        Text.contains("%dynamic_smem") || Text.contains("%total_smem") ||
        Text.contains("%nwarpid"))
      return Scope::Launch;
    if (Asm->hasSideEffects() || Text.contains('%'))
      return Scope::Thread;
    return joinOperands(Call);
  }
  Scope Operands = Scope::Launch;
  for (const Use &A : Call.args())
    Operands = std::max(Operands, of(A));
  switch (Call.getIntrinsicID()) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    return Scope::Thread;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
    return Scope::Block;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_warpsize:
    return Scope::Launch;
  case Intrinsic::nvvm_barrier_cta_red_and_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_and_all:
  case Intrinsic::nvvm_barrier_cta_red_or_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_or_all:
  case Intrinsic::nvvm_barrier_cta_red_popc_aligned_all:
  case Intrinsic::nvvm_barrier_cta_red_popc_all:
    return Scope::Block;
  case Intrinsic::nvvm_vote_all_sync:
  case Intrinsic::nvvm_vote_any_sync:
  case Intrinsic::nvvm_vote_uni_sync:
  case Intrinsic::nvvm_vote_ballot_sync: {
    const auto *Mask = dyn_cast<ConstantInt>(Call.getArgOperand(0));
    return Mask && Mask->isMinusOne() ? Scope::Warp : Scope::Thread;
  }
  case Intrinsic::nvvm_shfl_sync_idx_i32:
  case Intrinsic::nvvm_shfl_sync_idx_f32: {
    // The last operand packs the width: 0x1f is the whole warp.
    const auto *Mask = dyn_cast<ConstantInt>(Call.getArgOperand(0));
    const auto *Clamp = dyn_cast<ConstantInt>(Call.getArgOperand(3));
    bool Whole = Mask && Mask->isMinusOne() && Clamp &&
                 (Clamp->getZExtValue() & 0x1f00) == 0;
    return Whole && of(Call.getArgOperand(2)) <= Scope::Warp ? Scope::Warp
                                                             : Scope::Thread;
  }
  default:
    return Call.doesNotAccessMemory() && !Call.isConvergent() ? Operands
                                                              : Scope::Thread;
  }
}

Scope Uniformity::compute(const Instruction &I) {
  if (const auto *Phi = dyn_cast<PHINode>(&I))
    return computePhi(*Phi);
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return computeLoad(*Load);
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return computeCall(*Call);
  if (isa<AllocaInst>(I))
    return Scope::Launch; // the same place in each thread's own memory
  if (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I))
    return Scope::Thread;
  if (isa<FreezeInst>(I) && isa<UndefValue>(I.getOperand(0)))
    return Scope::Thread;
  return joinOperands(I);
}

} // namespace oxide::prover
