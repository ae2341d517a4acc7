// SPDX-License-Identifier: Apache-2.0
//
// Accesses that the lanes of a warp do together: loads and stores of matrix
// fragments. Which lane gets or gives what is at an address is not told.

#ifndef OXIDE_CHECKERS_PROVER_COLLECTIVES_H
#define OXIDE_CHECKERS_PROVER_COLLECTIVES_H

#include "prover/Query.h"
#include "prover/SameValues.h"

namespace oxide::prover {

/// Whether some access is one of those.
bool hasCollectives(llvm::ArrayRef<Access> Accesses);

/// What must hold for \p A and \p B, of one warp, to conflict; any lane may
/// stand for any other. Null where one lane alone does each of them.
TermRef amongLanes(Query &Q, const Instance &A, const Instance &B);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_COLLECTIVES_H
