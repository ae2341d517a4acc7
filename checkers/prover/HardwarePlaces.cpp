// SPDX-License-Identifier: Apache-2.0

#include "prover/HardwarePlaces.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

/// Adds what is known of the iterations of both sides.
void HardwarePlaces::relate(const Unclosed &U, Relation R,
                            std::vector<TermRef> &Facts) {
  auto First = [&](const Loop *L) { return Q.copy(X.iteration(L), 1, R); };
  auto Second = [&](const Loop *L) { return Q.copy(X.iteration(L), 2, R); };
  for (const Loop *L = K.loops().getLoopFor(U.Use->At->getParent()); L;
       L = L->getParentLoop()) {
    // Entered since, or again.
    if (!L->contains(U.Open->At) ||
        (U.Crossed && L != U.Crossed && U.Crossed->contains(L)))
      Facts.push_back(T.zero(Second(L)));
    else if (L == U.Crossed)
      Facts.push_back(T.equal(Second(L), T.add(First(L), T.constant(1))));
    else
      Facts.push_back(T.equal(First(L), Second(L)));
  }
}

/// Adds that thread \p Thread comes to \p At. False where that is not followed.
bool HardwarePlaces::reached(const Instruction *At, unsigned Thread, Relation R,
                             std::vector<TermRef> &Facts) {
  TermRef Reach = X.reach(At->getParent());
  if (Reach->grade() == Grade::Approximate)
    return false;
  Facts.push_back(Q.copy(Reach, Thread, R));
  return true;
}

/// The block that stands for \p B outside of the loops that \p Beside is not
/// in; null where some iteration may pass \p B by.
const BasicBlock *HardwarePlaces::anchor(const BasicBlock *B,
                                         const BasicBlock *Beside) const {
  for (const Loop *L = K.loops().getLoopFor(B); L && !L->contains(Beside);
       L = L->getParentLoop()) {
    const BasicBlock *Latch = L->getLoopLatch();
    if (!Latch || !K.dominators().dominates(B, Latch))
      return nullptr;
    B = L->getHeader();
  }
  return B;
}

/// Whoever executes the use has executed the opening, as far as branches tell.
bool HardwarePlaces::isUnconditional(const Unclosed &U) const {
  const BasicBlock *Open = U.Open->At->getParent();
  const BasicBlock *Use = U.Use->At->getParent();
  const BasicBlock *From = anchor(Open, Use), *To = anchor(Use, Open);
  const DominatorTree &DT = K.dominators();
  if (!From || !To)
    return false;
  if (!U.Crossed)
    return DT.dominates(From, To);
  const BasicBlock *Latch = U.Crossed->getLoopLatch();
  return Latch && DT.dominates(From, Latch) && DT.dominates(To, Latch);
}

bool HardwarePlaces::meet(const Unclosed &U) {
  const Access *A = U.Open->Place, *B = U.Use->Place;
  if (!A || !B || A->Object != B->Object || !A->Raw->Width || !B->Raw->Width)
    return false;
  std::vector<TermRef> Facts = Q.frame(Block, /*Distinct=*/false);
  Facts.push_back(Q.copy(A->Condition, 1, Block));
  Facts.push_back(Q.copy(B->Condition, 2, Block));
  relate(U, Block, Facts);
  TermRef Meet = overlap(T, *A, Q.copy(A->Offset, 1, Block), *B,
                         Q.copy(B->Offset, 2, Block));
  Facts.push_back(Meet);
  std::vector<TermRef> All(Facts);
  All.push_back(Q.copy(X.reach(U.Open->At->getParent()), 1, Block));
  All.push_back(Q.copy(X.reach(U.Use->At->getParent()), 2, Block));
  if (Q.impossible(All))
    return false;
  // Behind loops that wait for other threads the ways are not followed; what is
  // on every way is executed all the same.
  bool Followed = reached(U.Open->At, 1, Block, Facts);
  Followed &= reached(U.Use->At, 2, Block, Facts);
  if (!Followed && !isUnconditional(U))
    return false;
  return Q.ask(Facts, Q.threads(Block), /*Tail=*/false, Meet).Answer ==
         Outcome::Certain;
}

