// SPDX-License-Identifier: Apache-2.0
//
// The bounds checks of a kernel and which of them its code does not need.

#ifndef OXIDE_CHECKERS_PROVER_KERNELCHECKS_H
#define OXIDE_CHECKERS_PROVER_KERNELCHECKS_H

#include "core/CheckContext.h"
#include "core/Verdict.h"
#include "prover/Pipeline.h"

namespace oxide::prover {

/// Why a check is not proven to be redundant, at the access that it belongs to.
struct LeftCheck {
  clang::SourceLocation Loc;
  std::string Reason;
  std::vector<clang::SourceLocation> CalledFrom; ///< innermost first
  bool OfKernel = false; ///< no check of the kernel could be judged
};

struct KernelChecks {
  CheckCounts Counts;
  std::vector<LeftCheck> Left; ///< in the order of the code
};

/// Judges the checks of \p Kernel for every launch that its contract and
/// __launch_bounds__ let through, whatever launches the source shows.
KernelChecks kernelChecks(CheckContext &Ctx, DeviceModule &Module,
                          Pipeline &Passes, const clang::FunctionDecl &Kernel);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_KERNELCHECKS_H
