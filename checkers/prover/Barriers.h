// SPDX-License-Identifier: Apache-2.0
//
// Whether all threads that a barrier waits for come to it together.

#ifndef OXIDE_CHECKERS_PROVER_BARRIERS_H
#define OXIDE_CHECKERS_PROVER_BARRIERS_H

#include "prover/Query.h"
#include "prover/ThreadExits.h"

namespace oxide::prover {

/// A barrier that thread 1 may execute while thread 2 does not, in the same
/// iterations of the loops around the barrier.
struct Divergence {
  const SyncPoint *At = nullptr;
  /// What thread 2 is to thread 1.
  Relation Between = Relation::SameBlock;
  QueryResult Result;
  /// Thread 2 has returned: barriers since Volta do not wait for it.
  bool AfterExit = false;
};

/// Everything that is not proven uniform. \p Returns are the exits that a
/// thread takes on purpose, before it comes to a barrier of its block; after
/// \p Ends it does nothing, and its warp does not wait for it.
std::vector<Divergence> findDivergence(Query &Q, KernelIR &K,
                                       llvm::ArrayRef<ThreadExit> Returns,
                                       llvm::ArrayRef<ThreadExit> Ends);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_BARRIERS_H
