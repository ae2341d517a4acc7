// SPDX-License-Identifier: Apache-2.0
//
// Hand-made protocols between threads that cannot work: what is recognised on
// the code because the content of the flag or counter is not followed.

#ifndef OXIDE_CHECKERS_PROVER_PROTOCOLS_H
#define OXIDE_CHECKERS_PROVER_PROTOCOLS_H

#include "prover/Access.h"
#include "prover/Query.h"
#include "prover/SyncAccess.h"

namespace oxide::prover {

enum class ProtocolFault : uint8_t {
  /// The block that comes last reads what the others wrote without a fence.
  UnfencedCount,
  /// One thread tells that its block is ready; the others may not be.
  EarlySignal,
  /// The loop waits for a variable that is read once.
  PlainSpin,
  /// The counter that threads wait for to become zero is counted up again by
  /// those who have left.
  CounterReused
};

struct ProtocolDefect {
  ProtocolFault Fault;
  const llvm::Instruction *At;    ///< the signal, or what the loop reads
  const llvm::Instruction *Write; ///< that is not ordered, or the reset
  const llvm::Instruction *Read = nullptr; ///< of what was written
  const MemoryObject *Object = nullptr;    ///< data, or the flag
  QueryResult Result;                      ///< of EarlySignal
};

/// Nothing here is in doubt.
std::vector<ProtocolDefect> findProtocolDefects(Query &Q, KernelIR &K,
                                                MemoryModel &M,
                                                const SyncAccesses &Syncs,
                                                llvm::ArrayRef<Access> All);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_PROTOCOLS_H
