// SPDX-License-Identifier: Apache-2.0
//
// Which warp barriers order two lanes: those whose masks have both. Each set of
// masks comes with the pairs of lanes that are in just these.

#ifndef OXIDE_CHECKERS_PROVER_MASKSETS_H
#define OXIDE_CHECKERS_PROVER_MASKSETS_H

#include "prover/Query.h"

namespace oxide::prover {

class MaskSets {
public:
  MaskSets(Query &Q, KernelIR &K);

  /// Whether some mask is not followed: its barriers order nothing then.
  bool hasUnknown() const { return Unknown; }
  unsigned size() const { return 1u << Masks.size(); }
  /// That lanes 1 and 2 are in the masks of \p Set together, and in no other.
  std::vector<TermRef> lanes(unsigned Set) const;
  /// Whether \p S orders these lanes.
  bool orders(unsigned Set, const SyncPoint &S) const;

private:
  /// Masks that are told apart; more are not followed.
  static constexpr unsigned MostMasks = 3;
  TermContext &T;
  llvm::SmallVector<TermRef, 2> Masks;
  llvm::DenseMap<const SyncPoint *, unsigned> MaskOf;
  bool Unknown = false;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_MASKSETS_H
