// SPDX-License-Identifier: Apache-2.0
// The replay: executes a kernel's IR with concrete small inputs.
//
// It shares nothing with the symbolic side, so that it can contradict a proof
// or confirm an alarm. The order in which it runs threads does not decide what
// it reports: two accesses race when no barrier orders them, however far apart
// the interpreter happened to execute them.

#ifndef OXIDE_PROVER_REPLAY_H
#define OXIDE_PROVER_REPLAY_H

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class Instruction;
} // namespace llvm

namespace oxide::prover {

struct ReplayDim {
  unsigned X = 1, Y = 1, Z = 1;
  uint64_t count() const { return uint64_t(X) * Y * Z; }
};

/// Global memory that the launch passes to the kernel.
struct ReplayBuffer {
  enum class Content { Zeros, Integers, Floats, Bytes };

  std::string Name;
  uint64_t Size = 0;
  Content Fill = Content::Zeros;
  /// Width of an element for Integers and Floats: 1, 2, 4 or 8 bytes.
  unsigned ElementSize = 4;
  /// Elements are pseudo-random whole numbers from 0 up to here, exclusive.
  uint64_t Limit = 8;
  /// For Bytes; the rest of the buffer is zero.
  std::vector<uint8_t> Bytes;
};

/// The value of one kernel parameter.
struct ReplayArgument {
  /// A pointer inside the value: at this byte of it stands the address of
  /// Buffers[Buffer] plus Add.
  struct Pointer {
    uint64_t At = 0;
    unsigned Buffer = 0;
    int64_t Add = 0;
  };

  /// The value as the device stores it; missing bytes are zero. Also the
  /// content of a struct that is passed by value.
  std::vector<uint8_t> Bytes;
  std::vector<Pointer> Pointers;

  static ReplayArgument scalar(uint64_t Value);
  static ReplayArgument buffer(unsigned Buffer, int64_t Add = 0);
};

struct ReplayInput {
  ReplayDim Grid, Block;
  std::vector<ReplayBuffer> Buffers;
  std::vector<ReplayArgument> Arguments;
  /// Bytes of dynamic shared memory.
  uint64_t DynamicShared = 0;
  /// Decides the content of the buffers.
  uint64_t Seed = 1;
  /// Runs blocks and threads from the last to the first. A kernel without a
  /// race cannot tell; a racy one may show more of its accesses.
  bool Reverse = false;
  /// Instructions that one thread, and all threads together, may execute.
  uint64_t StepLimit = 400'000;
  uint64_t TotalLimit = 20'000'000;
  /// Blocks of the grid that run: the first ones. A barrier of the grid that
  /// waits for the others ends the run.
  uint64_t MostBlocks = UINT64_MAX;
  /// Fill ReplayResult::Buffers.
  bool KeepBuffers = false;
};

/// One thread at one instruction.
struct ReplaySite {
  const llvm::Instruction *Inst = nullptr;
  /// The calls that led there, outermost first; empty in the kernel itself.
  std::vector<const llvm::CallBase *> Calls;
  ReplayDim Block{0, 0, 0}, Thread{0, 0, 0};
  /// Barriers of the whole block that the thread had passed.
  unsigned Interval = 0;
};

/// A pair of instructions that race; the sites are the first witness.
struct ReplayRace {
  ReplaySite First, Second;
  bool FirstWrites = false, SecondWrites = false;
  bool FirstAtomic = false, SecondAtomic = false;
  /// Both store, and each overlap seen had equal bytes.
  bool SameValue = false;
  std::string Object;
  /// First byte that both accesses of the witness touch.
  uint64_t Offset = 0;
  /// How often the pair was seen; the number depends on how accesses are
  /// summarised, one seen once and one seen often is all that it tells.
  uint64_t Count = 0;
};

struct ReplayDivergence {
  enum class Kind {
    /// First waits at a barrier of the block, Second has left the kernel.
    Exited,
    /// First and Second wait at different barriers.
    Different,
    /// First waits for threads that never come, and nobody can go on.
    Missing,
    /// First executes a warp operation whose mask does not name its lane.
    NotInMask,
  };
  Kind What = Kind::Exited;
  ReplaySite First, Second;
};

struct ReplayBadAccess {
  enum class Kind { OutOfBounds, Misaligned, NoObject };
  Kind What = Kind::OutOfBounds;
  ReplaySite Site;
  bool Writes = false;
  /// The object next to the address and the offset in it; for NoObject the
  /// name is empty and the offset is the address.
  std::string Object;
  int64_t Offset = 0;
  uint64_t Width = 0;
  uint64_t ObjectSize = 0;
};

struct ReplayResult {
  /// In the order in which they were found, each pair of instructions once
  /// per object.
  std::vector<ReplayRace> Races;
  std::vector<ReplayDivergence> Divergences;
  std::vector<ReplayBadAccess> BadAccesses;

  /// Every thread ran to its end. When false, Reason says what stopped the
  /// replay; what was found until then stands.
  bool Complete = false;
  std::string Reason;
  const llvm::Instruction *StoppedAt = nullptr;

  /// Fences together with atomics or volatile accesses were executed: threads
  /// may order each other by hand, which the race rule does not see.
  bool HandMadeSync = false;
  /// Something that the kernel assumes, by __builtin_assume or an annotation,
  /// was false: no host makes this run.
  bool BreaksAssumption = false;
  /// Functions and instructions whose result was made up (deterministically).
  /// A finding that depends on such a value means nothing.
  std::vector<std::string> Approximated;
  /// Threads that ended in a trap or a failed assertion.
  uint64_t Traps = 0;
  uint64_t Steps = 0;

  /// What the buffers hold at the end, in the order of the input.
  std::vector<std::vector<uint8_t>> Buffers;
};

/// Executes \p Kernel once. Never fails: what cannot be executed makes the
/// result incomplete.
ReplayResult replay(const llvm::Function &Kernel, const ReplayInput &Input);

} // namespace oxide::prover

#endif
