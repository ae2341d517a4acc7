// SPDX-License-Identifier: Apache-2.0

#include "prover/Ordering.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

static SyncScope neededFor(Relation R) {
  return R == Relation::OtherBlock ? SyncScope::Grid
         : R == Relation::SameWarp ? SyncScope::Warp
                                   : SyncScope::Block;
}

/// Whether \p Read is a guess that \p Swap checks: a compare-and-swap that
/// finds another value does nothing.
static bool isChecked(const RawAccess &Read, const RawAccess &Swap) {
  auto Values = compareAndSwap(*Swap.At);
  if (Read.Kind != AccessKind::Read || !Values)
    return false;
  SmallVector<const Value *, 8> Work{Values->first};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (I == Read.At)
      return true;
    if (I && I != Swap.At && Seen.insert(I).second)
      append_range(Work, I->operands());
  }
  return false;
}

OrderResult Ordering::judge(const Conflict &C) {
  OrderResult Result;
  Result.Needed = neededFor(C.Between);
  const SyncAccess *First = Syncs.find(C.First->Raw->At),
                   *Second = Syncs.find(C.Second->Raw->At);
  // Signals are meant to meet each other.
  if (First && Second && (C.First->Raw->Volatile || C.Second->Raw->Volatile) &&
      (Syncs.isSpunOn(*First) || Syncs.isSpunOn(*Second))) {
    Result.MayBeOrdered = true;
    return Result;
  }
  const Instruction *One = C.First->Raw->At, *Two = C.Second->Raw->At;
  bool InCluster =
      C.Between == Relation::OtherBlock &&
      (Syncs.meetsInCluster(One, Two) || Syncs.meetsInCluster(Two, One));
  if (InCluster || isChecked(*C.First->Raw, *C.Second->Raw) ||
      isChecked(*C.Second->Raw, *C.First->Raw)) {
    Result.MayBeOrdered = true;
    return Result;
  }
  Way Forth = before(*C.First, *C.Second, C.Between, Result);
  Way Back = before(*C.Second, *C.First, C.Between, Result);
  Result.MayBeOrdered = Forth == Way::BySignal || Back == Way::BySignal ||
                        (Forth == Way::ByLock && Back == Way::ByLock);
  return Result;
}

Ordering::Way Ordering::before(const Access &A, const Access &B, Relation R,
                               OrderResult &Result) {
  SyncScope Needed = neededFor(R);
  const Instruction *First = A.Raw->At, *Second = B.Raw->At;
  Way Found = Way::None;
  for (const SyncAccess &Signal : Syncs.accesses()) {
    if (!Signal.Writes || Signal.Raw->At == First ||
        !Syncs.reaches(First, Signal.Raw->At))
      continue;
    bool Released =
        Signal.Scope >= Needed && Syncs.fenced(First, Signal.Raw->At, Needed);
    for (const SyncAccess &Seen : Syncs.accesses()) {
      if (!Seen.Reads || !SyncAccesses::mayMeet(Signal, Seen) ||
          Seen.Scope < Needed || Seen.Raw->At == Second ||
          !Syncs.reaches(Seen.Raw->At, Second))
        continue;
      // Others of the block may see it first, and pass it on further.
      bool Relayed = !Released && R == Relation::OtherBlock &&
                     Syncs.fenced(First, Signal.Raw->At, SyncScope::Block) &&
                     passedOn(A, Seen);
      if (!Released && !Relayed) {
        if (Signal.Scope >= Needed && Seen.Spins &&
            Result.Gap == OrderGap::None) {
          Result.Gap = OrderGap::Release;
          Result.At = Signal.Raw->At;
          Result.Uncovered = &A;
        }
        continue;
      }
      if (!Seen.Locks)
        return Way::BySignal;
      if (Syncs.fenced(Seen.Raw->At, Second, Needed)) {
        Found = Way::ByLock;
      } else if (Result.Gap == OrderGap::None) {
        Result.Gap = OrderGap::Acquire;
        Result.At = Seen.Raw->At;
        Result.Uncovered = &B;
      }
    }
  }
  return Found;
}

bool Ordering::passedOn(const Access &A, const SyncAccess &Seen) {
  Translator &X = Q.translator();
  for (const SyncAccess &Heard : Syncs.accesses()) {
    if (!Heard.Reads || Heard.Scope < SyncScope::Block)
      continue;
    bool Tells = any_of(Syncs.accesses(), [&](const SyncAccess &Told) {
      return Told.Writes && Told.Scope >= SyncScope::Grid &&
             SyncAccesses::mayMeet(Told, Seen) &&
             Syncs.fenced(Heard.Raw->At, Told.Raw->At, SyncScope::Grid);
    });
    if (!Tells)
      continue;
    std::vector<TermRef> All = Q.frame(Relation::SameBlock);
    All.push_back(
        Q.copy(X.reach(A.Raw->At->getParent()), 1, Relation::SameBlock));
    All.push_back(
        Q.copy(X.reach(Heard.Raw->At->getParent()), 2, Relation::SameBlock));
    if (!Q.impossible(All))
      return true;
  }
  return false;
}

} // namespace oxide::prover
