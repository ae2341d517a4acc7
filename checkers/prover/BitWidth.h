// SPDX-License-Identifier: Apache-2.0

#ifndef OXIDE_CHECKERS_PROVER_BIT_WIDTH_H
#define OXIDE_CHECKERS_PROVER_BIT_WIDTH_H

#include "prover/Abstraction.h"
#include "prover/TermBounds.h"

namespace oxide::prover {

/// How wide bit-vectors must be so that no value of a linear term wraps.
class BitWidth {
public:
  static constexpr unsigned Unlimited = 1u << 16;

  /// \p Known: bounds that hold wherever the width is to do.
  BitWidth(const Abstraction &Definitions,
           llvm::function_ref<Bounds(TermRef)> Known)
      : Definitions(Definitions), Known(Known) {}

  /// For \p T and all its parts, with the sign.
  unsigned of(TermRef T);

private:
  unsigned own(TermRef T);
  unsigned compute(TermRef T);

  const Abstraction &Definitions;
  llvm::function_ref<Bounds(TermRef)> Known;
  llvm::DenseMap<TermRef, unsigned> Own, WithParts;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_BIT_WIDTH_H
