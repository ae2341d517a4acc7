// SPDX-License-Identifier: Apache-2.0
//
// What the caller of a kernel may have seen to. A defect that needs a certain
// size, flag or block is none where nobody launches the kernel that way.

#ifndef OXIDE_CHECKERS_PROVER_CALLERCHOICE_H
#define OXIDE_CHECKERS_PROVER_CALLERCHOICE_H

#include "prover/Query.h"

namespace oxide::prover {

/// Whether \p Conditions can hold for all that callers commonly choose: for the
/// smallest block, where the block is not known, and for different scalars.
/// \p Guard and \p Offset are those of the access, of a generic thread.
///
/// Scalars that a global index is compared with are sizes, which cover the
/// launch. All others may as well be small, or 0: an index into a table, the
/// number of its elements.
bool holdsForAnyCaller(Query &Q, llvm::ArrayRef<TermRef> Conditions,
                       TermRef Guard, TermRef Offset);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_CALLERCHOICE_H
