// SPDX-License-Identifier: Apache-2.0
//
// Where threads end early: what waits for all threads waits for those that
// have not ended.

#ifndef OXIDE_CHECKERS_PROVER_THREADEXITS_H
#define OXIDE_CHECKERS_PROVER_THREADEXITS_H

#include "prover/Translator.h"

namespace oxide::prover {

/// A branch after which a thread no longer takes part.
struct ThreadExit {
  const llvm::BasicBlock *From, *To;
  /// It does nothing at all before it ends.
  bool AtOnce;
};

/// The branches of \p K after which no synchronisation of the block follows,
/// or after which the thread ends at once.
std::vector<ThreadExit> threadExits(const KernelIR &K);

/// Terms of threads that are in the same iterations of all loops.
class SharedIterations {
public:
  SharedIterations(Translator &X, KernelIR &K) : X(X), K(K) {}

  TermRef operator()(TermRef T);
  /// That a thread comes to \p B.
  TermRef reach(const llvm::BasicBlock *B) { return (*this)(X.reach(B)); }
  /// That a thread that does not come to \p At has not taken one of \p Exits.
  /// It holds less often than that: of a loop with an exit in it only the first
  /// iteration is looked at, and behind such a loop it does not hold at all.
  TermRef stillThere(llvm::ArrayRef<ThreadExit> Exits,
                     const llvm::BasicBlock *At);

private:
  Translator &X;
  KernelIR &K;
  llvm::DenseMap<const Symbol *, TermRef> Known;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_THREADEXITS_H
