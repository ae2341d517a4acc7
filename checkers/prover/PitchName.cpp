// SPDX-License-Identifier: Apache-2.0

#include "prover/PitchName.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

PitchName::PitchName(TermContext &T, TermRef Offset) : T(T) {
  forEachTerm({Offset}, [&](TermRef Each) {
    if (Each->kind() != TermKind::Product)
      return;
    for (TermRef Factor : Each->operands()) {
      if (Factor->kind() != TermKind::Sum || Factor->varies() != Scope::Launch)
        continue;
      for (auto [O, C] :
           llvm::zip_equal(Factor->operands(), Factor->coefficients()))
        if (!Scalar && C == 1 && O->kind() == TermKind::Apply &&
            O->symbol().Kind == SymbolKind::Scalar) {
          Scalar = O;
          Sum = Factor;
        }
    }
  });
  if (!Scalar)
    return;
  Symbol S;
  S.Name = "pitch";
  Name = T.apply(T.symbol(std::move(S)));
}

static TermRef replaced(TermContext &T, TermRef In, TermRef Known, TermRef By) {
  return T.replace(In, [&](const Symbol &S, llvm::ArrayRef<TermRef>) {
    return &S == &Known->symbol() ? By : TermRef(nullptr);
  });
}

TermRef PitchName::in(TermRef Term) {
  return Scalar ? replaced(T, Term, Scalar, T.add(Scalar, T.sub(Name, Sum)))
                : Term;
}

TermRef PitchName::meant(TermRef Term) {
  return Scalar ? replaced(T, Term, Name, Sum) : Term;
}

} // namespace oxide::prover
