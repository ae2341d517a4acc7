// SPDX-License-Identifier: Apache-2.0
//
// Loops with a constant number of iterations, written out. What changes from
// one iteration to the next in a way that has no closed form (a recurrence with
// a remainder, two pointers that change places, the strides of a sorting
// network) is a constant in each copy.

#ifndef OXIDE_CHECKERS_PROVER_UNROLL_H
#define OXIDE_CHECKERS_PROVER_UNROLL_H

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace oxide::prover {

/// Says that the loops around \p I are worth unrolling. Copies of it say the
/// same.
void markForUnrolling(llvm::Instruction &I);

/// Unrolls one loop of \p F that synchronises or has a marked instruction, an
/// outer loop before those in it. The analyses of \p Functions are invalid
/// afterwards. False when no such loop is left, or none whose copies are few.
bool unrollOneLoop(llvm::Function &F, llvm::FunctionAnalysisManager &Functions);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_UNROLL_H
