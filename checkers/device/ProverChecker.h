// SPDX-License-Identifier: Apache-2.0
//
// What the checkers on top of the prover share: they report its defects of
// their kinds.

#ifndef OXIDE_CHECKERS_DEVICE_PROVERCHECKER_H
#define OXIDE_CHECKERS_DEVICE_PROVERCHECKER_H

#include "core/Checker.h"
#include "prover/Proof.h"

namespace oxide {

template <prover::DefectKind... Kinds> class ProverChecker : public Checker {
public:
  void finish() override {
    for (const prover::KernelProof &P :
         context().template get<prover::Proofs>().kernels())
      for (const prover::Defect &D : P.Defects)
        if (((D.Kind == Kinds) || ...))
          report(P, D);
  }

private:
  void report(const prover::KernelProof &P, const prover::Defect &D) {
    // What needs some content of an array is told on request only.
    if (D.Certainty != Grade::Certain && !context().prover().InputDependent)
      return;
    Finding F;
    F.Checker = &info();
    F.Loc = D.Loc;
    F.Message = D.Message;
    F.Notes.append(D.Notes.begin(), D.Notes.end());
    F.Function = P.Kernel;
    F.Certainty = D.Certainty;
    F.Witness = D.Witness;
    if (D.Fix)
      F.Fixes.push_back(*D.Fix);
    context().submit(std::move(F), std::nullopt);
  }
};

} // namespace oxide

#endif // OXIDE_CHECKERS_DEVICE_PROVERCHECKER_H
