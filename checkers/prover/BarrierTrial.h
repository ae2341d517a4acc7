// SPDX-License-Identifier: Apache-2.0
//
// A kernel with one more barrier in it, analysed again.

#ifndef OXIDE_CHECKERS_PROVER_BARRIERTRIAL_H
#define OXIDE_CHECKERS_PROVER_BARRIERTRIAL_H

#include "prover/BarrierFix.h"
#include "llvm/ADT/DenseSet.h"

namespace oxide::prover {

struct TrialResult {
  /// All threads of the block, or of each warp, come to the new barrier.
  bool Uniform = false;
  /// What is not proven free of races: pairs of accesses, in terms of the
  /// kernel without the barrier, and where certain races are told.
  llvm::DenseSet<
      std::pair<const llvm::Instruction *, const llvm::Instruction *>>
      Pairs;
  std::vector<clang::SourceLocation> Places;
  uint64_t Steps = 0;

  bool separates(const Conflict &C, clang::SourceLocation ToldAt) const;
};

/// Analyses \p F, of which \p Accesses are known, with a barrier of \p Scope
/// (Block or Warp) before \p Before.
TrialResult tryBarrier(CheckContext &Ctx, const FixSetting &Setting,
                       llvm::Function &F, llvm::ArrayRef<Access> Accesses,
                       const llvm::Instruction &Before, SyncScope Scope);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_BARRIERTRIAL_H
