// SPDX-License-Identifier: Apache-2.0
//
// From proofs to tiers: which operations need no zone because the prover has
// shown what the author of a zone would have to promise.

#ifndef OXIDE_CHECKERS_TIER_DISCHARGE_H
#define OXIDE_CHECKERS_TIER_DISCHARGE_H

#include "core/CheckContext.h"
#include "cuda/CodeModel.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace oxide::tier {

/// A fact of CheckContext; building it marks the operations of the CodeModel.
/// It asks the prover only where the unit has operations that a proof can
/// discharge, so a checker asks for it once it has seen one.
///
/// What a function does is discharged when some kernel of the unit runs it,
/// every kernel that does is proven for whatever launch its contract lets
/// through, and nobody else can call the function.
class Discharge {
public:
  explicit Discharge(CheckContext &Ctx);

  /// The kernels that run \p F, in source order.
  llvm::ArrayRef<const cuda::DeviceFunction *>
  kernelsOf(const clang::FunctionDecl &F) const;

private:
  using KernelList = llvm::SmallVector<const cuda::DeviceFunction *, 2>;

  llvm::DenseMap<const clang::FunctionDecl *, KernelList> Kernels;
};

} // namespace oxide::tier

#endif // OXIDE_CHECKERS_TIER_DISCHARGE_H
