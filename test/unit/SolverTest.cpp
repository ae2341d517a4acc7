// SPDX-License-Identifier: Apache-2.0

#include "prover/Solver.h"
#include "RandomTerms.h"
#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>

namespace {

using namespace oxide::prover;
using namespace oxide::prover::test;

constexpr int64_t Max = std::numeric_limits<int64_t>::max();
constexpr uint64_t Limit = 400'000'000;

/// The answer is compared with all values of the symbols.
struct RandomOutcome {
  unsigned Unsatisfiable = 0, Satisfiable = 0, Unknown = 0, Undefined = 0;
};

void compareWithEnumeration(uint64_t Seed, RandomTerms::Options O,
                            RandomOutcome &Outcome) {
  TermContext Terms;
  RandomTerms Make(Terms, Seed, O);
  std::vector<Sample> Samples;
  std::vector<TermRef> Conditions;
  for (unsigned I = 0, N = 1 + Make.below(4); I < N; ++I) {
    Samples.push_back(Make.condition(1 + Make.below(4)));
    Conditions.push_back(Samples.back().Term);
  }
  auto All = [&](const Environment &E) -> std::optional<bool> {
    bool Result = true;
    for (const Sample &S : Samples) {
      auto V = S.Value(E);
      if (!V)
        return std::nullopt;
      Result &= *V != 0;
    }
    return Result;
  };
  std::string Text = "seed " + std::to_string(Seed) + ":";
  for (TermRef C : Conditions)
    Text += "\n  " + toString(C);

  Solver S(Terms, Limit);
  Assignment Model;
  switch (S.check(Conditions, &Model)) {
  case SolverAnswer::Unknown: {
    // Division by zero and the like may have any value, which no model shows.
    bool Solution = false, Undefined = false;
    forEachEnvironment(Make.symbols(), [&](const Environment &E) {
      auto Holds = All(E);
      Undefined |= !Holds;
      Solution |= Holds.value_or(false);
      return !Solution;
    });
    ++(Undefined && !Solution ? Outcome.Undefined : Outcome.Unknown);
    break;
  }
  case SolverAnswer::Satisfiable: {
    ++Outcome.Satisfiable;
    ASSERT_TRUE(holds(Conditions, Model)) << Text;
    Environment E;
    for (const Symbol *Sym : Make.symbols()) {
      E.push_back(Model.get(*Sym).value_or(Sym->Lo));
      ASSERT_LE(Sym->Lo, E.back()) << Text;
      ASSERT_GE(Sym->Hi, E.back()) << Text;
    }
    auto Holds = All(E);
    ASSERT_TRUE(!Holds || *Holds) << Text;
    break;
  }
  case SolverAnswer::Unsatisfiable:
    ++Outcome.Unsatisfiable;
    forEachEnvironment(Make.symbols(), [&](const Environment &E) {
      bool Holds = All(E).value_or(false);
      EXPECT_FALSE(Holds) << Text << "\n  holds for " << E[0] << " " << E[1];
      return !Holds;
    });
  }
}

void compareMany(uint64_t First, unsigned Count, RandomTerms::Options O,
                 double MostUnknown) {
  RandomOutcome Outcome;
  for (unsigned I = 0; I < Count; ++I) {
    compareWithEnumeration(First + I, O, Outcome);
    if (testing::Test::HasFailure())
      return;
  }
  std::printf("  %u unsatisfiable, %u satisfiable, %u unknown, %u undefined\n",
              Outcome.Unsatisfiable, Outcome.Satisfiable, Outcome.Unknown,
              Outcome.Undefined);
  EXPECT_LE(Outcome.Unknown, MostUnknown * Count);
}

TEST(SolverRandomTest, Linear) {
  compareMany(1, 200, {3, -4, 6, false, false}, 0.01);
}

TEST(SolverRandomTest, Nonlinear) {
  compareMany(10000, 200, {3, -4, 6, false, true}, 0.05);
}

TEST(SolverRandomTest, Bits) {
  compareMany(20000, 60, {3, -4, 6, true, true}, 0.08);
}

TEST(SolverRandomTest, NonNegativeBits) {
  compareMany(30000, 60, {3, 0, 9, true, true}, 0.08);
}

/// Numbers of several digits by the divisors that terms have.
TEST(SolverRandomTest, Digits) {
  compareMany(40000, 100, {2, 0, 70, true, true}, 0.08);
}

/// Two threads of one launch, and the indices of common kernels.
class SolverTest : public testing::Test {
protected:
  TermRef symbol(const char *Name, Scope Varies, int64_t Lo, int64_t Hi) {
    Symbol S;
    S.Name = Name;
    S.Varies = Varies;
    S.Lo = Lo;
    S.Hi = Hi;
    return Terms.apply(Terms.symbol(S));
  }
  TermRef scalar(const char *Name, int64_t Lo = -(int64_t(1) << 31),
                 int64_t Hi = (int64_t(1) << 31) - 1) {
    return symbol(Name, Scope::Launch, Lo, Hi);
  }
  TermRef number(int64_t V) { return Terms.constant(V); }
  TermRef copy(TermRef T, unsigned C) { return Terms.copy(T, C, Shared); }

