// SPDX-License-Identifier: Apache-2.0
// The state of a replay: blocks, threads, and what they did.

#ifndef OXIDE_PROVER_REPLAYMACHINE_H
#define OXIDE_PROVER_REPLAYMACHINE_H

#include "Replay.h"
#include "ReplayCode.h"

#include <map>

namespace oxide::prover::interp {

constexpr uint32_t WarpSize = 32;

struct Frame {
  const Code *Fn = nullptr;
  uint32_t Base = 0;
  uint32_t Next = 0;
  /// Where the caller wants the result.
  uint32_t Dest = 0, DestCells = 0;
  uint32_t Context = 0;
  size_t LocalMark = 0;
};

/// An asynchronous copy that its thread has not waited for.
struct PendingCopy {
  const Step *At = nullptr;
  uint32_t Context = 0;
  Place To, From;
  uint64_t Size = 0, Read = 0; ///< bytes written, the first of them copied
  uint64_t Group = 0;
  bool Committed = false;
  bool Late = false; ///< the bytes arrive at the wait
};

struct Thread {
  enum class State : uint8_t { Running, AtBarrier, AtWarp, Exited };

  uint32_t Number = 0;
  ReplayDim Id;
  State Now = State::Running;
  std::vector<Frame> Frames;
  std::vector<Cell> Stack;
  LocalMemory Local;
  uint64_t Steps = 0;

  /// The barrier or warp operation at which it waits, or its last step.
  const Step *At = nullptr;
  uint32_t AtContext = 0;
  /// Its operands: of a barrier the number and the predicate, of a warp
  /// operation the mask, the value and two more.
  Cell Operands[4] = {};

  std::vector<PendingCopy> Pending;
  uint64_t Groups = 0; ///< that were committed
  uint64_t Copies = 0; ///< that were started

  uint32_t warp() const { return Number / WarpSize; }
  uint32_t lane() const { return Number % WarpSize; }
};

struct Barrier {
  std::vector<uint32_t> Waiting;
  /// Those that signalled and went on, and what their signals tell.
  std::vector<uint32_t> Arrived;
  std::vector<uint32_t> Row;
  /// How many threads it takes; zero for the whole block.
  uint64_t Count = 0;
};

struct Block {
  uint32_t Number = 0;
  ReplayDim Id;
  std::vector<MemoryObject> Shared;
  std::vector<Thread> Threads;
  Clocks Order;
  uint32_t Epoch = 0;
  uint32_t Live = 0;
  Barrier Barriers[16];
};

class Machine {
public:
  Machine(const llvm::Function &Kernel, const ReplayInput &Input)
      : Kernel(Kernel), Input(Input),
        Prog(*Kernel.getParent(), Mem, Input.DynamicShared) {}
  ReplayResult run();

private:
  struct Flags {
    bool Writes = false, Atomic = false, BlockScope = false;
  };

  // Replay.cpp: set-up, schedule, sites.
  bool prepare();
  void fill(const ReplayBuffer &Buffer, std::vector<uint8_t> &Bytes,
            uint64_t Number) const;
  std::vector<uint8_t> argumentBytes(const ReplayArgument &Argument,
                                     uint64_t Size) const;
  void startThread(Thread &T);
  bool runBlock(Block &Which);
  void stop(std::string Reason);
  uint32_t contextOf(uint32_t Parent, const llvm::CallBase *Call);
  ReplaySite site(const llvm::Instruction *Inst, uint32_t Context,
                  const Block &In, uint32_t Thread, uint32_t Epoch) const;
  void reportRace(const Access &First, const Access &Second,
                  const MemoryObject &Object, uint64_t Word);
  void reportBad(ReplayBadAccess::Kind What, const std::string &Object,
                 int64_t Offset, uint64_t Width, uint64_t Size, bool Writes);
  void approximated(const std::string &What);

  // ReplayStep.cpp: instructions.
  bool runThread(Thread &Which);
  void step();
  void stepValue(const Step &S);
  void stepVector(const Step &S);
  void binary(const Step &S);
  void compare(const Step &S);
  void select(const Step &S);
  void elementAddress(const Step &S);
  void allocate(const Step &S);
  void take(const Edge &E);
  void leave(const Step &S);
  void exitThread(const Step &S);

