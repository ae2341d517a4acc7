// SPDX-License-Identifier: Apache-2.0
//
// A barrier that would separate the two accesses of a race, where it is certain
// that it may stand there.

#ifndef OXIDE_CHECKERS_PROVER_BARRIERFIX_H
#define OXIDE_CHECKERS_PROVER_BARRIERFIX_H

#include "prover/DefectText.h"
#include "prover/LaunchShapes.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace oxide::prover {

/// A race that was told, and the defect that tells it.
struct ToldRace {
  size_t Defect; ///< number among those of the kernel
  const Conflict *Of;
};

/// What the kernel was analysed with.
struct FixSetting {
  DeviceModule &Module;
  const clang::FunctionDecl &Kernel;
  const LaunchShape &Shape;
  const KernelInputs &Inputs;
  /// What holds for every thread, as terms of a translator of the function.
  llvm::function_ref<std::vector<TermRef>(const llvm::Function &, Translator &)>
      Facts;
  uint64_t Steps; ///< that the solver took: each trial may take as many
};

/// Gives a fix-it to the races among \p Told that a barrier of the whole block
/// or the whole warp ends. Each place is tried out: with the barrier in the
/// code the prover must find that all threads come to it, in whatever launch,
/// and that the race is gone. Races that go with an earlier fix get none, and
/// neither do those on an object that stays racy all the same.
/// Returns the work of the solver.
uint64_t addBarrierFixes(CheckContext &Ctx, const FixSetting &Setting,
                         llvm::Function &F, KernelIR &K,
                         llvm::ArrayRef<Access> Accesses,
                         llvm::ArrayRef<ToldRace> Told,
                         std::vector<Defect> &Defects);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_BARRIERFIX_H
