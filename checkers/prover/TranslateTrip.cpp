// SPDX-License-Identifier: Apache-2.0
//
// The part of the translator that counts the iterations of loops.

#include "prover/Translator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace oxide::prover {

using namespace llvm;

const LoopTrip &Translator::trip(const Loop *L) {
  if (auto It = Cache.Trips.find(L); It != Cache.Trips.end())
    return It->second;
  // A condition of the loop that leads back here stays without facts.
  Cache.Trips[L] = {nullptr, T.truth(true)};
  LoopTrip Result = computeTrip(L);
  return Cache.Trips[L] = Result;
}

/// The number of iterations \p S of \p L, which is unsigned. Null where it is
/// not known, or so large that it says nothing.
TermRef Translator::count(const SCEV *S, const Loop *L) {
  constexpr int64_t Most = std::numeric_limits<uint32_t>::max();
  TermRef Result = evolution(S, L->getHeader());
  if (!Result)
    return nullptr;
  unsigned Bits = S->getType()->getIntegerBitWidth();
  if (Result->isConstant() && (Result->value() < 0 || Result->value() >= Most))
    return nullptr;
  return asUnsigned(Result, Bits);
}

/// How \p V moves from one iteration of \p L to the next: not down (1), not up
/// (-1), or in a way that is not known (0).
int Translator::direction(Value *V, const Loop &L) {
  ScalarEvolution &SE = K.evolution();
  if (const auto *R = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(V));
      R && R->getLoop() == &L && R->isAffine()) {
    TermRef Step = evolution(R->getStepRecurrence(SE), L.getHeader());
    return !Step ? 0 : Step->lo() >= 0 ? 1 : Step->hi() <= 0 ? -1 : 0;
  }
  const auto *Phi = dyn_cast<PHINode>(V);
  if (const auto *Next = dyn_cast<BinaryOperator>(V))
    Phi = dyn_cast<PHINode>(Next->getOperand(0));
  std::optional<Shift> S = Phi ? shiftOf(*Phi, L) : std::nullopt;
  if (!S || (V != Phi && V != Phi->getIncomingValueForBlock(L.getLoopLatch())))
    return 0;
  AssumesNoWrap |= S->Left;
  return S->Left ? 1 : -1;
}

/// Whether \p L has one exit, whose condition stays false once it is false.
bool Translator::leavesForGood(const Loop &L) {
  const BasicBlock *Exiting = L.getExitingBlock();
  const auto *Branch =
      Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
  const auto *C = Branch && Branch->isConditional()
                      ? dyn_cast<ICmpInst>(Branch->getCondition())
                      : nullptr;
  if (!C || !C->getOperand(0)->getType()->isIntegerTy())
    return false;
  ScalarEvolution &SE = K.evolution();
  auto Varies = [&](unsigned I) {
    return !SE.isLoopInvariant(SE.getSCEV(C->getOperand(I)), &L);
  };
  unsigned Moving = Varies(0) ? 0 : 1;
  if (Varies(1 - Moving))
    return false;
  CmpInst::Predicate P = C->getPredicate();
  if (Moving == 1)
    P = CmpInst::getSwappedPredicate(P);
  if (!L.contains(Branch->getSuccessor(0)))
    P = CmpInst::getInversePredicate(P);
  int Direction = direction(C->getOperand(Moving), L);
  // What is shifted to the right stays 0.
  const auto *Zero = dyn_cast<ConstantInt>(C->getOperand(1 - Moving));
  if (P == CmpInst::ICMP_NE && Zero && Zero->isZero())
    return Direction < 0 &&
           !isa<SCEVAddRecExpr>(SE.getSCEV(C->getOperand(Moving)));
  if (!ICmpInst::isRelational(P))
    return false;
  return ICmpInst::isLT(P) || ICmpInst::isLE(P) ? Direction > 0 : Direction < 0;
}

LoopTrip Translator::computeTrip(const Loop *L) {
  ScalarEvolution &SE = K.evolution();
  TermRef Iteration = iteration(L);
  LoopTrip Result;
  // Whether iteration k begins, where no formula says so: unknown, but the
  // same for all threads that leave the loop together.
  auto Unknown = [&] {
    Symbol S;
    S.Boolean = true;
    S.Rests = Grade::Approximate;
    S.Varies = U.exitOf(L);
    S.Name = "begun";
    std::vector<TermRef> Arguments{Iteration};
    if (const Loop *Outer = L->getParentLoop())
      append_range(Arguments, iterationsAround(Outer->getHeader()));
    const Symbol &New = T.symbol(std::move(S));
    Origins[&New] = L->getHeader()->getTerminator();
    return T.apply(New, Arguments);
  };
  // Who enters a loop begins its iteration 0, whatever the count says.
  auto AtMost = [&](TermRef Last) {
    return T.either(T.zero(Iteration), T.lessEqual(Iteration, Last));
  };
  if (L->getExitingBlock() && SE.hasLoopInvariantBackedgeTakenCount(L))
    Result.Last = count(SE.getBackedgeTakenCount(L), L);
  if (Result.Last) {
    Result.Begun = AtMost(Result.Last);
    return Result;
  }
  SmallVector<TermRef, 4> Facts;
  if (const SCEV *Max = SE.getSymbolicMaxBackedgeTakenCount(L);
      Max && !isa<SCEVCouldNotCompute>(Max))
    if (TermRef Bound = count(Max, L))
      Facts.push_back(AtMost(Bound));
  // Iteration k needs that iteration k - 1 did not leave.
  if (const BasicBlock *Latch = L->getLoopLatch()) {
    TermRef Continues = T.both(local(Latch), edge(Latch, L->getHeader()));
    TermRef Before = T.replace(
        Continues, [&](const Symbol &S, ArrayRef<TermRef>) -> TermRef {
          return &S == &Iteration->symbol() ? T.sub(Iteration, T.constant(1))
                                            : nullptr;
        });
    Facts.push_back(T.either(T.zero(Iteration), Before));
  }
  if (!leavesForGood(*L))
    Facts.push_back(Unknown());
  Result.Begun = T.allOf(Facts);
  return Result;
}

} // namespace oxide::prover
