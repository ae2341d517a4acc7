// SPDX-License-Identifier: Apache-2.0
//
// Lemmas from models in which products do not have their values.

#include "prover/Attempt.h"
#include "llvm/Support/MathExtras.h"

namespace oxide::prover {

/// Products of wider bit-vectors only use up the budget.
constexpr unsigned MaxExactWidth = 64;
constexpr int64_t Min = std::numeric_limits<int64_t>::min();

bool Attempt::addLemma(Abstraction &With, llvm::ArrayRef<TermRef> Parts) {
  TermRef Lemma = Tools.Terms.anyOf(Parts);
  if (Lemma->isTrue())
    return false;
  add(With, Lemma);
  return true;
}

std::optional<int64_t> Attempt::valueOf(TermRef Linear) const {
  auto It = Index.find(Linear);
  if (It == Index.end())
    return std::nullopt;
  return Query.Values[It->second];
}

/// Adds what the model shows to be missing about products. False where there
/// is nothing to add.
bool Attempt::refine(Abstraction &With) {
  bool Added = false;
  if (With.usesBitVectors()) {
    // Bit-vectors can multiply, which is slow but exact.
    if (!Exact && Query.Width <= MaxExactWidth)
      for (const Abstraction::Definition *D : Definitions)
        if (D->Is == Abstraction::Meaning::Product)
          Added |= addLemma(
              With,
              {Tools.Terms.equal(D->Unknown, Tools.Terms.mul(D->A, D->B))});
    Exact = true;
    return Added;
  }
  for (const Abstraction::Definition *D : Definitions)
    if (D->Is == Abstraction::Meaning::Product)
      Added |= refineProduct(With, *D);
  for (const Abstraction::Pair &P : Abstraction::productPairs(Definitions))
    Added |= refinePair(With, P);
  return Added;
}

/// The value of a product near the model.
bool Attempt::refineProduct(Abstraction &With,
                            const Abstraction::Definition &D) {
  TermContext &Terms = Tools.Terms;
  std::optional<int64_t> M = valueOf(D.Unknown), A = valueOf(D.A),
                         B = valueOf(D.B);
  int64_t Right;
  if (!M || !A || !B || llvm::MulOverflow(*A, *B, Right) || Right == *M ||
      Right == Min)
    return false;
  TermRef ByA = Terms.sub(D.A, Terms.constant(*A));
  TermRef ByB = Terms.sub(D.B, Terms.constant(*B));
  // ByA * ByB is the product less this plane.
  TermRef Over =
      Terms.sub(D.Unknown,
                Terms.sub(Terms.add(Terms.scale(D.A, *B), Terms.scale(D.B, *A)),
                          Terms.constant(Right)));
  bool Added = false;
  for (TermRef Side : {ByA, ByB})
    Added |=
        addLemma(With, {Terms.logicalNot(Terms.zero(Side)), Terms.zero(Over)});
  for (int64_t SignA : {1, -1})
    for (int64_t SignB : {1, -1})
      Added |= addLemma(
          With, {Terms.nonNegative(Terms.scale(ByA, -SignA)),
                 Terms.nonNegative(Terms.scale(ByB, -SignB)),
                 Terms.nonNegative(Terms.sub(Terms.scale(Over, SignA * SignB),
                                             Terms.constant(1)))});
  return Added;
}

/// The distance of two products, on both sides of what it is in the model.
bool Attempt::refinePair(Abstraction &With, const Abstraction::Pair &P) {
  TermContext &Terms = Tools.Terms;
  std::optional<int64_t> M1 = valueOf(P.First->Unknown),
                         M2 = valueOf(P.Second->Unknown),
                         X1 = valueOf(P.FirstOther),
                         X2 = valueOf(P.SecondOther), F = valueOf(P.Factor);
  int64_t C, Right, Has;
  if (!M1 || !M2 || !X1 || !X2 || !F || llvm::SubOverflow(*X2, *X1, C) ||
      llvm::MulOverflow(C, *F, Right) || llvm::SubOverflow(*M2, *M1, Has) ||
      Right == Has)
    return false;
  TermRef D = Terms.sub(P.SecondOther, P.FirstOther);
  TermRef M = Terms.sub(P.Second->Unknown, P.First->Unknown);
  TermRef Line = Terms.scale(P.Factor, C), At = Terms.constant(C);
  TermRef Zero = Terms.constant(0);
  TermRef Negative = Terms.less(P.Factor, Zero);
  TermRef Positive = Terms.less(Zero, P.Factor);
  bool Added = false;
  for (TermRef Sign : {Negative, Positive}) {
    bool Grows = Sign == Negative;
    TermRef Below = Grows ? M : Line, Above = Grows ? Line : M;
    Added |= addLemma(With,
                      {Sign, Terms.less(At, D), Terms.lessEqual(Below, Above)});
    Added |= addLemma(With,
                      {Sign, Terms.less(D, At), Terms.lessEqual(Above, Below)});
  }
  return Added;
}

} // namespace oxide::prover
