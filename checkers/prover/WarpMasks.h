// SPDX-License-Identifier: Apache-2.0
//
// Masks of warp-level operations: each lane that executes one is to be in its
// mask, and each lane of the mask that has not ended is to execute it.

#ifndef OXIDE_CHECKERS_PROVER_WARPMASKS_H
#define OXIDE_CHECKERS_PROVER_WARPMASKS_H

#include "prover/Query.h"
#include "prover/ThreadExits.h"

namespace oxide::prover {

enum class MaskFault : uint8_t {
  OmitsCaller, ///< a lane executes the operation and is not in the mask
  MissingLane, ///< a lane is in the mask and does not come
  SourceLane,  ///< a lane that is read from is not in the mask
  Width,       ///< the width of a shuffle is no power of two
  ActiveMask,  ///< the lanes that happen to be together here
  DataValue,   ///< what is to be exchanged stands where the mask belongs
  Unknown      ///< not proven: the mask is not followed
};

struct MaskDefect {
  MaskFault Fault;
  const llvm::CallBase *At;
  /// Of ActiveMask: where the mask was taken.
  const llvm::Instruction *Source = nullptr;
  QueryResult Result;
};

/// The mask operand of a warp-level operation, or null.
const llvm::Value *maskOf(const llvm::CallBase &Call);

std::vector<MaskDefect> findMaskDefects(Query &Q, KernelIR &K,
                                        llvm::ArrayRef<ThreadExit> Exits);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_WARPMASKS_H
