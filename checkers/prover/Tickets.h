// SPDX-License-Identifier: Apache-2.0
//
// Numbers drawn from a counter: q[atomicAdd(&n, 1)] = x.

#ifndef OXIDE_CHECKERS_PROVER_TICKETS_H
#define OXIDE_CHECKERS_PROVER_TICKETS_H

#include "prover/Access.h"

namespace oxide::prover {

/// Adds to \p Conditions, which speak about threads 1 and 2, how far apart the
/// numbers are that two threads draw from a counter that is only ever moved on
/// by one atomic addition in the code: by what it adds, at least.
void addDistinctTickets(Translator &X, llvm::ArrayRef<Access> Accesses,
                        std::vector<TermRef> &Conditions);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_TICKETS_H
