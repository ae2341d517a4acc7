// SPDX-License-Identifier: Apache-2.0
//
// Operations of enforced kernels that stand outside a zone of their tier.

#ifndef OXIDE_CHECKERS_TIER_TIERVIOLATIONS_H
#define OXIDE_CHECKERS_TIER_TIERVIOLATIONS_H

#include "core/Checker.h"
#include "cuda/CodeModel.h"

namespace oxide::tier {

struct TierViolation {
  clang::SourceLocation Loc;
  clang::SourceRange Range;
  std::string Message; ///< "use of shared memory 'tile'"
  cuda::OpEffect Effect;
  const clang::FunctionDecl *Function;
  const clang::FunctionDecl *Kernel; ///< enforced, reaches Function
  unsigned Repeats = 0; ///< further operations of the same kind in Function
};

/// The operations of tier \p Tier in enforced code that no zone covers and that
/// the prover does not discharge. Equal
/// operations of one function (the same variable, the same callee) are one
/// violation, at the first place.
std::vector<TierViolation> violations(CheckContext &Ctx, OpTier Tier);

/// Adds what every tier finding shows: range, enforced mode, the kernel that
/// is enforced where it is another function, how often it repeats, and
/// \p Advice.
void describe(FindingBuilder Builder, const TierViolation &V,
              llvm::StringRef Advice);

} // namespace oxide::tier

#endif // OXIDE_CHECKERS_TIER_TIERVIOLATIONS_H
