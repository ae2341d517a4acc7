// SPDX-License-Identifier: Apache-2.0
//
// Guards about bits that have nothing to do with the places.

#ifndef OXIDE_CHECKERS_PROVER_BITFACTS_H
#define OXIDE_CHECKERS_PROVER_BITFACTS_H

#include "prover/Term.h"

namespace oxide::prover {

/// What \p Facts say without their conditions on bits: integers decide that,
/// and where it cannot hold, neither can they.
std::vector<TermRef> withoutBits(TermContext &T, llvm::ArrayRef<TermRef> Facts);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_BITFACTS_H
