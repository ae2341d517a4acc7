// SPDX-License-Identifier: Apache-2.0

#include "prover/PointerCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"

namespace oxide::prover {

using namespace llvm;

namespace {

bool isPointerCall(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && Call->isIndirectCall();
}

/// What a pointer to a function may be.
struct Targets {
  SmallSetVector<Function *, 4> Functions;
  bool FromOutside = false;
  bool Known = true;
};

Targets targetsOf(const Value *Pointer) {
  Targets Result;
  SmallSetVector<const Value *, 8> Work;
  Work.insert(Pointer);
  for (unsigned I = 0; I != Work.size(); ++I) {
    const Value *V = Work[I]->stripPointerCasts();
    if (const auto *F = dyn_cast<Function>(V)) {
      Result.Functions.insert(const_cast<Function *>(F));
    } else if (const auto *Phi = dyn_cast<PHINode>(V)) {
      Work.insert(Phi->op_begin(), Phi->op_end());
    } else if (const auto *Select = dyn_cast<SelectInst>(V)) {
      Work.insert(Select->getTrueValue());
      Work.insert(Select->getFalseValue());
    } else if (const auto *Load = dyn_cast<LoadInst>(V)) {
      // A table of functions; a virtual function comes by way of two loads.
      const Value *From = getUnderlyingObject(Load->getPointerOperand());
      Result.FromOutside = true;
      Result.Known &= isa<Argument, GlobalVariable>(From);
    } else if (isa<Argument>(V)) {
      Result.FromOutside = true;
    } else if (!isa<ConstantPointerNull, UndefValue>(V)) {
      Result.Known = false;
    }
  }
  return Result;
}

} // namespace

bool hasPointerCalls(const Module &M) {
  return any_of(M, [](const Function &F) {
    return any_of(instructions(F), isPointerCall);
  });
}

PointerCalls splitPointerCalls(Function &Kernel,
                               ArrayRef<Function *> Candidates) {
  SmallVector<CallBase *, 4> Calls;
  for (Instruction &I : instructions(Kernel))
    if (isPointerCall(I))
      Calls.push_back(cast<CallBase>(&I));
  PointerCalls Result;
  for (CallBase *Call : Calls) {
    Targets To = targetsOf(Call->getCalledOperand());
    if (!To.Known)
      continue;
    if (To.FromOutside)
      To.Functions.insert(Candidates.begin(), Candidates.end());
    SmallVector<Function *, 4> Functions = To.Functions.takeVector();
    erase_if(Functions, [&](Function *F) {
      return F->getFunctionType() != Call->getFunctionType() ||
             !isLegalToPromote(*Call, F);
    });
    if (Functions.empty())
      continue;
    Result.Changed = true;
    Result.Assumed |= To.FromOutside;
    for (Function *F : ArrayRef(Functions).drop_back())
      promoteCallWithIfThenElse(*Call, F);
    promoteCall(*Call, Functions.back());
  }
  return Result;
}

} // namespace oxide::prover
