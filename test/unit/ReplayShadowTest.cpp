// SPDX-License-Identifier: Apache-2.0
// The summarised log against a log of everything, on random programs.

#include "prover/ReplayShadow.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

namespace {

using namespace oxide::prover::interp;

/// Instructions are only compared; any distinct addresses do.
char Instructions[8];
const llvm::Instruction *instruction(unsigned I) {
  return reinterpret_cast<const llvm::Instruction *>(&Instructions[I]);
}

using Pair = std::pair<const llvm::Instruction *, const llvm::Instruction *>;
Pair ordered(const Access &A, const Access &B) {
  return std::minmax(A.Inst, B.Inst);
}

/// An access with everything that it is ordered with, written down in full.
struct Full {
  Access What;
  std::set<size_t> Before;
};

/// Blocks of threads that access one word and pass barriers, at random.
class World {
public:
  World(unsigned Seed, Clocks::Reach Reach)
      : Random(Seed), Reach(Reach), Known(NumBlocks * NumThreads),
        Epoch(NumBlocks), Order(NumBlocks) {
    for (Clocks &C : Order)
      C.init(Reach, NumThreads);
  }

  void access(bool OneBlock) {
    Access New;
    unsigned Kind = pick(8);
    New.Inst = instruction(Kind);
    New.Block = OneBlock ? 0 : pick(NumBlocks);
    New.Thread = pick(NumThreads);
    New.Epoch = Epoch[New.Block];
    New.Clock = Order[New.Block].now(New.Thread);
    New.Mask = Kind == 6 ? 2 : Kind == 7 ? 12 : 15;
    New.Writes = Kind != 0 && Kind != 1;
    New.Atomic = Kind == 4 || Kind == 5;
    New.BlockScope = Kind == 5;
    std::set<size_t> &Before = Known[New.Block * NumThreads + New.Thread];
    for (size_t I = 0; I < All.size(); ++I) {
      const Access &Old = All[I];
      bool Atomics =
          Old.Atomic && New.Atomic &&
          (Old.Block == New.Block || !(Old.BlockScope || New.BlockScope));
      if ((Old.Writes || New.Writes) && (Old.Mask & New.Mask) && !Atomics &&
          !Before.count(I))
        Expected.insert(ordered(Old, New));
    }
    Log.log(
        0, New, Order[New.Block], OneBlock,
        [&](const Access &A, const Access &B) { Found.insert(ordered(A, B)); });
    Before.insert(All.size());
    All.push_back(New);
  }

  void barrier() {
    unsigned Block = pick(NumBlocks);
    std::vector<uint32_t> Members;
    unsigned Kind = pick(3);
    bool Whole = Kind == 0 || Reach == Clocks::Reach::Nobody;
    unsigned Warp = pick(NumThreads / 32);
    for (uint32_t N = 0; N < NumThreads; ++N)
      if (Whole || (Reach == Clocks::Reach::Block && pick(2)) ||
          (Reach == Clocks::Reach::Warp && N / 32 == Warp && pick(4)))
        Members.push_back(N);
    std::set<size_t> Union;
    for (uint32_t N : Members)
      Union.insert(Known[Block * NumThreads + N].begin(),
                   Known[Block * NumThreads + N].end());
    for (uint32_t N : Members)
      Known[Block * NumThreads + N] = Union;
    if (Whole) {
      ++Epoch[Block];
      Order[Block].reset();
      return;
    }
    std::vector<uint32_t> Row;
    for (uint32_t N : Members)
      Order[Block].publish(N, Row);
    for (uint32_t N : Members)
      Order[Block].acquire(N, Row);
  }

  unsigned pick(unsigned Below) { return Random() % Below; }

  std::set<Pair> Expected, Found;

private:
  static constexpr unsigned NumBlocks = 3, NumThreads = 64;
  std::mt19937 Random;
  Clocks::Reach Reach;
  std::vector<std::set<size_t>> Known;
  std::vector<uint32_t> Epoch;
  std::vector<Clocks> Order;
  std::vector<Access> All;
  Shadow Log;
};

void compare(Clocks::Reach Reach, bool OneBlock) {
  size_t Racy = 0;
  for (unsigned Seed = 0; Seed < 3000; ++Seed) {
    World W(Seed, Reach);
    unsigned Length = 2 + W.pick(40), Barriers = 1 + W.pick(6);
    for (unsigned I = 0; I < Length; ++I)
      W.pick(8) < Barriers ? W.barrier() : W.access(OneBlock);
    ASSERT_EQ(W.Expected, W.Found) << "seed " << Seed;
    Racy += !W.Expected.empty();
  }
  // Neither all nor none, or the programs say nothing.
  EXPECT_GT(Racy, 300U);
  EXPECT_LT(Racy, 2900U);
}

TEST(ReplayShadow, BlockBarriers) {
  compare(Clocks::Reach::Nobody, false);
  compare(Clocks::Reach::Nobody, true);
}

TEST(ReplayShadow, WarpBarriers) {
  compare(Clocks::Reach::Warp, false);
  compare(Clocks::Reach::Warp, true);
}

TEST(ReplayShadow, BarriersOfSomeThreads) {
  compare(Clocks::Reach::Block, false);
  compare(Clocks::Reach::Block, true);
}

TEST(ReplayShadow, SignalIsNotRenewedByWhatFollowsIt) {
  Clocks Order;
  Order.init(Clocks::Reach::Block, 64);
  std::vector<uint32_t> Row;
  uint32_t Before = Order.now(1);
  Order.publish(1, Row);
  uint32_t After = Order.now(1);
  Order.acquire(40, Row);
  EXPECT_TRUE(Order.ordered(1, Before, 40));
  EXPECT_FALSE(Order.ordered(1, After, 40));
  EXPECT_FALSE(Order.ordered(40, 1, 1));
}

} // namespace