/// Two different threads. A block whose shape nobody tells is a row of threads:
/// code that compares threadIdx.x alone is written for one.
std::vector<TermRef> HardwarePlaces::twoThreads(Relation R) {
  std::vector<TermRef> Facts = Q.frame(R);
  for (unsigned D : {1u, 2u})
    if (!X.blockSize(D)->isConstant())
      Facts.push_back(T.equal(Q.copy(X.threadIndex(D), 1, R),
                              Q.copy(X.threadIndex(D), 2, R)));
  return Facts;
}

bool HardwarePlaces::twice(const HardwareOp &Op) {
  // The lanes of one warp do it at the same moment.
  constexpr Relation R = Relation::OtherWarp;
  if (!Op.Place)
    return false;
  std::vector<TermRef> Facts = twoThreads(R);
  relate({&Op, &Op}, R, Facts);
  TermRef Meet =
      T.equal(Q.copy(Op.Place->Offset, 1, R), Q.copy(Op.Place->Offset, 2, R));
  Facts.push_back(Meet);
  return reached(Op.At, 1, R, Facts) && reached(Op.At, 2, R, Facts) &&
         Q.ask(Facts, Q.threads(R), /*Tail=*/false, Meet).Answer ==
             Outcome::Certain;
}

bool HardwarePlaces::byOtherLane(const Unclosed &U,
                                 ArrayRef<const HardwareOp *> Uses) {
  constexpr Relation R = Relation::SameWarp;
  std::vector<TermRef> Facts = twoThreads(R);
  relate(U, R, Facts);
  if (!reached(U.Open->At, 1, R, Facts) || !reached(U.Use->At, 2, R, Facts))
    return false;
  for (const HardwareOp *Other : Uses) {
    // In no iteration of its loops; those that it shares with the store are
    // the same.
    TermRef Reach = X.reach(Other->At->getParent());
    if (Reach->grade() == Grade::Approximate)
      return false;
    for (const Loop *L = K.loops().getLoopFor(Other->At->getParent()); L;
         L = L->getParentLoop())
      if (!L->contains(U.Open->At))
        return false;
    Facts.push_back(T.logicalNot(Q.copy(Reach, 1, R)));
  }
  return Q.ask(Facts, Q.threads(R)).Answer == Outcome::Certain;
}

bool HardwarePlaces::isFixed(const HardwareOp &A) const {
  return A.Place && A.Place->Condition->isTrue() &&
         A.Place->Offset->isConstant();
}

bool HardwarePlaces::samePlace(const HardwareOp &A, const HardwareOp &B) const {
  return isFixed(A) && isFixed(B) && A.Place->Object == B.Place->Object &&
         A.Place->Offset == B.Place->Offset;
}

bool HardwarePlaces::inEachIteration(const BasicBlock *B, const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Latch)
    return false;
  // A loop within stands for what it waits for.
  B = anchor(B, L.getHeader());
  const DominatorTree &DT = K.dominators();
  for (unsigned Steps = 0; B && !DT.dominates(B, Latch); ++Steps) {
    const auto *Node = DT.getNode(B);
    if (!Node || !Node->getIDom() || Steps == 8)
      return false;
    B = Node->getIDom()->getBlock();
    const auto *Br = dyn_cast<BranchInst>(B->getTerminator());
    if (!Br || !Br->isConditional())
      continue;
    TermRef Condition = X.term(Br->getCondition());
    if (Condition->grade() != Grade::Exact ||
        any_of(applicationsIn(Condition), [](TermRef A) {
          return A->symbol().Kind == SymbolKind::Iteration;
        }))
      return false;
  }
  return B;
}

} // namespace oxide::prover
