// SPDX-License-Identifier: Apache-2.0
//
// Intervals of terms. The ends of int64_t mean "unbounded" on their side.

#ifndef OXIDE_CHECKERS_PROVER_TERM_BOUNDS_H
#define OXIDE_CHECKERS_PROVER_TERM_BOUNDS_H

#include "prover/Term.h"

namespace oxide::prover {

struct Bounds {
  int64_t Lo = std::numeric_limits<int64_t>::min();
  int64_t Hi = std::numeric_limits<int64_t>::max();
  bool empty() const { return Lo > Hi; }
  bool operator==(const Bounds &) const = default;
};

Bounds scaled(Bounds B, int64_t Factor);
Bounds added(Bounds A, Bounds B);

/// Bounds of \p T from those of its operands.
Bounds boundsOf(const Term &T,
                llvm::function_ref<Bounds(const Term &)> Operand);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_TERM_BOUNDS_H
