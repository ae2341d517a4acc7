// SPDX-License-Identifier: Apache-2.0

#include "prover/Collectives.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

bool hasCollectives(ArrayRef<Access> Accesses) {
  return any_of(Accesses, [](const Access &A) { return A.Raw->Collective; });
}

TermRef amongLanes(Query &Q, const Instance &A, const Instance &B) {
  if (!A.A->Raw->Collective && !B.A->Raw->Collective)
    return nullptr;
  TermContext &T = Q.terms();
  Symbol S;
  S.Boolean = true;
  S.Rests = Grade::Approximate;
  S.Varies = Scope::Launch;
  S.Name = "lane of the matrix";
  TermRef Unknown = T.apply(T.symbol(std::move(S)));
  if (A.A->Raw->At != B.A->Raw->At)
    return Unknown;
  // One execution gives each lane a part of its own.
  constexpr Relation R = Relation::SameWarp;
  SmallVector<TermRef, 2> Differ;
  for (const auto &[I, J] : zip(A.Where->Iterations, B.Where->Iterations))
    Differ.push_back(
        T.logicalNot(T.equal(Q.copy(I.second, 1, R), Q.copy(J.second, 2, R))));
  return T.both(Unknown, T.anyOf(Differ));
}

} // namespace oxide::prover
