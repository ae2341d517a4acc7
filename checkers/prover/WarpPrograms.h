// SPDX-License-Identifier: Apache-2.0
//
// The barrier operations of each warp, one after the other, where control does
// not depend on data.

#ifndef OXIDE_CHECKERS_PROVER_WARPPROGRAMS_H
#define OXIDE_CHECKERS_PROVER_WARPPROGRAMS_H

#include "prover/KernelIR.h"
#include <array>

namespace oxide::prover {

constexpr unsigned WarpSize = 32;

/// One barrier operation of a warp.
struct BarrierStep {
  const llvm::Instruction *At;
  unsigned Number;
  unsigned Count; ///< threads; 0: all of the block
  bool Waits;
  bool operator==(const BarrierStep &Other) const {
    return At == Other.At && Number == Other.Number && Count == Other.Count;
  }
};

using WarpProgram = std::vector<BarrierStep>;

/// Whether \p K has a barrier for a number of threads.
bool hasNamedBarriers(const KernelIR &K);

/// The programs of the warps of one block of \p Block threads; nothing where
/// control is not followed, or where the lanes of a warp part.
std::optional<std::vector<WarpProgram>>
warpPrograms(const KernelIR &K, const std::array<uint32_t, 3> &Block);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_WARPPROGRAMS_H
