// SPDX-License-Identifier: Apache-2.0
//
// Masks of lanes as conditions on the lane.

#ifndef OXIDE_CHECKERS_PROVER_MASKTERMS_H
#define OXIDE_CHECKERS_PROVER_MASKTERMS_H

#include "prover/Query.h"

namespace oxide::prover {

/// Which lanes are in a mask.
class MaskTerms {
public:
  MaskTerms(Translator &X, KernelIR &K) : X(X), T(X.terms()), K(K) {}

  /// That lane \p OfLane (1 or 2) of the warp is in \p Mask as thread
  /// \p OfMask has it at \p Use; null where that is not followed.
  TermRef contains(Query &Q, const llvm::Value *Mask,
                   const llvm::Instruction *Use, unsigned OfMask,
                   unsigned OfLane);

private:
  TermRef containsConstant(uint32_t Bits, TermRef Lane);

  Translator &X;
  TermContext &T;
  KernelIR &K;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_MASKTERMS_H
