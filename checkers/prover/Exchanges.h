// SPDX-License-Identifier: Apache-2.0
//
// On what the lanes of a warp agree after they have exchanged values: sums by
// butterflies, broadcasts, votes. That they do is no proof: masks, widths and
// the number of steps are taken to be right.

#ifndef OXIDE_CHECKERS_PROVER_EXCHANGES_H
#define OXIDE_CHECKERS_PROVER_EXCHANGES_H

#include "prover/Query.h"

namespace oxide::prover {

class Exchanges {
public:
  Exchanges(Query &Q, KernelIR &K) : Q(Q), X(Q.translator()), K(K) {}

  /// Whether all lanes of a warp may have been given one \p V.
  bool agreedInWarp(const llvm::Value *V);

  /// Whether all warps of a block have besides exchanged the same values:
  /// those of shared memory at the places of their lanes. \p IsStable tells
  /// which loads no write races with.
  bool agreedInBlock(const llvm::Value *V,
                     llvm::function_ref<bool(const llvm::LoadInst &)> IsStable);

private:
  using Values = llvm::SmallVector<const llvm::Value *, 8>;
  using ValueSet = llvm::DenseSet<const llvm::Value *>;

  ValueSet combined(const llvm::Value *V);
  bool sources(const llvm::Instruction &I, const ValueSet &Combined,
               Values &Result);
  void choices(const llvm::PHINode &Phi, Values &Result);
  bool agreesUpTo(Scope S, const llvm::Value *V);
  bool isSharedAtLane(const llvm::LoadInst &Load);
  bool followsLane(TermRef Term);

  Query &Q;
  Translator &X;
  KernelIR &K;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_EXCHANGES_H
