// SPDX-License-Identifier: Apache-2.0
//
// Random terms, each beside the operations it was built from: the value of the
// operations is computed here, not by the code under test.

#ifndef OXIDE_TEST_UNIT_RANDOM_TERMS_H
#define OXIDE_TEST_UNIT_RANDOM_TERMS_H

#include "prover/Term.h"
#include <functional>
#include <optional>
#include <random>

namespace oxide::prover::test {

using Environment = std::vector<int64_t>;

/// An integer or a condition; the reference value is nothing where the
/// operations have none.
struct Sample {
  TermRef Term;
  std::function<std::optional<int64_t>(const Environment &)> Value;
};

class RandomTerms {
public:
  struct Options {
    unsigned Variables = 3;
    int64_t Lo = -4, Hi = 6;
    bool Bits = true;
    bool NonlinearOperations = true;
  };

  RandomTerms(TermContext &Terms, uint64_t Seed, Options O)
      : Terms(Terms), Random(Seed), O(O) {
    for (unsigned I = 0; I < O.Variables; ++I) {
      Symbol S;
      S.Name = std::string(1, static_cast<char>('a' + I));
      S.Lo = I % 2 ? 0 : O.Lo;
      S.Hi = O.Hi;
      S.Varies = static_cast<Scope>(below(4));
      Symbols.push_back(&Terms.symbol(S));
    }
  }

  const std::vector<const Symbol *> &symbols() const { return Symbols; }
  unsigned below(unsigned N) { return Random() % N; }

  Sample integer(unsigned Depth);
  Sample condition(unsigned Depth);

private:
  Sample constant();
  Sample binary(unsigned Depth);

