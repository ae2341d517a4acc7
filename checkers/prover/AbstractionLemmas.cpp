// SPDX-License-Identifier: Apache-2.0
//
// Every lemma here holds for the integers whatever its unknowns are, except
// that nothing is said of a quotient by zero.

#include "prover/Abstraction.h"
#include "llvm/Support/MathExtras.h"
#include <map>

namespace oxide::prover {

namespace {

constexpr int64_t Min = std::numeric_limits<int64_t>::min();
constexpr int64_t Max = std::numeric_limits<int64_t>::max();

/// A range of so few values is spelled out.
constexpr int64_t FewValues = 4;
/// Pairs of products with one factor; more would drown the solver.
constexpr unsigned MaxPairs = 48;

class LemmaWriter {
public:
  LemmaWriter(TermContext &Terms, std::vector<TermRef> &Out)
      : Terms(Terms), Zero(Terms.constant(0)), Out(Out) {}

  void product(TermRef X, TermRef P, TermRef M) {
    give({Terms.logicalNot(Terms.zero(X)), Terms.zero(M)});
    give({Terms.logicalNot(Terms.zero(P)), Terms.zero(M)});
    // For X >= 1 the product is beyond P on P's side of zero, and so on for
    // each pair of signs and with both exchanged.
    for (auto [A, B] : {std::pair(X, P), std::pair(P, X)}) {
      TermRef MinusB = Terms.scale(B, -1);
      give({below(A, 1), below(B, 0), Terms.lessEqual(B, M)});
      give({below(A, 1), above(B, 0), Terms.lessEqual(M, B)});
      give({above(A, -1), below(B, 0), Terms.lessEqual(M, MinusB)});
      give({above(A, -1), above(B, 0), Terms.lessEqual(MinusB, M)});
      fewValues(A, B, M);
    }
    envelope(X, P, M);
  }

  /// M1 = X1 * P and M2 = X2 * P.
  void pair(TermRef X1, TermRef X2, TermRef P, TermRef M1, TermRef M2) {
    TermRef D = Terms.sub(X2, X1), M = Terms.sub(M2, M1);
    if (D->isConstant()) {
      give({Terms.equal(M, Terms.scale(P, D->value()))});
      return;
    }
    TermRef MinusP = Terms.scale(P, -1);
    give({Terms.logicalNot(Terms.zero(D)), Terms.zero(M)});
    give({below(D, 1), below(P, 0), Terms.lessEqual(P, M)});
    give({below(D, 1), above(P, 0), Terms.lessEqual(M, P)});
    give({above(D, -1), below(P, 0), Terms.lessEqual(M, MinusP)});
    give({above(D, -1), above(P, 0), Terms.lessEqual(MinusP, M)});
    fewValues(D, P, M);
  }

  /// Q is A / D, truncated, and P is Q * D.
  void quotient(TermRef A, TermRef D, TermRef P) {
    TermRef R = Terms.sub(A, P);
    TermRef Positive = below(D, 1), Negative = above(D, -1);
    // |R| < |D|, with the sign of A.
    give({Positive, Terms.less(R, D)});
    give({Positive, Terms.less(Terms.scale(D, -1), R)});
    give({Negative, Terms.less(R, Terms.scale(D, -1))});
    give({Negative, Terms.less(D, R)});
    TermRef Undefined = Terms.zero(D);
    give({Undefined, below(A, 0), Terms.nonNegative(R)});
    give({Undefined, above(A, 0), Terms.lessEqual(R, Zero)});
  }

  void floorQuotient(TermRef A, int64_t D, TermRef Q) {
    TermRef R = Terms.sub(A, Terms.scale(Q, D));
    give({Terms.nonNegative(R)});
    give({Terms.less(R, Terms.constant(D))});
  }

private:
  void give(llvm::ArrayRef<TermRef> Alternatives) {
    TermRef Lemma = Terms.anyOf(Alternatives);
    if (!Lemma->isTrue())
      Out.push_back(Lemma);
  }
  TermRef below(TermRef A, int64_t C) {
    return Terms.less(A, Terms.constant(C));
  }
  TermRef above(TermRef A, int64_t C) {
    return Terms.less(Terms.constant(C), A);
  }