  /// The launch facts of one thread.
  std::vector<TermRef> inRange() {
    return {Terms.less(TX, BDX), Terms.less(TY, BDY), Terms.less(BX, GDX),
            Terms.less(BY, GDY)};
  }

  /// Two distinct threads with \p Guards have the same \p Index.
  std::vector<TermRef> collision(TermRef Index,
                                 std::vector<TermRef> Guards = {}) {
    std::vector<TermRef> All, Same;
    for (TermRef G : inRange())
      Guards.push_back(G);
    for (TermRef G : Guards) {
      All.push_back(copy(G, 1));
      All.push_back(copy(G, 2));
    }
    for (TermRef T : {TX, TY, BX, BY})
      Same.push_back(Terms.equal(copy(T, 1), copy(T, 2)));
    All.push_back(Terms.logicalNot(Terms.allOf(Same)));
    All.push_back(Terms.equal(copy(Index, 1), copy(Index, 2)));
    return All;
  }

  void oneDimension() {
    TY = BY = number(0);
    BDY = GDY = number(1);
  }

  SolverAnswer check(std::vector<TermRef> Conditions,
                     Assignment *Model = nullptr) {
    std::vector<double> Times;
    SolverAnswer Answer = SolverAnswer::Unknown;
    uint64_t Steps = Kernel.steps();
    unsigned Hard = Kernel.hardQueries();
    for (int I = 0; I < 5; ++I) {
      auto Start = std::chrono::steady_clock::now();
      Answer = Kernel.check(Conditions, Model);
      Times.push_back(std::chrono::duration<double, std::milli>(
                          std::chrono::steady_clock::now() - Start)
                          .count());
    }
    std::sort(Times.begin(), Times.end());
    std::printf("  median %.2f ms, %.0f steps, %.1f hard queries\n", Times[2],
                (Kernel.steps() - Steps) / 5.0,
                (Kernel.hardQueries() - Hard) / 5.0);
    return Answer;
  }
  void expectProven(std::vector<TermRef> Conditions) {
    EXPECT_EQ(check(std::move(Conditions)), SolverAnswer::Unsatisfiable);
  }
  void expectRefuted(std::vector<TermRef> Conditions) {
    Assignment Model;
    EXPECT_EQ(check(Conditions, &Model), SolverAnswer::Satisfiable);
    EXPECT_TRUE(holds(Conditions, Model));
  }

