// SPDX-License-Identifier: Apache-2.0
//
// Which thread of a block writes a given byte: the way around a quantifier
// over all threads and iterations.

#ifndef OXIDE_CHECKERS_PROVER_COVERAGE_H
#define OXIDE_CHECKERS_PROVER_COVERAGE_H

#include "prover/Access.h"

namespace oxide::prover {

/// A write with its place, for a generic thread of the block.
struct BlockWrite {
  const Access *At;
  TermRef Guard, Offset;
};

/// What is known of a byte and a write. Both are at least what is true: a
/// condition that cannot be followed is left out.
struct Coverage {
  /// Some thread of the block has the byte for its element.
  TermRef HasThread;
  /// ... and comes to the write.
  TermRef Covered;
  /// Conditions of single threads are part of Covered.
  bool Guarded = false;
};

/// \p Block is the number of threads of the block in each dimension.
///
/// The offset of the write is a mixed-radix number whose digits are indices of
/// the thread, iterations and other bounded values; the byte is decoded.
/// Conditions that a whole block agrees on are taken to hold: flags of a
/// launch may belong together.
Coverage coverageOf(Translator &X, const BlockWrite &W, TermRef Byte,
                    const int64_t (&Block)[3]);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_COVERAGE_H
