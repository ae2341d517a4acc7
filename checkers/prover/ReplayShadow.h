// SPDX-License-Identifier: Apache-2.0
// Who touched which word of an object, and the race rule.

#ifndef OXIDE_PROVER_REPLAYSHADOW_H
#define OXIDE_PROVER_REPLAYSHADOW_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace llvm {
class Instruction;
}

namespace oxide::prover::interp {

/// An access to bytes of one word of four.
struct Access {
  const llvm::Instruction *Inst = nullptr;
  /// Number of the chain of calls that led there.
  uint32_t Context = 0;
  uint32_t Block = 0;
  /// Number of the thread in its block.
  uint32_t Thread = 0;
  /// Barriers of the block that the thread had passed.
  uint32_t Epoch = 0;
  /// Smaller barriers that the thread had passed in this epoch, plus one.
  uint32_t Clock = 1;
  /// What a store wrote to the word, other bytes zero.
  uint32_t Value = 0;
  uint8_t Mask = 0;
  bool Writes = false;
  bool Atomic = false;
  /// An atomic that is one only among the threads of its block.
  bool BlockScope = false;
};

/// What barriers smaller than the block have ordered in the current epoch: for
/// each thread, the clock of each other thread up to which it is ordered.
class Clocks {
public:
  enum class Reach { Nobody, Warp, Block };

  void init(Reach How, uint32_t NumThreads);
  Reach reach() const { return How; }
  uint32_t now(uint32_t Thread) const {
    return How == Reach::Nobody ? 1 : Now[Thread];
  }
  /// Adds to \p Row what \p Thread did and saw; what it does next is later.
  void publish(uint32_t Thread, std::vector<uint32_t> &Row);
  /// What \p Row tells comes before what \p Thread does from now on.
  void acquire(uint32_t Thread, const std::vector<uint32_t> &Row);
  /// A barrier of the whole block.
  void reset();
  bool ordered(uint32_t First, uint32_t Clock, uint32_t Second) const;

private:
  /// Where \p Other stands in the row of \p Thread; none for other warps.
  bool column(uint32_t Thread, uint32_t Other, uint32_t &Column) const;

  Reach How = Reach::Nobody;
  uint32_t Width = 0;
  std::vector<uint32_t> Now;
  std::vector<uint32_t> Seen;
};

/// The accesses to one object that may still race with a later one. Of one
/// instruction only as many are kept as are needed to find each racing pair of
/// instructions.
class Shadow {
public:
  using OnRace =
      llvm::function_ref<void(const Access &First, const Access &Second)>;

  /// \p OneBlock: the object belongs to a single block.
  void log(uint64_t Word, const Access &New, const Clocks &Order, bool OneBlock,
           OnRace Report);

private:
  using Page = std::array<std::vector<Access>, 64>;
  std::vector<std::unique_ptr<Page>> Pages;
};

} // namespace oxide::prover::interp

#endif
