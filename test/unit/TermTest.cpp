// SPDX-License-Identifier: Apache-2.0

#include "RandomTerms.h"
#include "prover/Evaluate.h"
#include <gtest/gtest.h>

namespace {

using namespace oxide::prover;
using namespace oxide::prover::test;

constexpr int64_t Min = std::numeric_limits<int64_t>::min();
constexpr int64_t Max = std::numeric_limits<int64_t>::max();

class TermTest : public testing::Test {
protected:
  TermRef variable(const char *Name, int64_t Lo = Min, int64_t Hi = Max,
                   Scope Varies = Scope::Thread) {
    Symbol S;
    S.Name = Name;
    S.Lo = Lo;
    S.Hi = Hi;
    S.Varies = Varies;
    return Terms.apply(Terms.symbol(S));
  }
  TermRef number(int64_t V) { return Terms.constant(V); }

  TermContext Terms;
};

Assignment assignmentOf(const std::vector<const Symbol *> &Symbols,
                        const Environment &E) {
  Assignment Values;
  for (size_t I = 0; I < E.size(); ++I)
    EXPECT_TRUE(Values.set(*Symbols[I], {}, E[I]));
  return Values;
}

/// Simplification keeps the value and the bounds hold, for random terms and
/// values. Where the operations have no value the term may have any.
void compareWithOperations(uint64_t Seed, RandomTerms::Options O,
                           unsigned Depth) {
  TermContext Terms;
  RandomTerms Make(Terms, Seed, O);
  for (unsigned I = 0; I < 8; ++I) {
    Sample S = I % 2 ? Make.condition(Depth) : Make.integer(Depth);
    for (unsigned J = 0; J < 24; ++J) {
      Environment E;
      for (const Symbol *Sym : Make.symbols())
        E.push_back(Sym->Lo +
                    static_cast<int64_t>(Make.below(Sym->Hi - Sym->Lo + 1)));
      auto Expected = S.Value(E);
      if (!Expected)
        continue;
      auto Actual = evaluate(S.Term, assignmentOf(Make.symbols(), E));
      ASSERT_TRUE(Actual.has_value())
          << "seed " << Seed << ": " << toString(S.Term);
      ASSERT_EQ(*Actual, *Expected)
          << "seed " << Seed << ": " << toString(S.Term);
      ASSERT_LE(S.Term->lo(), *Actual) << toString(S.Term);
      ASSERT_GE(S.Term->hi(), *Actual) << toString(S.Term);
    }
  }
}

TEST(TermRandomTest, SmallValuesKeepTheirMeaning) {
  for (uint64_t Seed = 0; Seed < 3000; ++Seed)
    compareWithOperations(Seed, {3, -9, 20, true, true}, 1 + Seed % 5);
}

TEST(TermRandomTest, NonNegativeValuesKeepTheirMeaning) {
  for (uint64_t Seed = 0; Seed < 3000; ++Seed)
    compareWithOperations(Seed + 100000, {3, 0, 64, true, true}, 1 + Seed % 5);
}

TEST_F(TermTest, SumsThatOverflowKeepTheirMeaning) {
  TermRef X = variable("x", -1, 1);
  // 2^62 * x * 4 has no coefficient of 64 bits.
  TermRef Large = Terms.scale(Terms.scale(X, int64_t(1) << 62), 4);
  TermRef Back = Terms.sub(Large, Large);
  Assignment Zero, One;
  ASSERT_TRUE(Zero.set(X->symbol(), {}, 0));
  ASSERT_TRUE(One.set(X->symbol(), {}, 1));
  EXPECT_EQ(evaluate(Large, Zero), 0);
  EXPECT_EQ(evaluate(Large, One), std::nullopt);
  EXPECT_EQ(Back, number(0));
  EXPECT_FALSE(Terms.zero(Large)->isFalse());
  EXPECT_FALSE(Terms.zero(Terms.sub(Large, X))->isFalse());
  EXPECT_TRUE(Terms.nonNegative(Terms.add(number(Max), number(1)))->isTrue());
  EXPECT_TRUE(Terms.nonNegative(Terms.add(number(Min), number(-1)))->isFalse());
  TermRef Bound = Terms.lessEqual(X, number(Min));
  EXPECT_TRUE(Bound->isFalse());
  // Negating a coefficient that has no negative.
  TermRef Odd =
      Terms.add(Terms.scale(X, -3), Terms.scale(variable("y", 0, 1), Min));
  EXPECT_FALSE(Terms.zero(Odd)->isFalse());
}

TEST_F(TermTest, BoundsDoNotWrap) {
  TermRef X = variable("x", 0, Max), Y = variable("y", Min, 5);
  EXPECT_EQ(Terms.add(X, number(1))->hi(), Max);
  EXPECT_EQ(Terms.sub(X, Y)->hi(), Max);
  EXPECT_EQ(Terms.sub(X, Y)->lo(), -5);
  EXPECT_EQ(Terms.sub(number(Max), X)->lo(), Min);
  EXPECT_EQ(Terms.sub(number(Max), X)->hi(), Max);
}

TEST_F(TermTest, EqualTermsAreOneObject) {
  TermRef X = variable("x"), Y = variable("y");
  EXPECT_EQ(Terms.add(X, Y), Terms.add(Y, X));
  EXPECT_EQ(Terms.equal(X, Y), Terms.equal(Y, X));
  EXPECT_EQ(Terms.less(X, Y), Terms.logicalNot(Terms.lessEqual(Y, X)));
  EXPECT_EQ(Terms.mul(Terms.scale(X, 4), Y), Terms.scale(Terms.mul(Y, X), 4));
  EXPECT_TRUE(Terms.both(Terms.less(X, Y), Terms.lessEqual(Y, X))->isFalse());
}

TEST_F(TermTest, CopiesKeepWhatIsShared) {
  TermRef T = variable("threadIdx.x", 0, 1023);
  TermRef N = variable("n", 0, Max, Scope::Launch);
  TermRef B = variable("blockIdx.x", 0, Max, Scope::Block);
  TermRef All = Terms.add(Terms.add(T, N), B);
  TermRef First = Terms.copy(All, 1, Scope::Block);
  TermRef Second = Terms.copy(All, 2, Scope::Block);
  EXPECT_EQ(toString(Terms.sub(First, Second)),
            "threadIdx.x#1 - threadIdx.x#2");
  EXPECT_EQ(Terms.copy(First, 2, Scope::Launch),
            First->isConstant()
                ? nullptr
                : Terms.add(Terms.add(Terms.copy(T, 1, Scope::Block), N),
                            Terms.copy(B, 2, Scope::Launch)));
}

/// Each term has the one before twice: written out, 2^64 of them.
TEST_F(TermTest, SharedPartsDoNotMakeTextEndless) {
  TermRef T = variable("x");
  for (int I = 0; I < 64; ++I)
    T = Terms.quotient(number(I), Terms.mul(T, T));
  std::string Text = toString(T);
  EXPECT_LT(Text.size(), 100'000u);
  EXPECT_NE(Text.find("..."), std::string::npos);
}

TEST_F(TermTest, Printing) {
  TermRef I = variable("i"), N = variable("n"), T = variable("t", 0, 1023);
  auto Text = [&](TermRef X) { return toString(X); };
  EXPECT_EQ(Text(Terms.less(I, N)), "i < n");
  EXPECT_EQ(Text(Terms.lessEqual(I, N)), "i <= n");
  EXPECT_EQ(Text(Terms.less(Terms.add(I, number(4)), N)), "i + 4 < n");
  EXPECT_EQ(Text(Terms.less(T, number(256))), "t < 256");
  EXPECT_EQ(Text(Terms.lessEqual(number(32), T)), "t >= 32");
  EXPECT_EQ(Text(Terms.less(number(0), T)), "t > 0");
  EXPECT_EQ(Text(Terms.equal(I, N)), "i == n");
  EXPECT_EQ(Text(Terms.logicalNot(Terms.equal(I, number(5)))), "i != 5");
  EXPECT_EQ(Text(Terms.equal(Terms.scale(I, 4), Terms.add(N, number(-3)))),
            "4 * i + 3 == n");
  EXPECT_EQ(Text(Terms.quotient(Terms.add(I, number(1)), number(2))),
            "(i + 1) / 2");
  EXPECT_EQ(Text(Terms.scale(Terms.mul(I, N), -2)), "-2 * (n * i)");
  EXPECT_EQ(Text(Terms.bitXor(T, Terms.quotient(T, number(8)))), "t ^ t / 8");
  EXPECT_EQ(Text(Terms.either(Terms.both(Terms.less(I, N), Terms.less(N, T)),
                              Terms.equal(I, T))),
            "(i < n && n < t) || i == t");
  EXPECT_EQ(Text(Terms.select(Terms.less(I, N), I, N)), "i < n ? i : n");
  Symbol F;
  F.Name = "idx";
  EXPECT_EQ(Text(Terms.apply(Terms.symbol(F), {Terms.scale(T, 4)})),
            "idx(4 * t)");
}

TEST_F(TermTest, EvaluationIsChecked) {
  TermRef X = variable("x"), Y = variable("y");
  Assignment A;
  ASSERT_TRUE(A.set(X->symbol(), {}, Max));
  EXPECT_EQ(evaluate(Terms.add(X, number(1)), A), std::nullopt);
  EXPECT_EQ(evaluate(Terms.quotient(X, number(0)), A), std::nullopt);
  EXPECT_EQ(evaluate(Y, A), std::nullopt);
  // One part decides.
  EXPECT_EQ(evaluate(Terms.either(Terms.equal(X, number(Max)),
                                  Terms.equal(Y, number(0))),
                     A),
            1);
  EXPECT_FALSE(A.set(X->symbol(), {}, 5));
  // Equal arguments, one value.
  Symbol S;
  S.Name = "f";
  const Symbol &F = Terms.symbol(S);
  ASSERT_TRUE(A.set(Y->symbol(), {}, 7));
  ASSERT_TRUE(A.set(F, {7}, 9));
  EXPECT_EQ(evaluate(Terms.apply(F, {Y}), A), 9);
  EXPECT_EQ(evaluate(Terms.apply(F, {number(7)}), A), 9);
  EXPECT_FALSE(A.set(F, {7}, 8));
}

} // namespace
