// SPDX-License-Identifier: Apache-2.0

#include "prover/InputFlow.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace oxide::prover {

using namespace llvm;

namespace {

class InputFlow {
public:
  explicit InputFlow(const Function &F) : F(F) {}

  bool decides() {
    for (const Argument &A : F.args())
      if (!A.getType()->isIntegerTy() && !A.getType()->isPointerTy())
        mark(&A);
    for (const Instruction &I : instructions(F))
      if (isSource(I))
        mark(&I);
    while (!Work.empty())
      spread(Work.pop_back_val());
    return Decides;
  }

private:
  void mark(const Value *V) {
    if (Marked.insert(V).second)
      Work.push_back(V);
  }

  static bool isSource(const Instruction &I) {
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      return !isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand()));
    if (const auto *Call = dyn_cast<CallBase>(&I))
      return !Call->getType()->isVoidTy() &&
             (!Call->doesNotAccessMemory() || Call->isConvergent());
    return I.isAtomic();
  }

  void spread(const Value *V) {
    for (const User *U : V->users())
      if (const auto *I = dyn_cast<Instruction>(U))
        reach(V, *I);
  }

  void reach(const Value *V, const Instruction &I) {
    if (I.isTerminator() || getPointerOperand(&I) == V) {
      // A returned value does not occur: kernels return nothing.
      Decides = true;
    } else if (const auto *Store = dyn_cast<StoreInst>(&I)) {
      keep(Store->getPointerOperand());
    } else if (const auto *Call = dyn_cast<CallBase>(&I)) {
      for (const Value *Operand : Call->args())
        if (Operand->getType()->isPointerTy())
          keep(Operand);
      mark(&I);
    } else {
      mark(&I);
    }
  }

  /// What a local variable was given comes back from any load of it.
  void keep(const Value *Pointer) {
    const auto *Local = dyn_cast<AllocaInst>(getUnderlyingObject(Pointer));
    if (!Local || !Kept.insert(Local).second)
      return;
    for (const Instruction &I : instructions(F))
      if (const auto *Load = dyn_cast<LoadInst>(&I);
          Load && getUnderlyingObject(Load->getPointerOperand()) == Local)
        mark(Load);
  }

  static const Value *getPointerOperand(const Instruction *I) {
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
      return I->getOperand(0);
    return getLoadStorePointerOperand(I);
  }

  const Function &F;
  DenseSet<const Value *> Marked;
  DenseSet<const AllocaInst *> Kept;
  SmallVector<const Value *, 32> Work;
  bool Decides = false;
};

} // namespace

bool dependsOnContents(const Function &F) { return InputFlow(F).decides(); }

} // namespace oxide::prover
