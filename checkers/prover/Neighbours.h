// SPDX-License-Identifier: Apache-2.0
//
// Accesses of arrays whose size is not known that are out of range all the
// same: before the beginning, or by a thread that has no element.

#ifndef OXIDE_CHECKERS_PROVER_NEIGHBOURS_H
#define OXIDE_CHECKERS_PROVER_NEIGHBOURS_H

#include "prover/Access.h"
#include "prover/Bounds.h"
#include "prover/Query.h"

namespace oxide::prover {

/// Accesses of parameters at a negative offset, for certain. \p IsWhole tells
/// whether the pointer is the beginning of an allocation.
std::vector<OutOfBounds>
findBeforeBeginning(Query &Q, llvm::ArrayRef<Access> Accesses,
                    llvm::function_ref<bool(const MemoryObject &)> IsWhole);

/// The first access of each parameter that the last thread of the grid makes
/// at its own index, or further on, whatever the scalars are. \p Concerns
/// chooses the parameters.
std::vector<OutOfBounds>
findUnguarded(Query &Q, llvm::ArrayRef<Access> Accesses,
              llvm::function_ref<bool(const MemoryObject &)> Concerns);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_NEIGHBOURS_H