  TermContext &Terms;
  std::mt19937_64 Random;
  Options O;
  std::vector<const Symbol *> Symbols;
};

inline Sample RandomTerms::constant() {
  static constexpr int64_t Usual[] = {0,  1,  2,  3,  4,  5,  7,  8, 12,
                                      16, 31, -1, -2, -3, -4, -8, 6, 10};
  int64_t V = Usual[below(std::size(Usual))];
  return {Terms.constant(V), [V](const Environment &) { return V; }};
}

inline Sample RandomTerms::integer(unsigned Depth) {
  unsigned Choice = Depth == 0 ? below(2) : below(10);
  if (Choice == 0)
    return constant();
  if (Choice <= 2) {
    unsigned I = below(Symbols.size());
    return {Terms.apply(*Symbols[I]),
            [I](const Environment &E) { return E[I]; }};
  }
  if (Choice == 3) {
    Sample C = condition(Depth - 1), A = integer(Depth - 1),
           B = integer(Depth - 1);
    return {Terms.select(C.Term, A.Term, B.Term),
            [=](const Environment &E) -> std::optional<int64_t> {
              auto V = C.Value(E);
              if (!V)
                return std::nullopt;
              return *V ? A.Value(E) : B.Value(E);
            }};
  }
  return binary(Depth);
}

inline Sample RandomTerms::binary(unsigned Depth) {
  Sample A = integer(Depth - 1), B = integer(Depth - 1);
  using Operation = std::optional<int64_t> (*)(int64_t, int64_t);
  TermRef T;
  Operation F;
  unsigned Choice = below(O.Bits ? 11 : O.NonlinearOperations ? 6 : 3);
  switch (Choice) {
  case 0:
  case 1:
    T = Terms.add(A.Term, B.Term);
    F = [](int64_t X, int64_t Y) -> std::optional<int64_t> { return X + Y; };
    break;
  case 2:
    T = Terms.sub(A.Term, B.Term);
    F = [](int64_t X, int64_t Y) -> std::optional<int64_t> { return X - Y; };
    break;
  case 3:
    T = Terms.mul(A.Term, B.Term);
    F = [](int64_t X, int64_t Y) -> std::optional<int64_t> {
      int64_t R;
      if (__builtin_mul_overflow(X, Y, &R) || R > 1'000'000'000'000 ||
          R < -1'000'000'000'000)
        return std::nullopt;
      return R;
    };
    break;
  case 4:
    T = Terms.quotient(A.Term, B.Term);
    F = [](int64_t X, int64_t Y) -> std::optional<int64_t> {
      return Y ? std::optional(X / Y) : std::nullopt;
    };
    break;
  case 5:
    T = Terms.remainder(A.Term, B.Term);
    F = [](int64_t X, int64_t Y) -> std::optional<int64_t> {
      return Y ? std::optional(X % Y) : std::nullopt;
    };
    break;
  case 6:
    T = Terms.bitAnd(A.Term, B.Term);
    F = [](int64_t X, int64_t Y) -> std::optional<int64_t> { return X & Y; };
    break;
  case 7:
    T = Terms.bitOr(A.Term, B.Term);
    F = [](int64_t X, int64_t Y) -> std::optional<int64_t> { return X | Y; };
    break;
  case 8:
    T = Terms.bitXor(A.Term, B.Term);
    F = [](int64_t X, int64_t Y) -> std::optional<int64_t> { return X ^ Y; };
    break;
  case 9:
    T = Terms.shiftLeft(A.Term, B.Term);
    F = [](int64_t X, int64_t Y) -> std::optional<int64_t> {
      if (Y < 0 || Y > 30 || X > (1 << 20) || X < -(1 << 20))
        return std::nullopt;
      return X * (int64_t(1) << Y);
    };
    break;
  default:
    T = Terms.shiftRight(A.Term, B.Term);
    F = [](int64_t X, int64_t Y) -> std::optional<int64_t> {
      if (Y < 0)
        return std::nullopt;
      return X >> (Y > 63 ? 63 : Y);
    };
  }
  return {T, [=](const Environment &E) -> std::optional<int64_t> {
            auto X = A.Value(E), Y = B.Value(E);
            if (!X || !Y)
              return std::nullopt;
            return F(*X, *Y);
          }};
}

inline Sample RandomTerms::condition(unsigned Depth) {
  unsigned Choice = Depth == 0 ? below(4) : below(8);
  if (Choice <= 4) {
    Sample A = integer(Depth ? Depth - 1 : 0),
           B = integer(Depth ? Depth - 1 : 0);
    auto With = [&](TermRef T, bool (*F)(int64_t, int64_t)) -> Sample {
      return {T, [=](const Environment &E) -> std::optional<int64_t> {
                auto X = A.Value(E), Y = B.Value(E);
                if (!X || !Y)
                  return std::nullopt;
                return F(*X, *Y);
              }};
    };
    switch (Choice) {
    case 0:
      return With(Terms.less(A.Term, B.Term),
                  [](int64_t X, int64_t Y) { return X < Y; });
    case 1:
      return With(Terms.lessEqual(A.Term, B.Term),
                  [](int64_t X, int64_t Y) { return X <= Y; });
    case 2:
      return With(Terms.logicalNot(Terms.equal(A.Term, B.Term)),
                  [](int64_t X, int64_t Y) { return X != Y; });
    default:
      return With(Terms.equal(A.Term, B.Term),
                  [](int64_t X, int64_t Y) { return X == Y; });
    }
  }
  Sample A = condition(Depth - 1), B = condition(Depth - 1);
  if (Choice == 5)
    return {Terms.logicalNot(A.Term),
            [=](const Environment &E) -> std::optional<int64_t> {
              auto X = A.Value(E);
              if (!X)
                return std::nullopt;
              return !*X;
            }};
  bool All = Choice == 6;
  return {All ? Terms.both(A.Term, B.Term) : Terms.either(A.Term, B.Term),
          [=](const Environment &E) -> std::optional<int64_t> {
            auto X = A.Value(E), Y = B.Value(E);
            if (!X || !Y)
              return std::nullopt;
            return All ? *X && *Y : *X || *Y;
          }};
}

/// Calls \p Visit for every choice of values within the bounds.
inline void forEachEnvironment(const std::vector<const Symbol *> &Symbols,
                               std::function<bool(const Environment &)> Visit) {
  Environment E;
  for (const Symbol *S : Symbols)
    E.push_back(S->Lo);
  while (Visit(E)) {
    size_t I = 0;
    while (I < E.size() && ++E[I] > Symbols[I]->Hi) {
      E[I] = Symbols[I]->Lo;
      ++I;
    }
    if (I == E.size())
      return;
  }
}

} // namespace oxide::prover::test

#endif // OXIDE_TEST_UNIT_RANDOM_TERMS_H
