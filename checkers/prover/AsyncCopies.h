// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous copies: cp.async reads global and writes shared memory at any
// moment from where it is issued to where its thread waits for its group.
//
// A copy that no barrier meets before its wait is like an ordinary access. One
// that is on the way at a barrier may also meet what other threads do after
// that barrier. So each copy is followed from where it is issued, over
// barriers, to the waits that surely cover it: `wait_group N` covers all groups
// but the last N that its thread has committed. What its own thread does on
// that way is not ordered with it either.

#ifndef OXIDE_CHECKERS_PROVER_ASYNCCOPIES_H
#define OXIDE_CHECKERS_PROVER_ASYNCCOPIES_H

#include "prover/Access.h"
#include "prover/Phases.h"
#include "prover/Query.h"
#include <map>

namespace oxide::prover {

/// Control at a block while a copy is on the way.
struct CopyPlace {
  const llvm::BasicBlock *At;
  TermRef Guard; ///< that the thread comes from the copy to here
  /// What stands for the iterations of the loops around At.
  llvm::SmallVector<std::pair<const llvm::Loop *, TermRef>, 2> Iterations;
  /// The copy is on the way up to here; null: to the end of the block.
  const llvm::Instruction *Until = nullptr;
};

/// The ways from one copy to its waits.
struct CopyFlight {
  const llvm::Instruction *Copy = nullptr;
  /// What stands for the iterations of the loops around the copy.
  llvm::SmallVector<std::pair<const llvm::Loop *, TermRef>, 2> Iterations;
  std::vector<CopyPlace> Places; ///< the first is the one of the copy
};

/// An access of the thread that has issued a copy to the same memory, which
/// nothing orders with the copy.
struct EarlyUse {
  const Access *Copy = nullptr, *Use = nullptr;
  QueryResult Result;
  TermRef Offset = nullptr; ///< of Use, in the model
};

class AsyncCopies {
public:
  AsyncCopies(Translator &X, KernelIR &K, llvm::ArrayRef<Access> Accesses);

  /// A copy whose ways are too many to be followed, or null.
  const llvm::Instruction *notFollowed() const { return TooLarge; }

  /// \p Copy where it may still be on the way when \p P begins.
  std::vector<Arrival> inFlight(const llvm::Instruction *Copy, const Phase &P);

  std::vector<EarlyUse> earlyUses(Query &Q);

private:
  Translator &X;
  TermContext &T;
  llvm::ArrayRef<Access> Accesses;
  std::map<const llvm::Instruction *, CopyFlight> Flights;
  const llvm::Instruction *TooLarge = nullptr;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_ASYNCCOPIES_H