  void fewValues(TermRef X, TermRef P, TermRef M) {
    if (X->lo() == Min || X->hi() == Max ||
        static_cast<__int128>(X->hi()) - X->lo() >= FewValues)
      return;
    for (int64_t V = X->lo(); V <= X->hi(); ++V)
      give({Terms.logicalNot(Terms.equal(X, Terms.constant(V))),
            Terms.equal(M, Terms.scale(P, V))});
  }

  /// McCormick's four planes, as far as the bounds are known.
  void envelope(TermRef X, TermRef P, TermRef M) {
    auto Plane = [&](int64_t XBound, int64_t PBound, bool Below) {
      // (X - XBound) * (P - PBound) is not negative, or not positive.
      int64_t Both;
      if (XBound == Min || XBound == Max || PBound == Min || PBound == Max ||
          llvm::MulOverflow(XBound, PBound, Both) || Both == Min)
        return;
      TermRef At =
          Terms.add(Terms.add(Terms.scale(P, XBound), Terms.scale(X, PBound)),
                    Terms.constant(-Both));
      give({Below ? Terms.lessEqual(At, M) : Terms.lessEqual(M, At)});
    };
    Plane(X->lo(), P->lo(), true);
    Plane(X->hi(), P->hi(), true);
    Plane(X->lo(), P->hi(), false);
    Plane(X->hi(), P->lo(), false);
  }

  TermContext &Terms;
  TermRef Zero;
  std::vector<TermRef> &Out;
};

} // namespace

std::vector<TermRef> Abstraction::lemmas(llvm::ArrayRef<TermRef> Linear) {
  // Lemmas about quotients by unknowns have products of their own.
  std::vector<TermRef> Roots(Linear.begin(), Linear.end()), Result;
  LemmaWriter Writer(Terms, Result);
  for (const Definition *D : definitionsIn(Roots))
    if (D->Is == Meaning::Quotient)
      Roots.push_back(linear(Terms.mul(D->B, D->Unknown)));

  std::vector<const Definition *> All = definitionsIn(Roots);
  for (const Definition *D : All)
    switch (D->Is) {
    case Meaning::Product:
      Writer.product(D->A, D->B, D->Unknown);
      break;
    case Meaning::Quotient:
      Writer.quotient(D->A, D->B, linear(Terms.mul(D->B, D->Unknown)));
      break;
    case Meaning::FloorQuotient:
      Writer.floorQuotient(D->A, D->B->value(), D->Unknown);
      break;
    }
  for (const Pair &P : productPairs(All))
    Writer.pair(P.FirstOther, P.SecondOther, P.Factor, P.First->Unknown,
                P.Second->Unknown);
  return Result;
}

std::vector<Abstraction::Pair>
Abstraction::productPairs(llvm::ArrayRef<const Definition *> Of) {
  struct Use {
    const Definition *D;
    TermRef Other;
  };
  std::map<unsigned, std::pair<TermRef, std::vector<Use>>> ByFactor;
  for (const Definition *D : Of) {
    if (D->Is != Meaning::Product)
      continue;
    auto &[Second, UsesOfSecond] = ByFactor[D->B->id()];
    Second = D->B;
    UsesOfSecond.push_back({D, D->A});
    if (D->A == D->B)
      continue;
    auto &[First, UsesOfFirst] = ByFactor[D->A->id()];
    First = D->A;
    UsesOfFirst.push_back({D, D->B});
  }
  std::vector<Pair> Result;
  for (const auto &[Id, Entry] : ByFactor) {
    const auto &[Factor, Uses] = Entry;
    unsigned Pairs = 0;
    for (size_t I = 0; I < Uses.size(); ++I)
      for (size_t J = I + 1; J < Uses.size() && Pairs < MaxPairs; ++J, ++Pairs)
        Result.push_back(
            {Factor, Uses[I].D, Uses[J].D, Uses[I].Other, Uses[J].Other});
  }
  return Result;
}

} // namespace oxide::prover
