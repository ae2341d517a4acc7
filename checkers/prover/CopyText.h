// SPDX-License-Identifier: Apache-2.0
//
// What is said about asynchronous copies.

#ifndef OXIDE_CHECKERS_PROVER_COPYTEXT_H
#define OXIDE_CHECKERS_PROVER_COPYTEXT_H

#include "prover/AsyncCopies.h"
#include "prover/DefectText.h"

namespace oxide::prover {

class CopyText {
public:
  explicit CopyText(const DefectText &Text) : Text(Text) {}

  /// \p Race, in the words for copies where \p C is about one.
  /// It is told at the wait that should cover the copy, if there is one.
  Defect race(Defect Race, const Conflict &C, const KernelIR &K) const;
  Defect earlyUse(const EarlyUse &E, const KernelIR &K) const;
  VerdictReason undecided(const EarlyUse &E) const;

private:
  std::string object(const Access &A) const;
  Defect atWait(Defect D, const Access &Copy, const Access &Use,
                const KernelIR &K) const;

  const DefectText &Text;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_COPYTEXT_H
