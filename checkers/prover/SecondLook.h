// SPDX-License-Identifier: Apache-2.0
//
// A second look at a kernel of which something is not proven, with the values
// of its scalars and with its loops written out (Pipeline::specialise).

#ifndef OXIDE_CHECKERS_PROVER_SECONDLOOK_H
#define OXIDE_CHECKERS_PROVER_SECONDLOOK_H

#include "prover/Pipeline.h"
#include "prover/Proof.h"
#include "prover/Races.h"

namespace oxide::prover {

/// Marks the accesses of \p F that may conflict for all that is known, and the
/// values that this rests on.
void markOpenAccesses(llvm::Function &F, const RaceReport &Races);

/// The integer parameters of \p F that have one value in every launch that the
/// facts of \p Q let through.
std::vector<KnownScalar> knownScalars(const llvm::Function &F, Query &Q);

/// Whether a second look at the kernel of \p P can say more: something is not
/// proven, and no two threads are certain to conflict.
bool isOpen(const KernelProof &P);

/// Whether \p Second, about the same launches, says all that \p First says and
/// more.
bool saysMore(const KernelProof &Second, const KernelProof &First);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_SECONDLOOK_H
