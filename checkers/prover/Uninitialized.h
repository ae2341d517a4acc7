// SPDX-License-Identifier: Apache-2.0
//
// Whether shared memory is read before any thread of the block can have
// written it.

#ifndef OXIDE_CHECKERS_PROVER_UNINITIALIZED_H
#define OXIDE_CHECKERS_PROVER_UNINITIALIZED_H

#include "prover/Access.h"
#include "prover/Phases.h"
#include "prover/Query.h"

namespace oxide::prover {

struct Uninitialized {
  const Access *At = nullptr;
  QueryResult Result;
  TermRef Offset = nullptr; ///< as thread 1 of the model sees it
  /// A write of the object whose thread is kept from it; null where no thread
  /// of the block has that element.
  const Access *Missing = nullptr;
};

/// Reads that are certain, or certain for some input, to come too early. The
/// value that is read must go into memory.
std::vector<Uninitialized> findUninitialized(Query &Q, KernelIR &K,
                                             llvm::ArrayRef<Access> Accesses);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_UNINITIALIZED_H
