// SPDX-License-Identifier: Apache-2.0
//
// Which launches and scalars hosts choose.

#include "prover/Query.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace oxide::prover {

using namespace llvm;

/// Shapes of blocks that people choose, where nothing says which it is.
static constexpr std::array<std::array<int64_t, 3>, 10> UsualBlocks = {{
    {256, 1, 1},
    {128, 1, 1},
    {64, 1, 1},
    {512, 1, 1},
    {32, 1, 1},
    {16, 16, 1},
    {32, 8, 1},
    {8, 8, 1},
    {32, 32, 1},
    {8, 8, 8},
}};

void Query::lookForBlockShape(ArrayRef<TermRef> Offsets) {
  /// Elements between places of one thread, where it has several.
  std::array<SmallVector<int64_t, 4>, 3> Gaps;
  forEachTerm(Offsets, [&](TermRef At) {
    if (At->kind() != TermKind::Sum)
      return;
    for (unsigned D = 0; D != 3; ++D) {
      int64_t OfThread = 0, OfBlock = 0;
      for (auto [O, C] : zip_equal(At->operands(), At->coefficients())) {
        OfThread = O == X.threadIndex(D) ? C : OfThread;
        OfBlock = O == X.blockIndex(D) ? C : OfBlock;
      }
      if (OfThread <= 0)
        continue;
      if (At->value() > 0 && At->value() % OfThread == 0)
        Gaps[D].push_back(At->value() / OfThread);
      if (OfBlock > OfThread && OfBlock % OfThread == 0 &&
          OfBlock / OfThread <= X.maxThreads())
        BlockShape[D] = OfBlock / OfThread;
    }
  });
  // Each thread has one of the places that lie a block apart.
  constexpr int64_t LeastBlock = 32;
  for (unsigned D = 0; D != 3; ++D)
    for (int64_t Gap : Gaps[D])
      if (BlockShape[D] && Gap >= LeastBlock && *BlockShape[D] % Gap == 0)
        BlockShape[D] = std::min(*BlockShape[D], Gap);
}

std::vector<std::array<int64_t, 3>> Query::usualBlocks() const {
  // 16 * blockIdx.x + threadIdx.x is written for 16 threads.
  if (any_of(BlockShape, [](const auto &Size) { return Size.has_value(); })) {
    std::array<int64_t, 3> Shape;
    for (unsigned D = 0; D != 3; ++D)
      Shape[D] = BlockShape[D].value_or(1);
    if (Shape[0] * Shape[1] * Shape[2] <= X.maxThreads())
      return {Shape};
  }
  unsigned Dimensions = X.usesDimension(2) ? 3 : X.usesDimension(1) ? 2 : 1;
  std::vector<std::array<int64_t, 3>> Result;
  auto Add = [&](const std::array<int64_t, 3> &Shape) {
    unsigned Has = Shape[2] > 1 ? 3 : Shape[1] > 1 ? 2 : 1;
    if (Has == Dimensions && Shape[0] * Shape[1] * Shape[2] <= X.maxThreads())
      Result.push_back(Shape);
  };
  // The bound of __launch_bounds__ is the shape that people launch.
  if (X.maxThreads() < 1024) {
    Add({X.maxThreads(), 1, 1});
    for (int64_t Side : {32, 16, 8})
      if (X.maxThreads() % Side == 0)
        Add({Side, X.maxThreads() / Side, 1});
    if (!Result.empty())
      return Result;
  }
  for (const auto &Shape : UsualBlocks)
    Add(Shape);
  return Result;
}

/// Whether the user's facts leave \p Scalar a range that is meant.
bool Query::boundedByFacts(TermRef Scalar) {
  if (!is_contained(scalarsIn(Facts), Scalar))
    return false;
  auto [It, New] = Bounded.try_emplace(Scalar, false);
  if (New) {
    std::vector<TermRef> All(Facts);
    All.push_back(
        T.logicalNot(T.both(T.lessEqual(T.constant(0), Scalar),
                            T.lessEqual(Scalar, T.constant(1 << 20)))));
    It->second = impossible(All);
  }
  return It->second;
}

/// The least that is asked of scalars and of an open grid.
std::vector<TermRef> Query::possibleSizes(ArrayRef<TermRef> Conditions) {
  std::vector<TermRef> Result;
  for (unsigned D = 0; D != 3; ++D)
    if (!X.gridSize(D)->isConstant()) {
      // Sizes that come from it are powers of two where blocks are.
      SmallVector<TermRef, 8> Choices;
      for (int64_t Blocks = 1; Blocks <= 64; Blocks *= 2)
        Choices.push_back(T.equal(X.gridSize(D), T.constant(Blocks)));
      Result.push_back(T.anyOf(Choices));
    }
  for (TermRef Scalar : scalarsIn(Conditions)) {
    Result.push_back(T.lessEqual(T.constant(0), Scalar));
    Result.push_back(T.lessEqual(Scalar, T.constant(1 << 20)));
  }
  return Result;
}

