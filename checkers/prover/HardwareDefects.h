// SPDX-License-Identifier: Apache-2.0
//
// Protocols of the hardware that a kernel breaks: what the automaton finds,
// where places and threads are certain, and what is wrong with one mbarrier.

#ifndef OXIDE_CHECKERS_PROVER_HARDWAREDEFECTS_H
#define OXIDE_CHECKERS_PROVER_HARDWAREDEFECTS_H

#include "prover/ProtocolEngine.h"
#include "prover/Query.h"
#include "prover/SyncAccess.h"

namespace oxide::prover {

struct HardwareDefect {
  HardwareFault Fault;
  const HardwareOp *At;    ///< what is wrong
  const HardwareOp *Other; ///< that it is wrong with, or null
  /// Of CopyNotWaited and its like: the wait that does not cover it.
  const HardwareOp *Wait = nullptr;
  /// Of LanesNotReleased: where another thread reads after its wait.
  const HardwareOp *Read = nullptr;
  int64_t Expected = 0, Actual = 0; ///< of WrongBytes
};

/// Nothing here is in doubt. With \p Dependent, the kernel may begin before the
/// kernel before it in the stream has ended.
std::vector<HardwareDefect> findHardwareDefects(Query &Q, KernelIR &K,
                                                const HardwareOps &Ops,
                                                const SyncAccesses &Syncs,
                                                bool Dependent);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_HARDWAREDEFECTS_H
