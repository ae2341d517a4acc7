// SPDX-License-Identifier: Apache-2.0
//
// The part of the memory model that follows addresses to where their arithmetic
// begins.

#include "prover/AsmEffects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"

namespace oxide::prover {

using namespace llvm;

/// Adds to \p Into where the address arithmetic that leads to \p V begins.
/// Inline PTX takes addresses as integers. False when \p V is no address.
bool MemoryModel::collectBases(const Value *V,
                               SmallPtrSetImpl<const Value *> &Seen,
                               std::vector<const Value *> &Into) const {
  if (isa<PHINode>(V) && !Seen.insert(V).second)
    return true;
  auto Add = [&](const Value *Base) {
    if (!is_contained(Into, Base))
      Into.push_back(Base);
  };
  if (V->getType()->isPointerTy()) {
    SmallVector<const Value *, 4> Bases;
    getUnderlyingObjects(V, Bases, const_cast<LoopInfo *>(&K.loops()),
                         /*MaxLookup=*/0);
    for (const Value *B : Bases) {
      const Value *Same = sameAddress(B);
      if (!Same || !collectBases(Same, Seen, Into))
        Add(B);
    }
    return true;
  }
  if (const Value *Same = sameAddress(V))
    return collectBases(Same, Seen, Into);
  if (isa<BinaryOperator>(V)) {
    bool First = collectBases(cast<User>(V)->getOperand(0), Seen, Into);
    return collectBases(cast<User>(V)->getOperand(1), Seen, Into) || First;
  }
  SmallVector<const Value *, 4> Choices;
  if (const auto *S = dyn_cast<SelectInst>(V))
    Choices = {S->getTrueValue(), S->getFalseValue()};
  else if (isa<PHINode>(V))
    Choices.append(cast<User>(V)->op_begin(), cast<User>(V)->op_end());
  size_t Before = Into.size();
  SmallVector<const Value *, 4> Others;
  for (const Value *C : Choices)
    if (!collectBases(C, Seen, Into) && !isa<Constant>(C))
      Others.push_back(C);
  if (Into.size() == Before)
    return false;
  // What is an address in one case is one in the others.
  for_each(Others, Add);
  return true;
}

std::vector<const Value *> MemoryModel::basesOf(const Value *Pointer) const {
  SmallPtrSet<const Value *, 16> Seen;
  std::vector<const Value *> Result;
  collectBases(Pointer, Seen, Result);
  return Result;
}

} // namespace oxide::prover
