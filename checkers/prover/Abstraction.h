// SPDX-License-Identifier: Apache-2.0
//
// Makes terms linear: products of unknowns, quotients and remainders become
// new unknowns, and lemmas say of them what proofs about indices need.

#ifndef OXIDE_CHECKERS_PROVER_ABSTRACTION_H
#define OXIDE_CHECKERS_PROVER_ABSTRACTION_H

#include "prover/Term.h"

namespace oxide::prover {

class Abstraction {
public:
  /// \p NativeBits leaves operations on bits, and division by a power of two,
  /// to bit-vectors; otherwise they become arithmetic where that is possible.
  Abstraction(TermContext &Terms, bool NativeBits)
      : Terms(Terms), NativeBits(NativeBits) {}

  bool usesBitVectors() const { return NativeBits; }

  /// \p T with new unknowns for what is not linear.
  TermRef linear(TermRef T);

  enum class Meaning : uint8_t {
    Product,
    Quotient,     ///< truncated
    FloorQuotient ///< by a positive constant
  };
  /// What a new unknown stands for, of linear operands.
  struct Definition {
    Meaning Is;
    TermRef Unknown, A, B;
  };
  const Definition *definitionOf(TermRef Unknown) const;
  /// The definitions that linear terms rest on, in order of the unknowns.
  std::vector<const Definition *>
  definitionsIn(llvm::ArrayRef<TermRef> Linear) const;
  /// Two products of one factor, and what it is multiplied with.
  struct Pair {
    TermRef Factor;
    const Definition *First, *Second;
    TermRef FirstOther, SecondOther;
  };
  /// The pairs of products among \p Of, as many as a solver can bear.
  static std::vector<Pair> productPairs(llvm::ArrayRef<const Definition *> Of);
  /// What holds for the unknowns in \p Linear by their definitions.
  std::vector<TermRef> lemmas(llvm::ArrayRef<TermRef> Linear);

private:
  TermRef compute(TermRef T);
  TermRef arithmetic(TermRef T);
  TermRef product(TermRef A, TermRef B);
  TermRef divide(TermRef A, TermRef B, bool Remainder);
  TermRef bits(TermRef T);
  TermRef maskedBy(TermRef A, uint64_t Mask);
  TermRef shift(TermRef A, TermRef By, bool Left);
  TermRef shiftRight(TermRef A, int64_t By);
  TermRef unknown(Meaning Is, TermRef Whole, TermRef A, TermRef B);

  TermContext &Terms;
  const bool NativeBits;
  llvm::DenseMap<TermRef, TermRef> Done;
  llvm::DenseMap<TermRef, TermRef> UnknownOf;
  std::deque<Definition> Definitions;
  llvm::DenseMap<TermRef, const Definition *> ByUnknown;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_ABSTRACTION_H
