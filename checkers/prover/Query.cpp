// SPDX-License-Identifier: Apache-2.0

#include "prover/Query.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

Query::Query(Translator &X, Solver &S, std::vector<TermRef> Facts,
             bool WantsUnusual)
    : X(X), T(X.terms()), S(S), Facts(std::move(Facts)),
      WantsUnusual(WantsUnusual) {}

TermRef Query::copy(TermRef Term, unsigned Thread, Relation R) {
  Scope Shared = R == Relation::OtherBlock ? Scope::Launch
                 : R == Relation::SameWarp ? Scope::Warp
                                           : Scope::Block;
  return T.copy(Term, Thread, Shared);
}

std::vector<TermRef> Query::threads(Relation R, unsigned Count) {
  std::vector<TermRef> Order;
  for (unsigned Thread = 1; Thread <= Count; ++Thread)
    for (unsigned D = 3; D-- != 0;) {
      Order.push_back(copy(X.blockIndex(D), Thread, R));
      Order.push_back(copy(X.threadIndex(D), Thread, R));
    }
  return Order;
}

std::vector<TermRef> Query::frame(Relation R) {
  std::vector<TermRef> Result;
  SmallVector<TermRef, 3> Different;
  for (unsigned D = 3; D-- != 0;) {
    TermRef Index =
        R == Relation::OtherBlock ? X.blockIndex(D) : X.threadIndex(D);
    Different.push_back(
        T.logicalNot(T.equal(copy(Index, 1, R), copy(Index, 2, R))));
  }
  Result.push_back(T.anyOf(Different));
  if (R == Relation::SameWarp || R == Relation::OtherWarp) {
    TermRef Warp = T.quotient(X.linearThread(), T.constant(32));
    TermRef Same = T.equal(copy(Warp, 1, R), copy(Warp, 2, R));
    Result.push_back(R == Relation::SameWarp ? Same : T.logicalNot(Same));
  }
  TermRef Launch = X.launchFacts();
  for (unsigned Thread : {1u, 2u}) {
    Result.push_back(copy(Launch, Thread, R));
    for (TermRef F : Facts)
      Result.push_back(copy(F, Thread, R));
  }
  return Result;
}

bool Query::impossible(ArrayRef<TermRef> Conditions) {
  return S.check(Conditions) == SolverAnswer::Unsatisfiable;
}

bool Query::plainlyImpossible(ArrayRef<TermRef> Conditions) {
  return S.refutes(Conditions);
}

/// Fills in what an undecided answer rests on.
void Query::doubt(ArrayRef<TermRef> Conditions, QueryResult &Result) {
  for (TermRef A : applicationsIn(Conditions)) {
    const Symbol &Sym = A->symbol();
    const Symbol &Generic = Sym.Generic ? *Sym.Generic : Sym;
    if (Sym.Rests != Grade::Approximate)
      continue;
    Result.Doubt = "it rests on '" + Generic.Name + "', which is not followed";
    Result.DoubtAt = X.origin(Generic);
    if (Result.DoubtAt)
      return;
  }
}

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