/// Whether an index of a thread or a block, or a loop, is in \p Roots.
static bool variesWithin(ArrayRef<TermRef> Roots) {
  return any_of(applicationsIn(Roots), [](TermRef A) {
    SymbolKind K = A->symbol().Kind;
    return K == SymbolKind::ThreadIndex || K == SymbolKind::BlockIndex ||
           K == SymbolKind::Iteration;
  });
}

/// The part that scalars play in addresses.
struct Query::Roles {
  std::vector<TermRef> Pitches; ///< multiply an index
  std::vector<TermRef> Offsets; ///< are added to one
  /// Elements from one row to the next, where the code says it.
  std::vector<int64_t> Rows;
};

Query::Roles Query::rolesIn(ArrayRef<TermRef> Places) {
  Roles Result;
  /// A step of the launch is no row, nor is what a few elements span.
  constexpr int64_t LeastRow = 32, LeastGap = 256;
  auto IsStep = [&](int64_t Elements) {
    int64_t Threads = 1;
    for (unsigned D = 0; D != 3; ++D)
      for (TermRef Size : {X.blockSize(D), X.gridSize(D)}) {
        Threads *= Size->isConstant() ? Size->value() : 1;
        if (Elements == Threads)
          return true;
      }
    return false;
  };
  forEachTerm(Places, [&](TermRef At) {
    if (At->kind() == TermKind::Product)
      for (unsigned I : {0u, 1u})
        if (variesWithin({&At->operand(I)}))
          for (TermRef S : scalarsIn({&At->operand(1 - I)}))
            if (!is_contained(Result.Pitches, S))
              Result.Pitches.push_back(S);
    if (At->kind() != TermKind::Sum || At->coefficients().empty())
      return;
    uint64_t Element = 0;
    for (int64_t C : At->coefficients())
      Element = std::gcd(Element, AbsoluteValue(C));
    for (auto [O, C] : zip_equal(At->operands(), At->coefficients())) {
      if (!variesWithin({O}))
        append_range(Result.Offsets, scalarsIn({O}));
      int64_t Elements = AbsoluteValue(C) / Element;
      if (Elements >= LeastRow && !IsStep(Elements))
        Result.Rows.push_back(Elements);
    }
    // Two places a row apart.
    if (int64_t Apart = AbsoluteValue(At->value()) / Element; Apart >= LeastGap)
      Result.Rows.push_back(Apart);
  });
  erase_if(Result.Offsets,
           [&](TermRef S) { return is_contained(Result.Pitches, S); });
  return Result;
}

/// What makes scalars and an open grid such as hosts choose them; what happens
/// must happen under each of the results.
///
/// A pitch below the width of a row, a stride of 0, a count beyond a constant
/// pitch: most kernels race for scalars that no host passes. So where a place
/// rests on a scalar, or on two indices, the problem is taken to be a square
/// that the launch covers exactly, all scalars being its side; the same with
/// rows that lie far apart, and with offsets that are 0.
std::vector<std::vector<TermRef>>
Query::usualSizes(ArrayRef<TermRef> Conditions, ArrayRef<TermRef> Places,
                  bool Tail) {
  std::vector<TermRef> Base = possibleSizes(Conditions);
  std::vector<TermRef> Scalars = scalarsIn(Conditions);
  // Where the user says between what a scalar lies, it may be any of that.
  erase_if(Scalars, [&](TermRef S) { return boundedByFacts(S); });
  if (Tail) {
    // Sizes that end in the last block of the launch.
    for (TermRef Scalar : Scalars)
      for (unsigned D = 0; D != 3; ++D) {
        TermRef Before =
            T.mul(T.sub(X.gridSize(D), T.constant(1)), X.blockSize(D));
        Base.push_back(T.less(Before, Scalar));
        Base.push_back(T.lessEqual(X.blockSize(D), Scalar));
      }
    return {Base};
  }
  Roles Of = rolesIn(Places);
  for (int64_t Row : Of.Rows)
    for (TermRef Scalar : Scalars)
      if (!is_contained(Of.Pitches, Scalar))
        Base.push_back(T.lessEqual(Scalar, T.constant(Row)));
  bool Linear = !X.usesDimension(1) && !X.usesDimension(2) &&
                X.gridSize(1)->isConstant() && X.gridSize(1)->value() == 1;
  if (Scalars.empty() ||
      (Linear && scalarsIn(Places.empty() ? Conditions : Places).empty()))
    return {Base};

  Symbol SideSymbol;
  SideSymbol.Kind = SymbolKind::Scalar;
  SideSymbol.Name = "side";
  SideSymbol.Lo = 1;
  SideSymbol.Hi = 1 << 20;
  TermRef Side = T.apply(T.symbol(std::move(SideSymbol)));
  SmallVector<TermRef, 4> Reached;
  for (unsigned D = 0; D != 3; ++D) {
    TermRef Covered = T.mul(X.gridSize(D), X.blockSize(D));
    bool Free = !X.gridSize(D)->isConstant();
    Base.push_back(Free ? T.equal(Covered, Side) : T.lessEqual(Covered, Side));
    Reached.push_back(T.equal(Covered, Side));
  }
  // No larger than the launch needs.
  Base.push_back(T.anyOf(Reached));

  // The first of Special is Factor times as large as the side, the next Factor
  // times as large as that.
  std::vector<std::vector<TermRef>> Result;
  auto Add = [&](ArrayRef<TermRef> Special, int64_t Factor) {
    std::vector<TermRef> Sizes = Base;
    int64_t Times = Factor;
    for (TermRef S : Special) {
      Sizes.push_back(T.equal(S, T.scale(Side, Times)));
      if (Times < 1 << 10)
        Times *= Factor;
    }
    for (TermRef S : Scalars)
      if (!is_contained(Special, S))
        Sizes.push_back(T.equal(S, Side));
    Result.push_back(std::move(Sizes));
  };
  Add({}, 1);
  erase_if(Of.Pitches, [&](TermRef S) { return !is_contained(Scalars, S); });
  erase_if(Of.Offsets, [&](TermRef S) { return !is_contained(Scalars, S); });
  constexpr int64_t FarApart = 64;
  if (!Of.Pitches.empty())
    Add(Of.Pitches, FarApart);
  if (Of.Pitches.size() > 1) {
    std::reverse(Of.Pitches.begin(), Of.Pitches.end());
    Add(Of.Pitches, FarApart);
  }
  if (!Of.Offsets.empty())
    Add(Of.Offsets, 0);
  return Result;
}

