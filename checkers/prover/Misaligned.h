// SPDX-License-Identifier: Apache-2.0
//
// Whether an access is at a multiple of the alignment that its type promises.

#ifndef OXIDE_CHECKERS_PROVER_MISALIGNED_H
#define OXIDE_CHECKERS_PROVER_MISALIGNED_H

#include "prover/Access.h"
#include "prover/Query.h"

namespace oxide::prover {

struct Misaligned {
  const Access *At = nullptr;
  uint64_t Alignment = 0;
  QueryResult Result;
  TermRef Offset = nullptr; ///< as thread 1 of the model sees it
  /// Where nothing is known of the beginning of the object: an access, At or
  /// another one, that cannot be aligned together with At; thread 2 does it.
  const Access *Against = nullptr;
  TermRef AgainstOffset = nullptr;
};

/// What the code of an access promises about its address.
uint64_t alignmentOf(const RawAccess &A);

/// Accesses that are misaligned for certain. \p Promised is what the source
/// promises about the address of an access, \p BaseAlignment what the address
/// of an object is a multiple of, as far as the code says it.
std::vector<Misaligned> findMisaligned(
    Query &Q, llvm::ArrayRef<Access> Accesses,
    llvm::function_ref<uint64_t(const Access &)> Promised,
    llvm::function_ref<uint64_t(const MemoryObject &)> BaseAlignment);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_MISALIGNED_H
