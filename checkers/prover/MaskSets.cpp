// SPDX-License-Identifier: Apache-2.0

#include "prover/MaskSets.h"
#include "prover/MaskTerms.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

MaskSets::MaskSets(Query &Q, KernelIR &K) : T(Q.terms()) {
  MaskTerms Terms(Q.translator(), K);
  for (const SyncPoint &S : K.syncs()) {
    if (S.Scope != SyncScope::Warp)
      continue;
    TermRef Both =
        S.Mask ? Terms.contains(Q, S.Mask, S.At, 1, 2) : T.truth(true);
    bool Followed = Both && none_of(applicationsIn({Both}), [](TermRef A) {
                      return A->symbol().Kind == SymbolKind::Iteration ||
                             A->symbol().Rests != Grade::Exact;
                    });
    auto Known = find(Masks, Both);
    if (!Followed || (Known == Masks.end() && Masks.size() == MostMasks)) {
      Unknown = true;
      continue;
    }
    MaskOf[&S] = Known - Masks.begin();
    if (Known == Masks.end())
      Masks.push_back(Both);
  }
}

std::vector<TermRef> MaskSets::lanes(unsigned Set) const {
  std::vector<TermRef> Result;
  for (unsigned I = 0; I != Masks.size(); ++I)
    Result.push_back(Set >> I & 1 ? Masks[I] : T.logicalNot(Masks[I]));
  return Result;
}

bool MaskSets::orders(unsigned Set, const SyncPoint &S) const {
  auto It = MaskOf.find(&S);
  return S.Scope != SyncScope::Warp ||
         (It != MaskOf.end() && Set >> It->second & 1);
}

} // namespace oxide::prover
