// SPDX-License-Identifier: Apache-2.0
//
// Whether a proof holds in every launch that the code and its contract let
// through. Assumptions that only readers can judge are no ground for a tier.

#ifndef OXIDE_CHECKERS_PROVER_CONDITIONS_H
#define OXIDE_CHECKERS_PROVER_CONDITIONS_H

#include "prover/Access.h"
#include "prover/DeviceModule.h"
#include "prover/LaunchShapes.h"

namespace oxide::prover {

/// One kernel as it was analysed.
struct AnalysedKernel {
  llvm::StringRef Name;
  const LaunchShape &Shape;
  KernelIR &K;
  MemoryModel &M;
  Uniformity &U;
  const KernelInputs &Inputs;
  llvm::ArrayRef<Access> Accesses;
};

/// Whether what was found out about shared memory and about barriers rests on
/// something that neither the code nor the launch contract ensures: a launch in
/// view, an assumption of the user, that buffers do not overlap.
bool isConditional(CheckContext &Ctx, const DeviceModule &Module,
                   const AnalysedKernel &A);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_CONDITIONS_H
