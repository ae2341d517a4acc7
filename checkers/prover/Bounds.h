// SPDX-License-Identifier: Apache-2.0
//
// Whether an access can leave its object, where the size of that is known.

#ifndef OXIDE_CHECKERS_PROVER_BOUNDS_H
#define OXIDE_CHECKERS_PROVER_BOUNDS_H

#include "prover/Access.h"
#include "prover/Query.h"

namespace oxide::prover {

struct OutOfBounds {
  const Access *At = nullptr;
  QueryResult Result;
  TermRef Offset = nullptr; ///< as thread 1 of the model sees it
};

/// Everything that is not proven to be in range.
std::vector<OutOfBounds> findOutOfBounds(Query &Q,
                                         llvm::ArrayRef<Access> Accesses);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_BOUNDS_H
