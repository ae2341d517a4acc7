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

/// The values that a compare-and-swap compares with and writes.
static std::optional<std::pair<const Value *, const Value *>>
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

namespace {

/// What the condition at the end of an iteration comes from.
class SpinCondition {
public:
  SpinCondition(MemoryModel &M, const Loop &L) : M(M), L(L) {}

  /// Whether \p V can change from one iteration to the next only because
  /// another thread writes what a load of the loop reads.
  bool follow(const Value *V) {
    const auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I))
      return true;
    if (!Seen.insert(I).second)
      return true;
    if (isa<PHINode>(I))
      return false;
    if (I->mayReadFromMemory()) {
      const RawAccess *A = nullptr;
      for (const RawAccess &R : M.accesses())
        if (R.At == I && R.Kind != AccessKind::Write) {
          if (A)
            return false;
          A = &R;
        }
      if (!A || Observed)
        return false;
      Observed = A;
      // The operands of an atomic are what it does; the address counts.
      if (A->Kind == AccessKind::Atomic)
        return true;
    } else if (isa<CallBase>(I) && !isa<IntrinsicInst>(I)) {
      return false;
    }
    return all_of(I->operands(), [&](const Use &U) {
      return isa<BasicBlock>(U) || follow(U);
    });
  }

  const RawAccess *Observed = nullptr;

private:
  MemoryModel &M;
  const Loop &L;
  DenseSet<const Instruction *> Seen;
};

} // namespace

void SyncAccesses::findSpins() {
  for (const Loop *L : K.loops().getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 4> Exiting;
    L->getExitingBlocks(Exiting);
    if (Exiting.size() != 1)
      continue;
    const auto *Br = dyn_cast<BranchInst>(Exiting[0]->getTerminator());
    if (!Br || !Br->isConditional())
      continue;
    SpinCondition C(M, *L);
    if (!C.follow(Br->getCondition()) || !C.Observed)
      continue;
    const RawAccess &A = *C.Observed;
    bool Strong = A.Kind == AccessKind::Atomic || A.Volatile;
    std::vector<const MemoryObject *> Objects = M.objectsOf(A.Pointer);
    // What the thread itself writes in the loop may end it.
    bool OwnWrite = any_of(M.accesses(), [&](const RawAccess &W) {
      return &W != &A && W.Kind != AccessKind::Read && L->contains(W.At) &&
             any_of(M.objectsOf(W.Pointer), [&](const MemoryObject *O) {
               return any_of(Objects, [&](const MemoryObject *P) {
                 return MemoryModel::mayAlias(*O, *P);
               });
             });
    });
    bool Shared =
        any_of(Objects, [](const MemoryObject *O) { return !O->isPrivate(); });
    if (OwnWrite || !Shared)
      continue;
    // A counter that only this thread steps is no spin either.
    if (A.Kind == AccessKind::Atomic && isa<AtomicRMWInst>(A.At)) {
      const auto *R = cast<AtomicRMWInst>(A.At);
      const auto *C = dyn_cast<ConstantInt>(R->getValOperand());
      bool Keeps = R->getOperation() == AtomicRMWInst::Xchg ||
                   (C && C->isZero() &&
                    (R->getOperation() == AtomicRMWInst::Add ||
                     R->getOperation() == AtomicRMWInst::Or ||
                     R->getOperation() == AtomicRMWInst::Sub ||
                     R->getOperation() == AtomicRMWInst::Xor));
      if (!Keeps)
        continue;
    }
    Spins.push_back({L, &A, !Strong, dyn_cast<ICmpInst>(Br->getCondition())});
  }
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
