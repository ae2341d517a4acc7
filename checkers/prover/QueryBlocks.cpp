// SPDX-License-Identifier: Apache-2.0
//
// Which blocks hosts launch.

#include "prover/Query.h"
#include "llvm/ADT/STLExtras.h"

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

} // namespace oxide::prover
