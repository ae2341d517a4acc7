// SPDX-License-Identifier: Apache-2.0
//
// Whether two threads can conflict: touch one byte, one of them writing, with
// nothing that orders them.

#ifndef OXIDE_CHECKERS_PROVER_RACES_H
#define OXIDE_CHECKERS_PROVER_RACES_H

#include "prover/AsyncCopies.h"
#include "prover/Phases.h"
#include "prover/Query.h"

namespace oxide::prover {

/// Two accesses that may conflict.
struct Conflict {
  const Access *First = nullptr, *Second = nullptr;
  Relation Between = Relation::SameBlock;
  /// The barrier that both threads executed last; null: none yet.
  const SyncPoint *Since = nullptr;
  QueryResult Result;
  /// Both write, and in every such execution the same value.
  bool SameValue = false;
  /// Both store what all lanes of their warps may have been given.
  bool Exchanged = false;
  /// One is a copy that was issued before the barrier.
  bool InFlight = false;
  /// Terms of the model, as thread 1 and 2 see them: byte offsets and the
  /// iterations of the loops around the accesses.
  TermRef Offset1 = nullptr, Offset2 = nullptr;
  std::vector<std::pair<const llvm::Loop *, TermRef>> Iterations1, Iterations2;
};

struct RaceReport {
  /// Everything that is not proven, at most one entry for a pair of source
  /// accesses; in the order of the accesses.
  std::vector<Conflict> Conflicts;
  /// Of threads with their own asynchronous copies.
  std::vector<EarlyUse> EarlyUses;
  /// An asynchronous copy that is not followed to its waits, or null.
  const llvm::Instruction *OpenCopy = nullptr;
  unsigned Pairs = 0; ///< pairs that were looked at
};

struct RaceOptions {
  unsigned Lockstep = 0;
  /// One conflict is as bad as many: whether there is any is all that is asked,
  /// and the report has one at most, without a witness.
  bool UntilFirst = false;
};

RaceReport findRaces(Query &Q, KernelIR &K, llvm::ArrayRef<Access> Accesses,
                     const RaceOptions &Options);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_RACES_H
