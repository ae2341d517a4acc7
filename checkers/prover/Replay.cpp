// SPDX-License-Identifier: Apache-2.0
#include "Replay.h"

#include "ReplayMachine.h"

#include <algorithm>

namespace oxide::prover {

ReplayArgument ReplayArgument::scalar(uint64_t Value) {
  ReplayArgument Result;
  Result.Bytes.resize(8);
  interp::writeCell(Result.Bytes.data(), Value, 8);
  return Result;
}

ReplayArgument ReplayArgument::buffer(unsigned Buffer, int64_t Add) {
  ReplayArgument Result;
  Result.Pointers.push_back({0, Buffer, Add});
  return Result;
}

ReplayResult replay(const llvm::Function &Kernel, const ReplayInput &Input) {
  return interp::Machine(Kernel, Input).run();
}

namespace interp {

namespace {

constexpr uint64_t MaxThreads = 16384;

ReplayDim position(uint64_t Number, const ReplayDim &In) {
  return {unsigned(Number % In.X), unsigned(Number / In.X % In.Y),
          unsigned(Number / In.X / In.Y)};
}

/// A small generator of which each element is a function of its number.
uint64_t scramble(uint64_t X) {
  X += 0x9e3779b97f4a7c15;
  X = (X ^ (X >> 30)) * 0xbf58476d1ce4e5b9;
  X = (X ^ (X >> 27)) * 0x94d049bb133111eb;
  return X ^ (X >> 31);
}

} // namespace

void Machine::stop(std::string Reason) {
  if (Stopped)
    return;
  Stopped = true;
  Result.Reason = std::move(Reason);
  Result.StoppedAt = Current ? Current->Inst : nullptr;
}

void Machine::fill(const ReplayBuffer &Buffer, std::vector<uint8_t> &Bytes,
                   uint64_t Number) const {
  if (Buffer.Fill == ReplayBuffer::Content::Bytes)
    std::copy_n(Buffer.Bytes.begin(),
                std::min(Buffer.Bytes.size(), Bytes.size()), Bytes.begin());
  bool Floats = Buffer.Fill == ReplayBuffer::Content::Floats;
  if (!Floats && Buffer.Fill != ReplayBuffer::Content::Integers)
    return;
  unsigned Width = std::clamp(Buffer.ElementSize, 1U, 8U);
  ScalarKind Kind = Width == 8   ? ScalarKind::Double
                    : Width == 4 ? ScalarKind::Float
                                 : ScalarKind::Half;
  uint64_t Stream = scramble(Input.Seed * 1000 + Number);
  for (uint64_t I = 0; (I + 1) * Width <= Bytes.size(); ++I) {
    uint64_t Value = scramble(Stream + I) % std::max<uint64_t>(Buffer.Limit, 1);
    if (Floats)
      Value = fromDouble(double(Value), Kind);
    writeCell(Bytes.data() + I * Width, Value, Width);
  }
}

std::vector<uint8_t> Machine::argumentBytes(const ReplayArgument &Argument,
                                            uint64_t Size) const {
  std::vector<uint8_t> Bytes = Argument.Bytes;
  Bytes.resize(Size);
  for (const ReplayArgument::Pointer &P : Argument.Pointers)
    if (P.At + 8 <= Size && P.Buffer < Input.Buffers.size())
      writeCell(Bytes.data() + P.At, address::globalBase(P.Buffer) + P.Add, 8);
  return Bytes;
}

bool Machine::prepare() {
  uint64_t PerBlock = Input.Block.count();
  uint64_t NumBlocks = std::min(Input.Grid.count(), Input.MostBlocks);
  if (!PerBlock || !NumBlocks || PerBlock > 1024 ||
      NumBlocks > MaxThreads / PerBlock)
    return stop("launch of this size"), false;
  if (Input.DynamicShared > address::MaxShared)
    return stop("too much shared memory"), false;
  // First, so that their numbers are those of the input.
  for (uint64_t I = 0; I < Input.Buffers.size(); ++I) {
    const ReplayBuffer &Buffer = Input.Buffers[I];
    if (Buffer.Size > address::MaxGlobal)
      return stop("buffer '" + Buffer.Name + "' is too large"), false;
    fill(Buffer, Mem.global(Mem.addGlobal(Buffer.Name, Buffer.Size)).Bytes, I);
  }
  if (Kernel.isDeclaration() || Kernel.isVarArg() ||
      Input.Arguments.size() != Kernel.arg_size())
    return stop("kernel or its arguments"), false;
  Entry = Prog.load(Kernel);
  if (!Prog.Error.empty())
    return stop(Prog.Error), false;
  for (const llvm::Argument &A : Kernel.args()) {
    llvm::Type *Type = A.hasByValAttr() ? A.getParamByValType() : A.getType();
    if (!Prog.memoryType(Type))
      return stop("type of a parameter"), false;
    Arguments.push_back(argumentBytes(Input.Arguments[A.getArgNo()],
                                      Prog.layout().getTypeAllocSize(Type)));
  }
  ThreadsPerBlock = PerBlock;
  Blocks.resize(NumBlocks);
  for (uint64_t I = 0; I < NumBlocks; ++I) {
    Block &New = Blocks[I];
    New.Number = I;
    New.Id = position(I, Input.Grid);
    New.Shared = Mem.instantiateShared();
    New.Order.init(Prog.SmallBarriers, PerBlock);
    New.Live = PerBlock;
    New.Threads.resize(PerBlock);
    for (uint64_t N = 0; N < PerBlock; ++N) {
      New.Threads[N].Number = N;
      New.Threads[N].Id = position(N, Input.Block);
      startThread(New.Threads[N]);
    }
  }
  return true;
}

void Machine::startThread(Thread &New) {
  Frame First;
  First.Fn = Entry;
  New.Stack.resize(Entry->FrameCells);
  New.Frames.push_back(First);
  for (const llvm::Argument &A : Kernel.args()) {
    const std::vector<uint8_t> &Bytes = Arguments[A.getArgNo()];
    Cell *To = New.Stack.data() + Entry->Arguments[A.getArgNo()];
    if (A.hasByValAttr()) {
      // Each thread may change its copy.
      *To = New.Local.allocate(Bytes.size(),
                               A.getParamAlign().valueOrOne().value());
      int64_t Offset = 0;
      uint64_t Size = 0;
      if (uint8_t *Copy = New.Local.find(*To, Bytes.size(), Offset, Size))
        std::copy(Bytes.begin(), Bytes.end(), Copy);
      continue;
    }
    for (const Piece &P : Prog.memoryType(A.getType())->Pieces)
      To[P.Cell] = readCell(Bytes.data() + P.Offset, P.Bytes);
    if (Shape Form = shapeOf(A.getType(), Prog.layout());
        Form.Kind == ScalarKind::Int)
      *To = truncated(*To, Form.Bits);
  }
}

ReplayResult Machine::run() {
  if (prepare()) {
    bool Alive = true;
    while (Alive && !Stopped) {
      Alive = false;
      for (size_t I = 0; I < Blocks.size() && !Stopped; ++I) {
        Block &Which = Blocks[Input.Reverse ? Blocks.size() - 1 - I : I];
        if (Which.Live)
          Alive |= runBlock(Which) || Which.Live;
      }
    }
  }
  if (Input.KeepBuffers && Entry)
    for (size_t I = 0; I < Input.Buffers.size(); ++I)
      Result.Buffers.push_back(Mem.global(I).Bytes);
  if (!Stopped && Blocks.size() < Input.Grid.count())
    stop("only the first blocks ran");
  Result.Complete = !Stopped;
  Result.HandMadeSync = Fences && Signals;
  return std::move(Result);
}

bool Machine::runBlock(Block &Which) {
  B = &Which;
  bool Progress = false;
  uint32_t NumWarps = (ThreadsPerBlock + WarpSize - 1) / WarpSize;
  for (uint32_t I = 0; I < NumWarps && !Stopped; ++I) {
    uint32_t Warp = Input.Reverse ? NumWarps - 1 - I : I;
    uint32_t First = Warp * WarpSize;
    uint32_t Last = std::min(First + WarpSize, ThreadsPerBlock);
    // A warp may go from one operation to the next for some time, but a warp
    // that polls must let the others run.
    for (unsigned Round = 0; Round < 64 && !Stopped; ++Round) {
      bool Running = false;
      for (uint32_t N = First; N < Last && !Stopped; ++N) {
        Thread &Lane = B->Threads[Input.Reverse ? First + Last - 1 - N : N];
        if (Lane.Now == Thread::State::Running) {
          Progress |= runThread(Lane);
          Running |= Lane.Now == Thread::State::Running;
        }
      }
      if (!completeWarp(Warp, !Running))
        break;
      Progress = true;
    }
  }
  Progress |= completeBarriers();
  if (!Progress && !Stopped && B->Live && !release())
    stop("no thread can go on");
  return Progress;
}

uint32_t Machine::contextOf(uint32_t Parent, const llvm::CallBase *Call) {
  auto [It, New] = ContextIds.try_emplace({Parent, Call}, Contexts.size());
  if (New)
    Contexts.emplace_back(Parent, Call);
  return It->second;
}

void Machine::approximated(const std::string &What) {
  if (!llvm::is_contained(Result.Approximated, What))
    Result.Approximated.push_back(What);
}

} // namespace interp
} // namespace oxide::prover
