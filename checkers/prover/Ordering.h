// SPDX-License-Identifier: Apache-2.0
//
// Whether two accesses that conflict may be ordered by what threads tell each
// other: a fence and a signal after the first, the signal seen before the
// second.
//
// The model of PTX: atomics and volatile accesses order nothing by themselves.
// A signal publishes what a fence before it covers, to the threads within the
// scope of both. A lock is released and taken; that orders two accesses only
// when both are in a critical section, since either thread may come first.

#ifndef OXIDE_CHECKERS_PROVER_ORDERING_H
#define OXIDE_CHECKERS_PROVER_ORDERING_H

#include "prover/Races.h"
#include "prover/SyncAccess.h"

namespace oxide::prover {

/// What keeps an order from being one.
enum class OrderGap : uint8_t {
  None,    ///< nothing that looks like an order
  Release, ///< no fence, or one too narrow, before the signal
  Acquire  ///< no fence, or one too narrow, after taking the lock
};

struct OrderResult {
  bool MayBeOrdered = false;
  OrderGap Gap = OrderGap::None;
  /// The signal without release, or the lock without acquire.
  const llvm::Instruction *At = nullptr;
  /// The access that is not covered.
  const Access *Uncovered = nullptr;
  SyncScope Needed = SyncScope::Grid;
};

class Ordering {
public:
  Ordering(Query &Q, const SyncAccesses &Syncs) : Q(Q), Syncs(Syncs) {}

  OrderResult judge(const Conflict &C);

private:
  enum class Way : uint8_t { None, ByLock, BySignal };

  /// Whether \p A may be ordered before \p B.
  Way before(const Access &A, const Access &B, Relation R, OrderResult &Result);
  /// Whether a third thread of the block of \p A may pass on what it has seen.
  bool passedOn(const Access &A, const SyncAccess &Seen);

  Query &Q;
  const SyncAccesses &Syncs;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_ORDERING_H