  const Cell *at(Ref R) const {
    return R >= 0 ? T->Stack.data() + T->Frames.back().Base + R
                  : Prog.constants() + (-R - 1);
  }
  const Cell *in(const Step &S, unsigned I) const {
    return at(T->Frames.back().Fn->Refs[S.FirstRef + I]);
  }
  Cell *out(const Step &S) {
    return T->Stack.data() + T->Frames.back().Base + S.Dest;
  }

  // ReplayAccess.cpp: memory.
  uint8_t *locate(uint64_t Address, uint64_t Size, uint64_t Align, bool Writes,
                  Place &Where);
  void note(const Place &Where, uint64_t Size, Flags How);
  void log(const Place &Where, uint64_t Size, Flags How,
           const llvm::Instruction *Inst, uint32_t Context);
  void load(const Step &S, uint64_t Address);
  void store(const Step &S, uint64_t Address, const Cell *Value);
  void atomic(const Step &S, unsigned Op, uint64_t Address, const Cell *Value);
  void compareExchange(const Step &S, uint64_t Address, const Cell *Expected,
                       const Cell *New, bool WithFlag);
  void copyMemory(uint64_t To, uint64_t From, uint64_t Size);
  void setMemory(uint64_t To, uint8_t Value, uint64_t Size);

  // ReplayCopies.cpp: asynchronous copies.
  void startCopy(const Step &S);
  void moveCopy(const PendingCopy &C);
  void noteCopy(const PendingCopy &C);
  void notePending(Thread &Of);
  void commitCopies();
  void waitForCopies(std::optional<uint64_t> Groups);
  void noteOwn(const Place &Where, uint64_t Size, Flags How);

  // ReplayCall.cpp: calls.
  void call(const Step &S);
  void callFunction(const Step &S, const Code *Callee, unsigned FirstArgument);
  Cell registerValue(Register Which) const;
  void pure(const Step &S);
  void sinCos(const Step &S);
  void overflow(const Step &S);
  void madeUp(const Step &S);

  // ReplaySync.cpp: barriers and warps.
  void enterBarrier(const Step &S);
  void enterWarp(const Step &S);
  bool completeBarriers();
  bool complete(Barrier &Which, bool Forced);
  void reportBarrier(const Barrier &Which);
  void reduce(const Barrier &Which);
  bool completeWarp(uint32_t Warp, bool Stuck);
  std::vector<uint32_t> companions(const Thread &Lane) const;
  bool everyoneCame(const Thread &Lane) const;
  void finishWarp(const std::vector<uint32_t> &Lanes);
  bool releaseWarp();
  bool release();
  void reportDivergence(ReplayDivergence::Kind What, const Thread &First,
                        const Thread &Second);

  const llvm::Function &Kernel;
  const ReplayInput &Input;
  ReplayResult Result;
  Memory Mem;
  Program Prog;
  const Code *Entry = nullptr;
  std::vector<std::vector<uint8_t>> Arguments;
  std::vector<Block> Blocks;
  uint32_t ThreadsPerBlock = 0;

  Block *B = nullptr;
  Thread *T = nullptr;
  const Step *Current = nullptr;
  bool Stopped = false;
  bool Fences = false, Signals = false;

  /// Chains of calls: the chain before and the call at its end.
  std::vector<std::pair<uint32_t, const llvm::CallBase *>> Contexts{
      {0, nullptr}};
  std::map<std::pair<uint32_t, const llvm::CallBase *>, uint32_t> ContextIds;
  // These are only looked up, so that the order of addresses does not matter.
  std::map<std::tuple<const llvm::Instruction *, const llvm::Instruction *,
                      std::string>,
           size_t>
      RaceIds;
  std::map<std::pair<const llvm::Instruction *, int>, bool> BadSeen;
  std::map<
      std::tuple<const llvm::Instruction *, const llvm::Instruction *, int>,
      bool>
      DivergenceSeen;
  std::vector<Cell> Scratch;
};

/// One lane of an integer function; what it does not use is ignored.
Cell intFunction(IntOp Op, Cell A, Cell B, Cell C, Cell D, unsigned Bits);
double mathFunction(MathOp Op, double A, double B, double C);

} // namespace oxide::prover::interp

#endif
