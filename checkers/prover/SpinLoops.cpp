// SPDX-License-Identifier: Apache-2.0
//
// Loops that wait for what another thread writes.

#include "prover/SyncAccess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

namespace oxide::prover {

using namespace llvm;

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

} // namespace oxide::prover
