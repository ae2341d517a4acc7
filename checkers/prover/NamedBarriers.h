// SPDX-License-Identifier: Apache-2.0
//
// Barriers that a number of threads waits at, so that warps with different
// tasks can hand work to each other: bar.sync and bar.arrive with a count.
//
// Where control does not depend on data, each warp does a fixed series of such
// operations. They are played through in one order that is possible; what gets
// stuck there is stuck on the device. This is the deadlock half of Weft
// (Sharma, Bauer, Aiken: Verification of producer-consumer synchronization in
// GPU programs, PLDI 2015).

#ifndef OXIDE_CHECKERS_PROVER_NAMEDBARRIERS_H
#define OXIDE_CHECKERS_PROVER_NAMEDBARRIERS_H

#include "prover/KernelIR.h"
#include <array>

namespace oxide::prover {

enum class BarrierFault : uint8_t {
  TooFew,     ///< fewer threads come than it waits for
  Counts,     ///< two operations of one round expect different counts
  NobodyWaits ///< a round is complete with arrivals alone
};

struct StuckBarrier {
  BarrierFault Fault;
  const llvm::Instruction *At;
  unsigned Number;
  unsigned Expected, Came; ///< threads; of Counts: the two counts
  unsigned Thread;         ///< the first of the warp that is at At
  /// Of Counts: the other operation.
  const llvm::Instruction *Other = nullptr;
};

/// What is wrong with the named barriers of \p K in a block of \p Block
/// threads. Nothing where control is not followed.
std::optional<StuckBarrier>
findStuckBarrier(const KernelIR &K, const std::array<uint32_t, 3> &Block);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_NAMEDBARRIERS_H
