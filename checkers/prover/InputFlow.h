// SPDX-License-Identifier: Apache-2.0
//
// Whether what arrays contain can decide where threads go and what they touch.

#ifndef OXIDE_CHECKERS_PROVER_INPUTFLOW_H
#define OXIDE_CHECKERS_PROVER_INPUTFLOW_H

#include "llvm/IR/Function.h"

namespace oxide::prover {

/// Whether a branch or an address of \p F, which has no calls of functions with
/// a body, may depend on loaded memory, an atomic, another lane, a
/// floating-point or a by-value parameter. When not, every run with one launch
/// and the same integer parameters goes the same way.
bool dependsOnContents(const llvm::Function &F);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_INPUTFLOW_H
