// SPDX-License-Identifier: Apache-2.0

#include "prover/NamedBarriers.h"
#include "prover/WarpPrograms.h"
#include <map>

namespace oxide::prover {

namespace {

/// Plays the warps of one block.
class Game {
public:
  explicit Game(std::vector<WarpProgram> Warps)
      : Warps(std::move(Warps)), Next(this->Warps.size(), 0) {}

  std::optional<StuckBarrier> play() {
    for (bool Moved = true; Moved && !Fault;) {
      Moved = false;
      for (unsigned W = 0; W != Warps.size() && !Fault; ++W)
        while (!Waiting.contains(W) && Next[W] != Warps[W].size() && !Fault) {
          arrive(W, Warps[W][Next[W]++]);
          Moved = true;
        }
      Moved |= finishBlockBarriers();
    }
    if (!Fault && !Waiting.empty()) {
      const auto &[W, At] = *Waiting.begin();
      const Round &R = Rounds[At->Number];
      Fault = {BarrierFault::TooFew,
               At->At,
               At->Number,
               expected(*At),
               static_cast<unsigned>(R.Came.size()) * WarpSize,
               W * WarpSize};
    }
    return Fault;
  }

private:
  struct Round {
    std::vector<const BarrierStep *> Came;
    bool Waits = false;
  };

  unsigned expected(const BarrierStep &S) const {
    return S.Count ? S.Count : static_cast<unsigned>(Warps.size()) * WarpSize;
  }

  void arrive(unsigned W, const BarrierStep &S) {
    Round &R = Rounds[S.Number];
    for (const BarrierStep *Other : R.Came)
      if (expected(*Other) != expected(S)) {
        Fault = {BarrierFault::Counts, S.At,         S.Number, expected(S),
                 expected(*Other),     W * WarpSize, Other->At};
        return;
      }
    R.Came.push_back(&S);
    R.Waits |= S.Waits;
    if (S.Waits)
      Waiting[W] = &S;
    if (R.Came.size() * WarpSize < expected(S))
      return;
    if (!R.Waits) {
      Fault = {BarrierFault::NobodyWaits,
               S.At,
               S.Number,
               expected(S),
               expected(S),
               W * WarpSize};
      return;
    }
    release(S.Number);
  }

  void release(unsigned Number) {
    Rounds[Number] = {};
    for (auto It = Waiting.begin(); It != Waiting.end();)
      It = It->second->Number == Number ? Waiting.erase(It) : std::next(It);
  }

  /// A barrier without a count does not wait for warps that have ended.
  bool finishBlockBarriers() {
    unsigned Ended = 0;
    for (unsigned W = 0; W != Warps.size(); ++W)
      Ended += Next[W] == Warps[W].size() && !Waiting.contains(W);
    for (auto &[Number, R] : Rounds)
      if (!R.Came.empty() && R.Came.front()->Count == 0 &&
          R.Came.size() + Ended == Warps.size()) {
        release(Number);
        return true;
      }
    return false;
  }

  std::vector<WarpProgram> Warps;
  std::vector<size_t> Next;
  std::map<unsigned, Round> Rounds;
  std::map<unsigned, const BarrierStep *> Waiting;
  std::optional<StuckBarrier> Fault;
};

} // namespace

std::optional<StuckBarrier>
findStuckBarrier(const KernelIR &K, const std::array<uint32_t, 3> &Block) {
  if (!hasNamedBarriers(K))
    return std::nullopt;
  std::optional<std::vector<WarpProgram>> Warps = warpPrograms(K, Block);
  if (!Warps)
    return std::nullopt;
  return Game(std::move(*Warps)).play();
}

} // namespace oxide::prover
