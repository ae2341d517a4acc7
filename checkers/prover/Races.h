// SPDX-License-Identifier: Apache-2.0
//
// Whether two threads can conflict: touch one byte, one of them writing, with
// nothing that orders them.

#ifndef OXIDE_CHECKERS_PROVER_RACES_H
#define OXIDE_CHECKERS_PROVER_RACES_H

#include "prover/Access.h"
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
  /// Terms of the model, as thread 1 and 2 see them: byte offsets and the
  /// iterations of the loops around the accesses.
  TermRef Offset1 = nullptr, Offset2 = nullptr;
  std::vector<std::pair<const llvm::Loop *, TermRef>> Iterations1, Iterations2;
};

struct RaceReport {
  /// Everything that is not proven, at most one entry for a pair of source
  /// accesses; in the order of the accesses.
  std::vector<Conflict> Conflicts;
  unsigned Pairs = 0; ///< pairs that were looked at
};

struct RaceOptions {
  unsigned Lockstep = 0;
};

RaceReport findRaces(Query &Q, KernelIR &K, llvm::ArrayRef<Access> Accesses,
                     const RaceOptions &Options);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_RACES_H
