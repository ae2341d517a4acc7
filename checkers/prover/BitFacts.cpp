// SPDX-License-Identifier: Apache-2.0

#include "prover/BitFacts.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

namespace {

/// Conditions that others imply. Conditions share their parts.
class Weakening {
public:
  explicit Weakening(TermContext &T) : T(T) {}

  TermRef of(TermRef Fact) {
    if (!Fact->usesBits())
      return Fact;
    if (Fact->kind() != TermKind::AllOf && Fact->kind() != TermKind::AnyOf)
      return T.truth(true);
    if (auto It = Known.find(Fact); It != Known.end())
      return It->second;
    std::vector<TermRef> Parts;
    for (TermRef Part : Fact->operands())
      Parts.push_back(of(Part));
    return Known[Fact] = Fact->kind() == TermKind::AllOf ? T.allOf(Parts)
                                                         : T.anyOf(Parts);
  }

private:
  TermContext &T;
  llvm::DenseMap<TermRef, TermRef> Known;
};

} // namespace

std::vector<TermRef> withoutBits(TermContext &T,
                                 llvm::ArrayRef<TermRef> Facts) {
  std::vector<TermRef> Result;
  Weakening Weaker(T);
  for (TermRef F : Facts)
    if (TermRef Weak = Weaker.of(F); !Weak->isTrue())
      Result.push_back(Weak);
  return Result;
}

} // namespace oxide::prover
