// SPDX-License-Identifier: Apache-2.0
//
// Which launches and scalars hosts choose.

#include "prover/Query.h"
#include "prover/SizeRoles.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

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

std::vector<TermRef> Query::givenOfLaunch() {
  std::vector<TermRef> Result;
  copy_if(Facts, std::back_inserter(Result),
          [](TermRef F) { return F->varies() == Scope::Launch; });
  // The hardware's limits alone forbid nothing that people choose.
  if (!Result.empty())
    Result.push_back(copy(X.launchFacts(), 1, Relation::SameBlock));
  return Result;
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
  // Nobody divides by 0.
  forEachTerm(Conditions, [&](TermRef At) {
    if ((At->kind() == TermKind::Quotient ||
         At->kind() == TermKind::Remainder) &&
        !At->operand(1).isConstant() &&
        At->operand(1).varies() == Scope::Launch)
      Result.push_back(T.lessEqual(T.constant(1), &At->operand(1)));
  });
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
  // What the facts rule out is no choice of the host.
  std::vector<TermRef> Given = givenOfLaunch();
  auto Choose = [&](std::vector<TermRef> &Sizes, TermRef Choice) {
    Sizes.push_back(Choice);
    if (Given.empty())
      return true;
    std::vector<TermRef> All(Given);
    append_range(All, Sizes);
    bool Agrees = !impossible(All);
    if (!Agrees)
      Sizes.pop_back();
    return Agrees;
  };
  if (Tail) {
    // Sizes that end in the last block of the launch.
    for (TermRef Scalar : Scalars)
      for (unsigned D = 0; D != 3; ++D) {
        TermRef Before =
            T.mul(T.sub(X.gridSize(D), T.constant(1)), X.blockSize(D));
        Choose(Base, T.less(Before, Scalar));
        Choose(Base, T.lessEqual(X.blockSize(D), Scalar));
      }
    return {Base};
  }
  SizeRoles Of(X, Places);
  append_range(Base, Of.Fits);
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
    Choose(Base, Free ? T.equal(Covered, Side) : T.lessEqual(Covered, Side));
    Reached.push_back(T.equal(Covered, Side));
  }
  // No larger than the launch needs.
  Choose(Base, T.anyOf(Reached));

  // The first of Far is 64 times as large as the side, the next 64 times as
  // large as that; Nil are 0.
  std::vector<std::vector<TermRef>> Result;
  auto Add = [&](ArrayRef<TermRef> Far, ArrayRef<TermRef> Nil) {
    constexpr int64_t FarApart = 64;
    std::vector<TermRef> Sizes = Base;
    SmallVector<TermRef, 4> Chosen;
    int64_t Times = FarApart;
    for (TermRef S : Far) {
      if (Choose(Sizes, T.equal(S, T.scale(Side, Times))))
        Chosen.push_back(S);
      if (Times < 1 << 10)
        Times *= FarApart;
    }
    for (TermRef S : Nil)
      if (Choose(Sizes, T.equal(S, T.constant(0))))
        Chosen.push_back(S);
    for (TermRef S : Scalars)
      if (!is_contained(Chosen, S))
        Choose(Sizes, T.equal(S, Side));
    if (Chosen.empty() == (Far.empty() && Nil.empty()))
      Result.push_back(std::move(Sizes));
  };
  Add({}, {});
  erase_if(Of.Pitches, [&](TermRef S) { return !is_contained(Scalars, S); });
  erase_if(Of.Offsets, [&](TermRef S) { return !is_contained(Scalars, S); });
  if (!Of.Pitches.empty())
    Add(Of.Pitches, {});
  if (Of.Pitches.size() > 1) {
    std::vector<TermRef> Reversed(Of.Pitches.rbegin(), Of.Pitches.rend());
    Add(Reversed, {});
  }
  if (!Of.Offsets.empty())
    Add({}, Of.Offsets);
  if (!Of.Offsets.empty() && !Of.Pitches.empty())
    Add(Of.Pitches, Of.Offsets);
  return Result;
}

/// Whether the conditions hold for a launch and for scalars that somebody may
/// well choose; if the shape of the block is open, for every usual shape that
/// fits. \p Pinned gets the choice.
SolverAnswer Query::plausible(ArrayRef<TermRef> Conditions,
                              ArrayRef<TermRef> Places,
                              std::vector<TermRef> &Pinned, bool Tail) {
  bool OpenBlock = false, Open = false;
  for (TermRef A : applicationsIn(Conditions)) {
    SymbolKind K = A->symbol().Kind;
    OpenBlock |= K == SymbolKind::BlockSize;
    Open |= K == SymbolKind::Scalar || K == SymbolKind::GridSize;
  }
  if (!Open && !OpenBlock)
    return SolverAnswer::Satisfiable;
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
    SolverAnswer Answer = SolverAnswer::Unsatisfiable;
    for (const std::vector<TermRef> &Grid : Of) {
      std::vector<TermRef> All(Conditions);
      append_range(All, Sizes);
      append_range(All, Block);
      append_range(All, Grid);
      SolverAnswer Here = S.check(All);
      if (Here == SolverAnswer::Unsatisfiable)
        continue;
      Answer = Here;
      if (Here == SolverAnswer::Unknown)
        continue;
      if (Pinned.empty())
        Pinned.assign(All.begin() + Conditions.size(), All.end());
      break;
    }
    return Answer;
  };
  // Rows far apart are so only for a small launch.
  auto Holds = [&](ArrayRef<TermRef> Block) {
    for (const std::vector<TermRef> &Sizes : Usual) {
      ArrayRef<std::vector<TermRef>> Of(Grids);
      SolverAnswer Answer = HoldsFor(
          Sizes, Block, &Sizes == &Usual.front() ? Of : Of.drop_back());
      if (Answer != SolverAnswer::Satisfiable)
        return Answer;
    }
    return SolverAnswer::Satisfiable;
  };
  if (!OpenBlock)
    return Holds({});
  SolverAnswer Answer = SolverAnswer::Unsatisfiable;
  for (const auto &Shape : usualBlocks()) {
    SmallVector<TermRef, 3> Block;
    for (unsigned D = 0; D != 3; ++D)
      Block.push_back(T.equal(X.blockSize(D), T.constant(Shape[D])));
    Answer = Holds(Block);
    if (Answer != SolverAnswer::Satisfiable)
      break;
  }
  return Answer;
}

void Query::complete(Assignment &Model, ArrayRef<TermRef> Terms) {
  int64_t Side = 1;
  for (unsigned D = 0; D != 3; ++D)
    Side = std::max(
        Side,
        evaluate(T.mul(X.gridSize(D), X.blockSize(D)), Model).value_or(1));
  for (TermRef S : scalarsIn(Terms))
    if (!Model.valueOf(S))
      Model.overwrite(S->symbol(), {}, std::min(Side, S->symbol().Hi));
  prover::complete(Model, Terms);
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
