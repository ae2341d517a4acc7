// SPDX-License-Identifier: Apache-2.0

#include "prover/MaskTerms.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

namespace oxide::prover {

using namespace llvm;

/// The runs of set bits, as ranges of lanes.
TermRef MaskTerms::containsConstant(uint32_t Bits, TermRef Lane) {
  if (Bits == ~0u)
    return T.truth(true);
  SmallVector<TermRef, 4> Runs;
  for (unsigned I = 0; I < 32; ++I) {
    if (!(Bits >> I & 1))
      continue;
    unsigned First = I;
    while (I < 32 && (Bits >> I & 1))
      ++I;
    Runs.push_back(T.both(T.lessEqual(T.constant(First), Lane),
                          T.less(Lane, T.constant(I))));
  }
  return T.anyOf(Runs);
}

TermRef MaskTerms::contains(Query &Q, const Value *Mask, const Instruction *Use,
                            unsigned OfMask, unsigned OfLane) {
  using namespace llvm::PatternMatch;
  constexpr Relation R = Relation::SameWarp;
  TermRef Lane = Q.copy(
      T.remainder(Q.translator().linearThread(), T.constant(32)), OfLane, R);
  auto Operand = [&](const Value *V) { return Q.copy(X.term(V), OfMask, R); };
  auto Part = [&](const Value *V) {
    return contains(Q, V, Use, OfMask, OfLane);
  };
  if (const auto *C = dyn_cast<ConstantInt>(Mask))
    return containsConstant(C->getZExtValue(), Lane);
  const Value *A, *B, *Condition;
  const APInt *C;
  if (match(Mask, m_Not(m_Value(A)))) {
    TermRef In = Part(A);
    return In ? T.logicalNot(In) : nullptr;
  }
  if (match(Mask, m_And(m_Value(A), m_Value(B)))) {
    TermRef InA = Part(A), InB = Part(B);
    return InA && InB ? T.both(InA, InB) : nullptr;
  }
  if (match(Mask, m_Or(m_Value(A), m_Value(B)))) {
    TermRef InA = Part(A), InB = Part(B);
    return InA && InB ? T.either(InA, InB) : nullptr;
  }
  if (match(Mask, m_Select(m_Value(Condition), m_Value(A), m_Value(B)))) {
    TermRef InA = Part(A), InB = Part(B), If = Operand(Condition);
    return InA && InB ? T.either(T.both(If, InA), T.both(T.logicalNot(If), InB))
                      : nullptr;
  }
  // Some lanes from one on: 0xffff << first, and all from one on.
  if (match(Mask, m_Shl(m_APInt(C), m_Value(A)))) {
    TermRef First = Operand(A);
    if (C->isAllOnes())
      return T.lessEqual(First, Lane);
    if (C->isMask())
      return T.both(
          T.lessEqual(First, Lane),
          T.less(Lane, T.add(First, T.constant(C->countTrailingOnes()))));
    return nullptr;
  }
  // All lanes below one: ~0u >> n, (1 << n) - 1.
  if (match(Mask, m_LShr(m_AllOnes(), m_Value(A))))
    return T.less(Lane, T.sub(T.constant(32), Operand(A)));
  if (match(Mask, m_Add(m_Shl(m_One(), m_Value(A)), m_AllOnes())))
    return T.less(Lane, Operand(A));
  // Those who said yes, among those who were asked.
  const auto *Call = dyn_cast<IntrinsicInst>(Mask);
  if (Call && Call->getIntrinsicID() == Intrinsic::nvvm_vote_ballot_sync) {
    const Loop *Around = K.loops().getLoopFor(Call->getParent());
    if (Around && !Around->contains(Use))
      return nullptr;
    TermRef Asked = contains(Q, Call->getArgOperand(0), Use, OfMask, OfLane);
    if (!Asked)
      return nullptr;
    return T.allOf({Asked, Q.copy(X.reach(Call->getParent()), OfLane, R),
                    Q.copy(X.term(Call->getArgOperand(1)), OfLane, R)});
  }
  return nullptr;
}

} // namespace oxide::prover