std::vector<std::array<int64_t, 3>> Query::usualBlocks() const {
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

/// Scalar parameters among what \p Roots rest on.
static std::vector<TermRef> scalarsIn(ArrayRef<TermRef> Roots) {
  std::vector<TermRef> Result = applicationsIn(Roots);
  erase_if(Result, [](TermRef A) {
    return A->symbol().Kind != SymbolKind::Scalar || A->symbol().Boolean;
  });
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

/// What makes scalars and an open grid such as hosts choose them.
///
/// A pitch below the width of a row, a stride of 0, a count beyond a constant
/// pitch: most kernels race for scalars that no host passes. So where a place
/// rests on a scalar, or on two indices, the problem is taken to be a square
/// that the launch covers exactly, all scalars being its side.
std::vector<TermRef> Query::usualSizes(ArrayRef<TermRef> Conditions,
                                       ArrayRef<TermRef> Places, bool Tail) {
  std::vector<TermRef> Result = possibleSizes(Conditions);
  std::vector<TermRef> Scalars = scalarsIn(Conditions);
  // Where the user says between what a scalar lies, it may be any of that.
  erase_if(Scalars, [&](TermRef S) { return boundedByFacts(S); });
  if (Tail) {
    // Sizes that end in the last block of the launch.
    for (TermRef Scalar : Scalars)
      for (unsigned D = 0; D != 3; ++D) {
        TermRef Before =
            T.mul(T.sub(X.gridSize(D), T.constant(1)), X.blockSize(D));
        Result.push_back(T.less(Before, Scalar));
        Result.push_back(T.lessEqual(X.blockSize(D), Scalar));
      }
    return Result;
  }
  bool Linear = !X.usesDimension(1) && !X.usesDimension(2) &&
                X.gridSize(1)->isConstant() && X.gridSize(1)->value() == 1;
  if (Scalars.empty() || (Linear && scalarsIn(Places).empty()))
    return Result;
  for (TermRef Scalar : Scalars) {
    Result.push_back(T.equal(Scalar, Scalars.front()));
    for (unsigned D = 0; D != 3; ++D) {
      TermRef Covered = T.mul(X.gridSize(D), X.blockSize(D));
      bool Free = !X.gridSize(D)->isConstant();
      Result.push_back(Free ? T.equal(Covered, Scalar)
                            : T.lessEqual(Covered, Scalar));
    }
  }
  // No larger than the launch needs.
  SmallVector<TermRef, 4> Reached;
  for (unsigned D = 0; D != 3; ++D)
    Reached.push_back(
        T.equal(T.mul(X.gridSize(D), X.blockSize(D)), Scalars.front()));
  Result.push_back(T.anyOf(Reached));
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
  std::vector<TermRef> With(Conditions);
  append_range(With, usualSizes(Conditions, Places, Tail));
  // One block, or two in each direction, say most and leave little to the
  // solver.
  std::array<std::vector<TermRef>, 3> Grids;
  for (unsigned D = 0; D != 3; ++D)
    if (!X.gridSize(D)->isConstant())
      for (int64_t Blocks : {1, 2})
        Grids[Blocks - 1].push_back(T.equal(X.gridSize(D), T.constant(Blocks)));
  auto Holds = [&](ArrayRef<TermRef> Block) {
    for (const std::vector<TermRef> &Grid : Grids) {
      std::vector<TermRef> All = With;
      append_range(All, Block);
      append_range(All, Grid);
      if (S.check(All) != SolverAnswer::Satisfiable)
        continue;
      if (Pinned.empty())
        Pinned.assign(All.begin() + Conditions.size(), All.end());
      return true;
    }
    return false;
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

QueryResult Query::ask(ArrayRef<TermRef> Conditions, ArrayRef<TermRef> Small,
                       bool Tail, ArrayRef<TermRef> Places) {
  QueryResult Result;
  switch (S.check(Conditions)) {
  case SolverAnswer::Unsatisfiable:
    return Result;
  case SolverAnswer::Unknown:
    Result.Answer = Outcome::Possible;
    doubt(Conditions, Result);
    if (!Result.DoubtAt)
      Result.Doubt = S.exhausted() ? "the solver's limit is used up"
                                   : "the solver does not decide it";
    return Result;
  case SolverAnswer::Satisfiable:
    break;
  }
  Grade Rests = Grade::Exact;
  for (TermRef C : Conditions)
    Rests = std::max(Rests, C->grade());
  Result.Answer = Outcome::Possible;
  if (Rests == Grade::Approximate) {
    doubt(Conditions, Result);
    return Result;
  }
  std::vector<TermRef> Pinned;
  if (!plausible(Conditions, Places.empty() ? Conditions : Places, Pinned,
                 Tail)) {
    Result.Doubt = "it takes a launch or scalars that may never be used";
    if (!WantsUnusual || !possible(Conditions, Pinned))
      return Result;
    Rests = Grade::Input;
  } else if (Rests == Grade::Input) {
    Result.Doubt = "it depends on what arrays contain";
  }
  std::vector<TermRef> All(Conditions);
  append_range(All, Pinned);
  std::vector<TermRef> Order;
  for (unsigned D = 0; D != 3; ++D)
    Order.push_back(X.gridSize(D));
  for (TermRef A : applicationsIn(All))
    if (A->symbol().Kind == SymbolKind::Scalar && !A->symbol().Boolean)
      Order.push_back(A);
  append_range(Order, Small);
  erase_if(Order, [](TermRef A) { return A->isConstant(); });
  if (S.checkSmall(All, Order, Result.Model) != SolverAnswer::Satisfiable) {
    Result.Doubt = "the solver finds no model that can be shown";
    Result.Model.clear();
    return Result;
  }
  Result.Answer =
      Rests == Grade::Exact ? Outcome::Certain : Outcome::InputDependent;
  return Result;
}

} // namespace oxide::prover
