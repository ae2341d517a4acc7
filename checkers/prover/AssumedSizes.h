// SPDX-License-Identifier: Apache-2.0
//
// Assumptions on sizes that no code in view ensures, and that people make: rows
// are as long as what is written into them, a grid covers no more than its
// data.

#ifndef OXIDE_CHECKERS_PROVER_ASSUMEDSIZES_H
#define OXIDE_CHECKERS_PROVER_ASSUMEDSIZES_H

#include "prover/Races.h"

namespace oxide::prover {

struct AssumedSize {
  TermRef Condition;
  const MemoryObject *Of; ///< whose rows it keeps apart
};

/// A few assumptions under which none of the conflicts of \p Report, which took
/// what hosts may never pass, can happen; none of them can be left out. Every
/// access that is in a conflict can still be executed by two threads. Empty
/// where there are no such assumptions, as far as \p S finds them. About blocks
/// nothing is assumed but with \p OfBlocks.
std::vector<AssumedSize> separatingSizes(Query &Q, KernelIR &K,
                                         llvm::ArrayRef<Access> Accesses,
                                         const RaceOptions &Options,
                                         const RaceReport &Report, Solver &S,
                                         bool OfBlocks);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_ASSUMEDSIZES_H
