// SPDX-License-Identifier: Apache-2.0

#include "SummaryCheck.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

/// Room for the indices that small sizes make.
static constexpr uint64_t BufferBytes = 1 << 18;
static constexpr uint64_t MostThreads = 1024;
static constexpr uint64_t SharedBytes = 48 << 10;

static ReplayArgument argument(const Argument &A, ArrayRef<Access> Accesses,
                               std::vector<ReplayBuffer> &Buffers) {
  ReplayArgument Result;
  for (const Access &At : Accesses) {
    const MemoryObject &O = *At.Object;
    uint64_t Member = O.Member.value_or(0);
    if (O.Kind != ObjectKind::Parameter || O.Base != &A ||
        any_of(Result.Pointers, [&](const ReplayArgument::Pointer &P) {
          return P.At == Member;
        }))
      continue;
    Result.Pointers.push_back({Member, unsigned(Buffers.size()), 0});
    ReplayBuffer Buffer;
    Buffer.Name = O.Name;
    Buffer.Size = BufferBytes;
    Buffer.Fill = ReplayBuffer::Content::Integers;
    Type *Read = At.Raw->At->getType()->getScalarType();
    if (Read->isFloatingPointTy())
      Buffer.Fill = ReplayBuffer::Content::Floats;
    if (Read->isFloatingPointTy() || Read->isIntegerTy())
      Buffer.ElementSize = std::clamp(Read->getScalarSizeInBits() / 8, 1u, 8u);
    Buffers.push_back(std::move(Buffer));
  }
  return Result;
}

/// Sizes and scalars that the facts allow, small where they can be.
bool SummaryCheck::chooseLaunch(unsigned Trial, bool Blocks) {
  Launch.clear();
  std::vector<TermRef> Open;
  std::vector<TermRef> All =
      Q.frame(Blocks ? Relation::OtherBlock : Relation::SameBlock);
  auto Prefer = [&](TermRef Term, int64_t Value) {
    if (Term->isConstant())
      return;
    Open.push_back(Term);
    All.push_back(T.equal(Term, T.constant(Value)));
    if (Q.solver().check(All) != SolverAnswer::Satisfiable)
      All.pop_back();
  };
  constexpr int64_t Sides[] = {4, 8, 3, 2, 32, 16};
  constexpr int64_t Sizes[] = {0, 1, 2, 3, 4, 5, 8, 12, 16, 31, 32, 33, 64};
  int64_t Side = Sides[Trial % std::size(Sides)];
  for (unsigned D = 0; D != 3; ++D) {
    Prefer(X.blockSize(D), D == 0 ? Side : 1 + Random() % 4);
    Prefer(X.gridSize(D), D == 0 ? 2 + Random() % 2 : 1 + Random() % 2);
  }
  for (const Argument &A : S.F.args())
    if (A.getType()->isIntegerTy())
      X.term(&A);
  int64_t Square =
      X.blockSize(0)->isConstant() ? X.blockSize(0)->value() : Side;
  for (TermRef Scalar : X.scalars()) {
    if (Scalar->symbol().Boolean)
      continue;
    int64_t Value = Sizes[Random() % std::size(Sizes)];
    Prefer(Scalar, Trial % 3 == 0   ? Square
                   : Trial % 3 == 1 ? 2 * Square
                                    : Value);
  }
  Assignment Model;
  if (Q.solver().check(All, &Model) != SolverAnswer::Satisfiable)
    return false;
  complete(Model, Open);
  for (TermRef Term : Open)
    if (std::optional<int64_t> V = evaluate(Term, Model))
      Launch.overwrite(Term->symbol(), {}, *V);
  return true;
}

int64_t SummaryCheck::size(TermRef Term) const {
  return evaluate(Term, Launch).value_or(1);
}

/// Some of the threads of some of the blocks: neighbours, and those at the
/// edges of warps.
std::vector<SummaryCheck::Thread> SummaryCheck::threads(Relation R) {
  Place Block, Grid;
  for (unsigned D = 0; D != 3; ++D) {
    Block[D] = size(X.blockSize(D));
    Grid[D] = size(X.gridSize(D));
  }
  std::vector<Place> Blocks{{0, 0, 0}};
  if (R == Relation::OtherBlock) {
    for (unsigned D = 0; D != 3; ++D)
      if (Grid[D] > 1) {
        Place Next{0, 0, 0};
        Next[D] = 1;
        Blocks.push_back(Next);
      }
  }
  Blocks.push_back({Grid[0] - 1, Grid[1] - 1, Grid[2] - 1});
  if (R != Relation::OtherBlock && Grid[0] > 1)
    Blocks.erase(Blocks.begin());
  int64_t Count = Block[0] * Block[1] * Block[2];
  std::vector<int64_t> Lines;
  for (int64_t I = 0; I < std::min<int64_t>(Count, Count <= 64 ? 64 : 10); ++I)
    Lines.push_back(I);
  if (Count > 64)
    for (int64_t I :
         {int64_t(31), int64_t(32), int64_t(33), int64_t(63), Count / 2 - 1,
          Count / 2, Block[0] - 1, Block[0], Block[0] + 1, Count - 1,
          int64_t(Random() % Count), int64_t(Random() % Count),
          int64_t(Random() % Count), int64_t(Random() % Count)})
      if (I >= 0 && I < Count && !is_contained(Lines, I))
        Lines.push_back(I);
  std::vector<Thread> Result;
  for (const Place &B : Blocks)
    for (int64_t L : Lines)
      Result.push_back(
          {B,
           {L % Block[0], L / Block[0] % Block[1], L / (Block[0] * Block[1])},
           L,
           {}});
  return Result;
}

std::vector<ReplayInput> SummaryCheck::replayInputs() {
  std::vector<ReplayInput> Result;
  constexpr uint64_t Limits[] = {8, 64, 2, 1};
  for (unsigned Trial = 0; Trial != std::size(Limits); ++Trial) {
    if (!chooseLaunch(Trial, true) && !chooseLaunch(Trial, false))
      continue;
    ReplayInput Input;
    unsigned *Block[] = {&Input.Block.X, &Input.Block.Y, &Input.Block.Z};
    unsigned *Grid[] = {&Input.Grid.X, &Input.Grid.Y, &Input.Grid.Z};
    for (unsigned D = 0; D != 3; ++D) {
      *Block[D] = size(X.blockSize(D));
      *Grid[D] = size(X.gridSize(D));
    }
    Input.Seed = Trial + 1;
    Input.TotalLimit = 3'000'000;
    Input.MostBlocks = std::max<uint64_t>(2, MostThreads / Input.Block.count());
    Input.DynamicShared = S.Shape.SharedBytes.value_or(SharedBytes);
    for (const Argument &A : S.F.args()) {
      uint64_t Real = A.getType()->isDoubleTy()  ? 0x3ff0000000000000
                      : A.getType()->isFloatTy() ? 0x3f800000
                                                 : 0;
      Input.Arguments.push_back(
          A.getType()->isIntegerTy()
              ? ReplayArgument::scalar(evaluate(X.term(&A), Launch).value_or(0))
          : Real ? ReplayArgument::scalar(Real)
                 : argument(A, S.Accesses, Input.Buffers));
    }
    for (ReplayBuffer &B : Input.Buffers)
      B.Limit = Limits[Trial];
    Result.push_back(std::move(Input));
  }
  return Result;
}

} // namespace oxide::prover
