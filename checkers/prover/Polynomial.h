// SPDX-License-Identifier: Apache-2.0
//
// Sums of products, and their nested form for mixed-radix indices:
// b*rows*cols + y*cols + x is (b*rows + y)*cols + x.

#ifndef OXIDE_CHECKERS_PROVER_POLYNOMIAL_H
#define OXIDE_CHECKERS_PROVER_POLYNOMIAL_H

#include "prover/Term.h"
#include <map>

namespace oxide::prover {

/// The product of its factors, in order of their ids, a factor once for each
/// power.
using Monomial = llvm::SmallVector<TermRef, 4>;

struct MonomialLess {
  bool operator()(const Monomial &A, const Monomial &B) const;
};

/// An expanded polynomial over atoms: terms that are neither sum nor product.
class Polynomial {
public:
  using Map = std::map<Monomial, int64_t, MonomialLess>;

  /// Expands \p T; \p Atom turns what is neither a sum nor a product into a
  /// term to expand further or into itself. False where it grows too large.
  bool expand(TermRef T, llvm::function_ref<TermRef(TermRef)> Atom);

  /// A term equal to the polynomial, made of sums and of what \p Product gives
  /// for pairs of factors; the second one varies over fewer threads.
  TermRef nested(TermContext &Terms,
                 llvm::function_ref<TermRef(TermRef, TermRef)> Product) const;

  const Map &parts() const { return Parts; }

private:
  bool add(const Monomial &M, int64_t C);
  bool multiply(const Polynomial &By);

  Map Parts;
};

/// The copies that \p T speaks about: bit 0 for thread 1, bit 1 for thread 2.
unsigned copiesIn(TermRef T);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_POLYNOMIAL_H
