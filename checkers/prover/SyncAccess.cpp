// SPDX-License-Identifier: Apache-2.0

#include "prover/SyncAccess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace oxide::prover {

using namespace llvm;

/// One fence and nothing else.
static std::optional<FenceOp> asmFence(const Instruction &I,
                                       const InlineAsm &Asm) {
  StringRef Text = StringRef(Asm.getAsmString()).trim().rtrim(';').trim();
  if (!Text.consume_front("fence.acq_rel.") &&
      !Text.consume_front("fence.sc.") && !Text.consume_front("membar."))
    return std::nullopt;
  if (Text == "cta")
    return FenceOp{&I, SyncScope::Block};
  if (Text == "cluster")
    return FenceOp{&I, SyncScope::Cluster};
  if (Text == "gpu" || Text == "gl" || Text == "sys")
    return FenceOp{&I, SyncScope::Grid};
  return std::nullopt;
}

std::optional<FenceOp> asFence(const Instruction &I) {
  if (const auto *F = dyn_cast<FenceInst>(&I)) {
    SmallVector<StringRef, 8> Names;
    I.getContext().getSyncScopeNames(Names);
    StringRef Name =
        F->getSyncScopeID() < Names.size() ? Names[F->getSyncScopeID()] : "";
    return FenceOp{&I, Name == "block"          ? SyncScope::Block
                       : Name == "cluster"      ? SyncScope::Cluster
                       : Name == "singlethread" ? SyncScope::Warp
                                                : SyncScope::Grid};
  }
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return std::nullopt;
  if (const auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return asmFence(I, *Asm);
  switch (Call->getIntrinsicID()) {
  case Intrinsic::nvvm_membar_cta:
    return FenceOp{&I, SyncScope::Block};
  case Intrinsic::nvvm_fence_sc_cluster:
    return FenceOp{&I, SyncScope::Cluster};
  case Intrinsic::nvvm_membar_gl:
  case Intrinsic::nvvm_membar_sys:
    return FenceOp{&I, SyncScope::Grid};
  default:
    return std::nullopt;
  }
}

std::optional<std::pair<const Value *, const Value *>>
compareAndSwap(const Instruction &I) {
  if (const auto *X = dyn_cast<AtomicCmpXchgInst>(&I))
    return std::pair(X->getCompareOperand(), X->getNewValOperand());
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (Call && Call->getCalledFunction()->getName().contains(".atomic.cas.") &&
      Call->arg_size() == 3)
    return std::pair(Call->getArgOperand(1), Call->getArgOperand(2));
  return std::nullopt;
}

SyncAccesses::SyncAccesses(KernelIR &K, MemoryModel &M) : K(K), M(M) {
  for (const BasicBlock *B : K.blocks())
    for (const Instruction &I : *B)
      if (std::optional<FenceOp> F = asFence(I))
        Fences.push_back(*F);
  for (const RawAccess &A : M.accesses()) {
    bool IsAtomic = A.Kind == AccessKind::Atomic;
    if (!IsAtomic && !A.Volatile)
      continue;
    SyncAccess S;
    S.Raw = &A;
    for (const MemoryObject *O : M.objectsOf(A.Pointer))
      if (!O->isPrivate())
        S.Objects.push_back(O);
    if (S.Objects.empty())
      continue;
    S.Scope = IsAtomic ? A.AtomicTo : SyncScope::Grid;
    // What nobody looks at tells nobody anything.
    S.Reads = !A.At->use_empty() &&
              (IsAtomic ? !isa<StoreInst>(A.At) : A.Kind == AccessKind::Read);
    S.Writes = IsAtomic ? !isa<LoadInst>(A.At) : A.Kind == AccessKind::Write;
    Strong.push_back(std::move(S));
  }
  findSpins();
  for (const SpinLoop &S : Spins)
    for (SyncAccess &A : Strong)
      if (A.Raw == S.Observed) {
        A.Spins = true;
        auto Swap = compareAndSwap(*A.Raw->At);
        A.Locks = Swap && Swap->first != Swap->second;
      }
}

const SyncAccess *SyncAccesses::find(const Instruction *I) const {
  for (const SyncAccess &A : Strong)
    if (A.Raw->At == I)
      return &A;
  return nullptr;
}

bool SyncAccesses::mayMeet(const SyncAccess &A, const SyncAccess &B) {
  return any_of(A.Objects, [&](const MemoryObject *X) {
    return any_of(B.Objects, [&](const MemoryObject *Y) {
      return MemoryModel::mayAlias(*X, *Y);
    });
  });
}

bool SyncAccesses::isSpunOn(const SyncAccess &A) const {
  return any_of(Strong, [&](const SyncAccess &Other) {
    return Other.Spins && mayMeet(A, Other);
  });
}

const DenseSet<const BasicBlock *> &
SyncAccesses::behind(const BasicBlock *B) const {
  auto [It, New] = Behind.try_emplace(B);
  if (!New)
    return It->second;
  DenseSet<const BasicBlock *> &Seen = It->second;
  SmallVector<const BasicBlock *, 16> Stack(successors(B));
  while (!Stack.empty()) {
    const BasicBlock *X = Stack.pop_back_val();
    if (Seen.insert(X).second)
      Stack.append(succ_begin(X), succ_end(X));
  }
  return Seen;
}

bool SyncAccesses::reaches(const Instruction *From,
                           const Instruction *To) const {
  const BasicBlock *B = From->getParent();
  return (B == To->getParent() && From != To && From->comesBefore(To)) ||
         behind(B).contains(To->getParent());
}

bool SyncAccesses::fenced(const Instruction *From, const Instruction *To,
                          SyncScope Scope) const {
  auto Passed = [&](SyncScope Of, const Instruction *At) {
    return Of >= Scope && reaches(From, At) && reaches(At, To);
  };
  // A barrier is a fence for those who wait at it.
  return any_of(Fences,
                [&](const FenceOp &F) { return Passed(F.Scope, F.At); }) ||
         any_of(K.syncs(),
                [&](const SyncPoint &S) { return Passed(S.Scope, S.At); });
}

bool SyncAccesses::meetsInCluster(const Instruction *From,
                                  const Instruction *To) const {
  return any_of(K.syncs(), [&](const SyncPoint &S) {
    return S.Scope == SyncScope::Cluster && reaches(From, S.At) &&
           reaches(S.At, To);
  });
}

SmallVector<const Instruction *, 4>
SyncAccesses::decidedBy(const Instruction *I) const {
  SmallVector<const Instruction *, 4> Branches;
  DenseSet<const Instruction *> Seen{I};
  SmallVector<const Instruction *, 16> Stack{I};
  auto Push = [&](const Instruction *Next) {
    if (Seen.insert(Next).second)
      Stack.push_back(Next);
  };
  while (!Stack.empty()) {
    const Instruction *X = Stack.pop_back_val();
    for (const User *U : X->users()) {
      const auto *Next = dyn_cast<Instruction>(U);
      if (!Next)
        continue;
      if (Next->isTerminator()) {
        if (Next->getNumSuccessors() > 1 && !is_contained(Branches, Next))
          Branches.push_back(Next);
        continue;
      }
      const auto *S = dyn_cast<StoreInst>(Next);
      if (!S) {
        Push(Next);
        continue;
      }
      if (S->getValueOperand() != X)
        continue;
      std::vector<const MemoryObject *> To =
          M.objectsOf(S->getPointerOperand());
      if (!all_of(To, [](const MemoryObject *O) { return O->isShared(); }))
        continue;
      for (const RawAccess &R : M.accesses())
        if (R.Kind == AccessKind::Read &&
            any_of(M.objectsOf(R.Pointer),
                   [&](const MemoryObject *O) { return is_contained(To, O); }))
          Push(R.At);
    }
  }
  return Branches;
}

bool SyncAccesses::controls(ArrayRef<const Instruction *> Branches,
                            const Instruction *I) const {
  return any_of(Branches, [&](const Instruction *Br) {
    const BasicBlock *From = Br->getParent();
    return any_of(successors(From), [&](const BasicBlock *To) {
      return K.dominators().dominates(BasicBlockEdge(From, To), I->getParent());
    });
  });
}

} // namespace oxide::prover
