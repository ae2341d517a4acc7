// SPDX-License-Identifier: Apache-2.0
//
// Where control can come from an asynchronous copy before its thread has waited
// for it.

#ifndef OXIDE_CHECKERS_PROVER_COPYFLIGHTS_H
#define OXIDE_CHECKERS_PROVER_COPYFLIGHTS_H

#include "prover/AsmEffects.h"
#include "prover/AsyncCopies.h"
#include "prover/PhaseGraph.h"
#include "llvm/ADT/DenseSet.h"

namespace oxide::prover {

/// Follows copies one by one.
class FlightBuilder {
public:
  FlightBuilder(Translator &X, KernelIR &K);

  /// Nothing when there are too many ways.
  std::optional<CopyFlight> build(const llvm::Instruction &Copy);

private:
  /// Where a loop stands, seen from the copy.
  enum class Place : uint8_t {
    Around,  ///< Rounds iterations after that of the copy
    Later,   ///< more than that
    Entered, ///< in iteration Rounds of a loop entered since
    Beyond,  ///< in one after that
    Any      ///< some iteration of a loop without events
  };
  struct Turn {
    const llvm::Loop *L;
    Place Where;
    unsigned Rounds;
    auto operator<=>(const Turn &) const = default;
  };
  using Turns = std::vector<Turn>;
  struct Frame {
    Turns Loops;
    llvm::SmallVector<std::pair<const llvm::Loop *, TermRef>, 2> Iterations;
    TermRef Begun = nullptr; ///< holds for the iteration of the innermost loop
  };

  TermRef inFrame(TermRef Term, const Frame &F);
  TermRef unknownWay();
  unsigned frame(Turns Loops);
  TermRef iterationOf(const Turn &Of, TermRef &Fact);
  unsigned node(const llvm::BasicBlock *B, unsigned Frame, unsigned Commits);
  void link(unsigned From, const llvm::BasicBlock *To, Turns Loops,
            TermRef Condition, bool Aside = false);
  void explore(unsigned Index, const llvm::Instruction *After);
  void step(unsigned Index, const Frame &Here, const llvm::BasicBlock *S,
            TermRef Condition);
  void enter(unsigned Index, const Frame &Here, const llvm::Loop *L,
             Turns Loops, TermRef Condition);
  void leaveQuietLoops(unsigned First);
  bool isQuiet(const llvm::Loop *L) const { return !Eventful.contains(L); }

  Translator &X;
  TermContext &T;
  KernelIR &K;
  /// Loops in which something happens that bears on copies.
  llvm::DenseSet<const llvm::Loop *> Eventful;
  uint64_t MostPending = 0; ///< of all waits

  // Of the copy that is followed.
  llvm::DenseMap<const llvm::Loop *, TermRef> Own; ///< its iterations
  PhaseGraph Graph;
  struct Visit {
    const llvm::BasicBlock *At;
    unsigned Commits;     ///< since the copy
    unsigned Leaving = 0; ///< the same at the end of the block
    const llvm::Instruction *Until = nullptr;
    bool Doubtful = false; ///< a wait that may cover the copy was passed
  };
  std::vector<Visit> Visits;
  std::map<std::tuple<unsigned, unsigned, unsigned>, unsigned> NodeIndex;
  std::vector<Frame> Frames;
  std::map<Turns, unsigned> FrameIndex;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_COPYFLIGHTS_H