/// Whether the conditions hold for a launch and for scalars that somebody may
/// well choose; if the shape of the block is open, for every usual shape that
/// fits. \p Pinned gets the choice.
bool Query::plausible(ArrayRef<TermRef> Conditions, ArrayRef<TermRef> Places,
                      std::vector<TermRef> &Pinned, bool Tail) {
  bool OpenBlock = false, Open = false;
  for (TermRef A : applicationsIn(Conditions)) {
    SymbolKind K = A->symbol().Kind;
    OpenBlock |= K == SymbolKind::BlockSize;
    Open |= K == SymbolKind::Scalar || K == SymbolKind::GridSize;
  }
  if (!Open && !OpenBlock)
    return true;
  std::vector<std::vector<TermRef>> Usual =
      usualSizes(Conditions, Places, Tail);
  // One block, or two in each direction, say most and leave little to the
  // solver.
  std::array<std::vector<TermRef>, 3> Grids;
  for (unsigned D = 0; D != 3; ++D)
    if (!X.gridSize(D)->isConstant())
      for (int64_t Blocks : {1, 2})
        Grids[Blocks - 1].push_back(T.equal(X.gridSize(D), T.constant(Blocks)));
  auto HoldsFor = [&](ArrayRef<TermRef> Sizes, ArrayRef<TermRef> Block,
                      ArrayRef<std::vector<TermRef>> Of) {
    return any_of(Of, [&](const std::vector<TermRef> &Grid) {
      std::vector<TermRef> All(Conditions);
      append_range(All, Sizes);
      append_range(All, Block);
      append_range(All, Grid);
      if (S.check(All) != SolverAnswer::Satisfiable)
        return false;
      if (Pinned.empty())
        Pinned.assign(All.begin() + Conditions.size(), All.end());
      return true;
    });
  };
  // Rows far apart are so only for a small launch.
  auto Holds = [&](ArrayRef<TermRef> Block) {
    return HoldsFor(Usual.front(), Block, Grids) &&
           all_of(drop_begin(Usual), [&](const std::vector<TermRef> &Sizes) {
             return HoldsFor(Sizes, Block, ArrayRef(Grids).drop_back());
           });
  };
  if (!OpenBlock)
    return Holds({});
  std::vector<std::array<int64_t, 3>> Shapes = usualBlocks();
  return !Shapes.empty() && all_of(Shapes, [&](const auto &Shape) {
    SmallVector<TermRef, 3> Block;
    for (unsigned D = 0; D != 3; ++D)
      Block.push_back(T.equal(X.blockSize(D), T.constant(Shape[D])));
    return Holds(Block);
  });
}

/// Whether the conditions hold for some launch and some scalars. \p Pinned gets
/// the choice.
bool Query::possible(ArrayRef<TermRef> Conditions,
                     std::vector<TermRef> &Pinned) {
  std::vector<std::array<int64_t, 3>> Blocks = usualBlocks();
  if (X.blockSize(0)->isConstant())
    Blocks.resize(1);
  for (const auto &Shape : Blocks) {
    Pinned = possibleSizes(Conditions);
    for (unsigned D = 0; D != 3; ++D)
      if (!X.blockSize(D)->isConstant())
        Pinned.push_back(T.equal(X.blockSize(D), T.constant(Shape[D])));
    std::vector<TermRef> All(Conditions);
    append_range(All, Pinned);
    if (S.check(All) == SolverAnswer::Satisfiable)
      return true;
  }
  return false;
}

} // namespace oxide::prover
