// SPDX-License-Identifier: Apache-2.0
//
// Whether the threads of a conflict store one value, or read the one that they
// have stored: a race by the language that changes nothing.

#ifndef OXIDE_CHECKERS_PROVER_SAMEVALUES_H
#define OXIDE_CHECKERS_PROVER_SAMEVALUES_H

#include "prover/Exchanges.h"
#include "prover/Races.h"

namespace oxide::prover {

/// One access on one way from the barrier of a phase.
struct Instance {
  const Access *A;
  const Arrival *Where;
  TermRef Guard, Offset, Value;
  unsigned Number; ///< in the order of the code
};

class SameValues {
public:
  SameValues(Query &Q, KernelIR &K, llvm::ArrayRef<Access> Accesses)
      : Q(Q), T(Q.terms()), K(K), Accesses(Accesses), Shuffled(Q, K) {}

  /// Sets SameValue of \p C, which happens under \p All where the two meet in
  /// \p Meet. \p C gets a model in which the values differ, if there is one
  /// that says as much. \p InWarp tells whether the two are lanes of a warp.
  void compare(const Instance &A, const Instance &B, std::vector<TermRef> All,
               TermRef Meet, llvm::ArrayRef<TermRef> Small,
               llvm::function_ref<bool()> InWarp, Conflict &C);

  /// Whether \p C is about one value, as long as no load that \p IsRacy names
  /// gives it.
  bool agreedLater(const Conflict &C,
                   llvm::function_ref<bool(const llvm::LoadInst &)> IsRacy);

private:
  bool readsOwn(const Instance &Writer, const Instance &Reader) const;
  bool storesAgreed(const Conflict &C,
                    llvm::function_ref<bool(const llvm::LoadInst &)> IsRacy);
  bool inOneIteration(std::vector<TermRef> All, const Conflict &C);

  Query &Q;
  TermContext &T;
  KernelIR &K;
  llvm::ArrayRef<Access> Accesses;
  Exchanges Shuffled;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_SAMEVALUES_H
