// SPDX-License-Identifier: Apache-2.0
//
// Calls that say something to an analysis and do nothing: __builtin_assume,
// and the annotations that GPUVerify and Faial read, by the names under which
// headers declare them.

#ifndef OXIDE_CHECKERS_PROVER_ANNOTATIONS_H
#define OXIDE_CHECKERS_PROVER_ANNOTATIONS_H

#include "llvm/IR/InstrTypes.h"

namespace oxide::prover {

/// Whether \p Call is to a function without a body that only annotates.
bool isAnnotation(const llvm::CallBase &Call);

/// The condition that \p Call lets the analysis assume, or null.
const llvm::Value *assumedBy(const llvm::CallBase &Call);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_ANNOTATIONS_H
