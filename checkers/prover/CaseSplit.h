// SPDX-License-Identifier: Apache-2.0
//
// Tables that a loop counter picks from, and constants that it shifts, make
// hard queries of easy ones: for each value of the counter the rest is simple.

#ifndef OXIDE_CHECKERS_PROVER_CASESPLIT_H
#define OXIDE_CHECKERS_PROVER_CASESPLIT_H

#include "prover/Term.h"
#include <optional>

namespace oxide::prover {

/// The values First to Last of Variable, which are worth telling apart, and
/// all those below and above as one case each.
struct Cases {
  TermRef Variable;
  int64_t First, Last;

  /// Conditions of which one holds in every execution.
  std::vector<TermRef> conditions(TermContext &T) const;
};

/// The unknown in \p Facts that picks most.
std::optional<Cases> casesIn(llvm::ArrayRef<TermRef> Facts);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_CASESPLIT_H
