// SPDX-License-Identifier: Apache-2.0
//
// Phases: what may run between one execution of a barrier and the next.
//
// Two accesses of threads that a barrier orders can meet only when the last
// such barrier that each thread executed before it is the same one, in the
// same iterations of the loops around the barrier. So there is one phase for
// each barrier, and one for the beginning of the kernel; it holds the blocks
// to which control can come from there without another barrier, with the
// condition and with the iterations in which it comes there.

#ifndef OXIDE_CHECKERS_PROVER_PHASES_H
#define OXIDE_CHECKERS_PROVER_PHASES_H

#include "prover/Translator.h"
#include <vector>

namespace oxide::prover {

/// Control at a block, some iterations away from the barrier of its phase.
struct Arrival {
  const llvm::BasicBlock *At;
  TermRef Guard; ///< holds when a thread comes from the barrier to here
  /// What stands for the iterations of the loops around At.
  llvm::SmallVector<std::pair<const llvm::Loop *, TermRef>, 2> Iterations;
  /// A copy that was issued before the barrier and is still on the way.
  bool InFlight = false;
};

struct Phase {
  const SyncPoint *From = nullptr; ///< null: the beginning of the kernel
  /// That all threads execute From, in the iterations that they share.
  TermRef Reached = nullptr;
  /// Of the loops around From: what all threads share.
  llvm::SmallVector<std::pair<const llvm::Loop *, TermRef>, 2> Iterations;
  std::vector<Arrival> Arrivals;
};

/// The phases between the synchronisations that \p Cuts accepts.
std::vector<Phase> phasesOf(Translator &X, KernelIR &K,
                            llvm::function_ref<bool(const SyncPoint &)> Cuts);

/// \p T, which is about a thread at \p A.At, in the iterations of \p A.
TermRef at(Translator &X, TermRef T, const Arrival &A);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_PHASES_H
