// SPDX-License-Identifier: Apache-2.0
//
// Where rows are w + 1 elements long, the size to speak of is w + 1.

#ifndef OXIDE_CHECKERS_PROVER_PITCHNAME_H
#define OXIDE_CHECKERS_PROVER_PITCHNAME_H

#include "prover/Term.h"

namespace oxide::prover {

/// The first sum with a scalar that is a factor in an address becomes an
/// unknown of its own, and the scalar one less, or whatever the sum says.
class PitchName {
public:
  PitchName(TermContext &T, TermRef Offset);

  /// \p Term over the pitch, and over the scalar again.
  TermRef in(TermRef Term);
  TermRef meant(TermRef Term);

private:
  TermContext &T;
  TermRef Scalar = nullptr; ///< null where there is no such factor
  TermRef Sum = nullptr, Name = nullptr;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_PITCHNAME_H
