// SPDX-License-Identifier: Apache-2.0

#include "prover/BitFacts.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

/// A condition that \p Fact implies.
static TermRef weakened(TermContext &T, TermRef Fact) {
  if (!Fact->usesBits())
    return Fact;
  if (Fact->kind() != TermKind::AllOf && Fact->kind() != TermKind::AnyOf)
    return T.truth(true);
  std::vector<TermRef> Parts;
  for (TermRef Part : Fact->operands())
    Parts.push_back(weakened(T, Part));
  return Fact->kind() == TermKind::AllOf ? T.allOf(Parts) : T.anyOf(Parts);
}

std::vector<TermRef> withoutBits(TermContext &T,
                                 llvm::ArrayRef<TermRef> Facts) {
  std::vector<TermRef> Result;
  for (TermRef F : Facts)
    if (TermRef Weak = weakened(T, F); !Weak->isTrue())
      Result.push_back(Weak);
  return Result;
}

} // namespace oxide::prover