  TermContext Terms;
  Solver Kernel{Terms, Limit};
  /// What both threads share: nothing but the launch, or the block as well.
  Scope Shared = Scope::Launch;
  TermRef TX = symbol("threadIdx.x", Scope::Thread, 0, 1023);
  TermRef TY = symbol("threadIdx.y", Scope::Thread, 0, 1023);
  TermRef BX = symbol("blockIdx.x", Scope::Block, 0, (int64_t(1) << 31) - 2);
  TermRef BY = symbol("blockIdx.y", Scope::Block, 0, 65534);
  TermRef BDX = scalar("blockDim.x", 1, 1024);
  TermRef BDY = scalar("blockDim.y", 1, 1024);
  TermRef GDX = scalar("gridDim.x", 1, (int64_t(1) << 31) - 1);
  TermRef GDY = scalar("gridDim.y", 1, 65535);
  TermRef Global = Terms.add(Terms.mul(BX, BDX), TX);
  TermRef GlobalY = Terms.add(Terms.mul(BY, BDY), TY);
};

TEST_F(SolverTest, SameIndexInBlock) {
  oneDimension();
  Shared = Scope::Block;
  expectProven(collision(TX));
  expectProven(collision(Terms.scale(TX, 4)));
  expectProven(collision(Terms.add(Terms.scale(TX, 3), scalar("c"))));
}

TEST_F(SolverTest, NeighbourIsARace) {
  oneDimension();
  Shared = Scope::Block;
  auto C = collision(TX);
  C.back() = Terms.equal(copy(TX, 1), Terms.add(copy(TX, 2), number(1)));
  expectRefuted(C);
}

TEST_F(SolverTest, ReductionStep) {
  // if (t < s) x[t] += x[t + s]
  oneDimension();
  Shared = Scope::Block;
  TermRef S = symbol("s", Scope::Block, 0, 512);
  auto C = collision(TX, {Terms.less(TX, S)});
  C.back() = Terms.equal(copy(TX, 1), Terms.add(copy(TX, 2), S));
  expectProven(C);
}

TEST_F(SolverTest, SymbolicGlobalIndex) {
  oneDimension();
  expectProven(collision(Global));
  expectProven(collision(Terms.scale(Global, 4)));
  TermRef N = scalar("n");
  expectProven(collision(Terms.sub(Terms.sub(N, number(1)), Global),
                         {Terms.less(Global, N)}));
  // The neighbour's element.
  auto C = collision(Global);
  C.back() =
      Terms.equal(copy(Global, 1), Terms.add(copy(Global, 2), number(1)));
  expectRefuted(C);
}

TEST_F(SolverTest, TwoDimensionalImage) {
  TermRef W = scalar("width"), H = scalar("height");
  TermRef Index = Terms.add(Terms.mul(GlobalY, W), Global);
  std::vector<TermRef> Guards{Terms.less(Global, W), Terms.less(GlobalY, H)};
  expectProven(collision(Index, Guards));
  expectProven(collision(Terms.scale(Index, 4), Guards));
  // Without the guard on the column two rows meet.
  expectRefuted(collision(Index, {Terms.less(GlobalY, H)}));
}

TEST_F(SolverTest, MixedRadixOfThree) {
  oneDimension();
  TermRef Rows = scalar("rows"), Cols = scalar("cols");
  TermRef B = symbol("b", Scope::Thread, 0, 65535);
  TermRef Y = symbol("y", Scope::Thread, 0, 65535);
  TermRef X = symbol("x", Scope::Thread, 0, 65535);
  TermRef Index = Terms.add(
      Terms.add(Terms.mul(Terms.mul(B, Rows), Cols), Terms.mul(Y, Cols)), X);
  auto With = [&](TermRef I) {
    std::vector<TermRef> All, Same;
    for (TermRef G : {Terms.less(X, Cols), Terms.less(Y, Rows)}) {
      All.push_back(copy(G, 1));
      All.push_back(copy(G, 2));
    }
    for (TermRef T : {B, Y, X})
      Same.push_back(Terms.equal(copy(T, 1), copy(T, 2)));
    All.push_back(Terms.logicalNot(Terms.allOf(Same)));
    All.push_back(Terms.equal(copy(I, 1), copy(I, 2)));
    return All;
  };
  expectProven(With(Index));
  TermRef Grouped = Terms.add(Terms.mul(B, Terms.mul(Rows, Cols)),
                              Terms.add(Terms.mul(Y, Cols), X));
  expectProven(With(Grouped));
}

TEST_F(SolverTest, GridStride) {
  oneDimension();
  TermRef N = scalar("n");
  TermRef K = symbol("k", Scope::Thread, 0, Max);
  TermRef Index = Terms.add(Global, Terms.mul(K, Terms.mul(GDX, BDX)));
  expectProven(collision(Index, {Terms.less(Index, N)}));
}

TEST_F(SolverTest, RowPerThread) {
  // x[gid * m + k] with k < m
  oneDimension();
  TermRef M = scalar("m");
  TermRef K = symbol("k", Scope::Thread, 0, Max);
  TermRef Index = Terms.add(Terms.mul(Global, M), K);
  expectProven(collision(Index, {Terms.less(K, M)}));
  expectRefuted(collision(Index, {Terms.lessEqual(K, M)}));
}

TEST_F(SolverTest, OverlappingBytes) {
  // Two float4 at 16 * gid, as ranges of bytes.
  oneDimension();
  TermRef A = copy(Terms.scale(Global, 16), 1);
  TermRef B = copy(Terms.scale(Global, 16), 2);
  auto C = collision(Global);
  C.pop_back();
  C.push_back(Terms.less(A, Terms.add(B, number(16))));
  C.push_back(Terms.less(B, Terms.add(A, number(16))));
  expectProven(C);
  // A float4 and a float after it.
  C.resize(C.size() - 2);
  C.push_back(Terms.less(A, Terms.add(B, number(20))));
  C.push_back(Terms.less(Terms.add(B, number(16)), Terms.add(A, number(16))));
  expectRefuted(C);
}

TEST_F(SolverTest, RedBlackStencil) {
  // Where x + y is even: writes (y, x), reads the four neighbours.
  TermRef W = scalar("width"), H = scalar("height");
  auto At = [&](int DY, int DX) {
    return Terms.add(Terms.mul(Terms.add(GlobalY, number(DY)), W),
                     Terms.add(Global, number(DX)));
  };
  std::vector<TermRef> Guards{Terms.less(number(0), Global),
                              Terms.less(Terms.add(Global, number(1)), W),
                              Terms.less(number(0), GlobalY),
                              Terms.less(Terms.add(GlobalY, number(1)), H)};
  auto Meets = [&](std::vector<TermRef> With) {
    auto C = collision(At(0, 0), With);
    C.pop_back();
    std::vector<TermRef> Any;
    for (auto [DY, DX] :
         {std::pair(-1, 0), std::pair(1, 0), std::pair(0, -1), std::pair(0, 1)})
      Any.push_back(Terms.equal(copy(At(0, 0), 1), copy(At(DY, DX), 2)));
    C.push_back(Terms.anyOf(Any));
    return C;
  };
  expectRefuted(Meets(Guards));
  Guards.push_back(Terms.equal(
      Terms.remainder(Terms.add(Global, GlobalY), number(2)), number(0)));
  expectProven(Meets(Guards));
}

TEST_F(SolverTest, VolumeOfThreeSizes) {
  // (z * ny + y) * nx + x with a loop over z
  TermRef NX = scalar("nx"), NY = scalar("ny");
  TermRef Z = symbol("z", Scope::Thread, 0, Max);
  TermRef Index =
      Terms.add(Terms.mul(Terms.add(Terms.mul(Z, NY), GlobalY), NX), Global);
  expectProven(
      collision(Index, {Terms.less(Global, NX), Terms.less(GlobalY, NY)}));
  // Transposed on the way out.
  TermRef Other =
      Terms.add(Terms.mul(Terms.add(Terms.mul(Z, NX), Global), NY), GlobalY);
  expectProven(
      collision(Other, {Terms.less(Global, NX), Terms.less(GlobalY, NY)}));
}

TEST_F(SolverTest, UnsignedFromSigned) {
  // (unsigned)gid where nothing says that it is not negative.
  oneDimension();
  TermRef N = scalar("n");
  TermRef I = Terms.sub(Global, N);
  TermRef U = Terms.select(Terms.nonNegative(I), I,
                           Terms.add(I, number(int64_t(1) << 32)));
  expectProven(collision(U, {Terms.lessEqual(N, Global)}));
  expectProven(collision(U, {Terms.less(Global, number(1 << 30))}));
}

TEST_F(SolverTest, TiledMatrix) {
  // tile[ty][tx] of width 16 plus padding
  Shared = Scope::Block;
  TermRef Tile = Terms.add(Terms.scale(TY, 17), TX);
  expectProven(collision(Tile, {Terms.less(TX, number(16))}));
  expectRefuted(collision(Tile, {Terms.less(TX, number(18))}));
}

TEST_F(SolverTest, Strides) {
  oneDimension();
  Shared = Scope::Block;
  TermRef Three = Terms.scale(TX, 3);
  auto C = collision(Three);
  C.back() = Terms.equal(copy(Three, 1), Terms.add(copy(Three, 2), number(1)));
  expectProven(C);
  expectRefuted(collision(Terms.remainder(Three, number(64))));
  expectProven(collision(Terms.remainder(Three, number(64)),
                         {Terms.less(TX, number(64))}));
}

TEST_F(SolverTest, LowBit) {
  oneDimension();
  Shared = Scope::Block;
  TermRef Bit = Terms.bitAnd(TX, number(1));
  expectRefuted(collision(Bit));
  expectProven(collision(Bit, {Terms.less(TX, number(2))}));
  // Even threads write t, and read t + 1.
  TermRef Even = Terms.equal(Bit, number(0));
  auto C = collision(TX, {Even});
  C.back() = Terms.equal(copy(TX, 1), Terms.add(copy(TX, 2), number(1)));
  expectProven(C);
}

TEST_F(SolverTest, XorSwizzle) {
  oneDimension();
  Shared = Scope::Block;
  TermRef Swizzled = Terms.bitXor(TX, Terms.shiftRight(TX, number(3)));
  expectProven(collision(Swizzled));
  expectRefuted(collision(Terms.bitAnd(Swizzled, number(255))));
  // Butterfly partner.
  TermRef Stride = symbol("s", Scope::Block, 1, 512);
  expectProven(collision(Terms.bitXor(TX, Stride)));
  expectProven(collision(Terms.bitXor(TX, number(16))));
}

TEST_F(SolverTest, ShiftByUnknown) {
  // for (s = 1; ...; s <<= 1): x[2 * s * t], s == 1 << k
  oneDimension();
  Shared = Scope::Block;
  TermRef K = symbol("k", Scope::Block, 0, 9);
  TermRef S = Terms.shiftLeft(number(1), K);
  TermRef Index = Terms.mul(TX, Terms.scale(S, 2));
  expectProven(collision(Index));
  auto C = collision(Index);
  C.back() = Terms.equal(copy(Index, 1), Terms.add(copy(Index, 2), S));
  expectProven(C);
}

TEST_F(SolverTest, NegativeOffsets) {
  oneDimension();
  Shared = Scope::Block;
  TermRef Back = Terms.sub(TX, number(1));
  expectProven(collision(Back, {Terms.less(number(0), TX)}));
  auto C = collision(TX, {Terms.less(number(0), TX)});
  C.back() = Terms.equal(copy(TX, 1), copy(Back, 2));
  expectRefuted(C);
}

TEST_F(SolverTest, RowAndColumnByDivision) {
  // transpose through i / n and i % n
  oneDimension();
  TermRef N = scalar("n", 1), M = scalar("m", 1);
  TermRef Row = Terms.quotient(Global, N), Col = Terms.remainder(Global, N);
  TermRef Index = Terms.add(Terms.mul(Col, M), Row);
  expectProven(collision(Index, {Terms.less(Row, M)}));
  expectProven(collision(Terms.add(Terms.mul(Row, N), Col)));
}

TEST_F(SolverTest, WarpAndLane) {
  oneDimension();
  Shared = Scope::Block;
  TermRef Warp = Terms.quotient(TX, number(32));
  TermRef Lane = Terms.remainder(TX, number(32));
  expectProven(collision(Terms.add(Terms.scale(Warp, 33), Lane)));
  expectRefuted(collision(Terms.add(Terms.scale(Warp, 31), Lane)));
  expectProven(collision(Warp, {Terms.equal(Lane, number(0))}));
}

TEST_F(SolverTest, FunctionsOfEqualArguments) {
  oneDimension();
  Shared = Scope::Block;
  Symbol F;
  F.Name = "idx";
  F.Lo = -(int64_t(1) << 31);
  F.Hi = (int64_t(1) << 31) - 1;
  const Symbol &Idx = Terms.symbol(F);
  TermRef A = Terms.apply(Idx, {Terms.scale(TX, 4)});
  expectRefuted(collision(A));
  expectProven({Terms.equal(copy(TX, 1), copy(TX, 2)),
                Terms.logicalNot(Terms.equal(copy(A, 1), copy(A, 2)))});
}

TEST_F(SolverTest, SmallWitness) {
  oneDimension();
  TermRef N = scalar("n");
  auto C =
      collision(Terms.remainder(Global, number(7)), {Terms.less(Global, N)});
  Assignment Model;
  Solver S(Terms, Limit);
  std::vector<TermRef> Small{GDX,         BDX,         N,
                             copy(BX, 1), copy(TX, 1), copy(TX, 2)};
  ASSERT_EQ(S.checkSmall(C, Small, Model), SolverAnswer::Satisfiable);
  EXPECT_TRUE(holds(C, Model));
  EXPECT_EQ(Model.valueOf(GDX), 1);
  EXPECT_EQ(Model.valueOf(BDX), 8);
  EXPECT_EQ(Model.valueOf(N), 8);
  EXPECT_EQ(Model.valueOf(copy(TX, 1)), 0);
  EXPECT_EQ(Model.valueOf(copy(TX, 2)), 7);
  std::printf("  %u queries, %u hard, %llu steps\n", S.queries(),
              S.hardQueries(), static_cast<unsigned long long>(S.steps()));
}

TEST_F(SolverTest, ExhaustedBudgetIsUnknown) {
  TermRef W = scalar("width");
  Solver S(Terms, 1);
  auto C = collision(Terms.add(Terms.mul(GlobalY, W), Global));
  S.check(C);
  EXPECT_TRUE(S.exhausted());
  EXPECT_EQ(S.check(C), SolverAnswer::Unknown);
  // What needs no solver is decided all the same.
  EXPECT_EQ(S.check({Terms.less(TX, TY), Terms.less(TY, TX)}),
            SolverAnswer::Unsatisfiable);
}

} // namespace
