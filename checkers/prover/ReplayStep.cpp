// SPDX-License-Identifier: Apache-2.0
// Executes instructions other than calls and accesses.
#include "ReplayMachine.h"

#include <algorithm>

namespace oxide::prover::interp {

namespace {

/// Steps after which another thread gets its turn, for those that spin.
constexpr unsigned Slice = 4096;
constexpr size_t MaxDepth = 256;
constexpr size_t MaxAllocas = 4096;

} // namespace

bool Machine::runThread(Thread &Which) {
  T = &Which;
  unsigned Left = Slice;
  while (Left && T->Now == Thread::State::Running && !Stopped) {
    --Left;
    step();
  }
  unsigned Done = Slice - Left;
  T->Steps += Done;
  Result.Steps += Done;
  if (T->Steps > Input.StepLimit || Result.Steps > Input.TotalLimit)
    stop("limit of steps");
  return Done;
}

void Machine::step() {
  Frame &F = T->Frames.back();
  const Code &Fn = *F.Fn;
  const Step &S = Fn.Steps[F.Next++];
  Current = &S;
  switch (S.Kind) {
  case StepKind::Jump:
    return take(Fn.Edges[S.First]);
  case StepKind::Branch:
    return take(Fn.Edges[S.First + (*in(S, 0) ? 0 : 1)]);
  case StepKind::Switch: {
    Cell Value = *in(S, 0);
    for (uint32_t I = 0; I < S.Num; ++I)
      if (Fn.Cases[S.Offset + I] == Value)
        return take(Fn.Edges[S.First + 1 + I]);
    return take(Fn.Edges[S.First]);
  }
  case StepKind::Return:
    return leave(S);
  case StepKind::Unreachable:
    ++Result.Traps;
    return exitThread(S);
  case StepKind::Call:
    return call(S);
  case StepKind::Load:
    return load(S, *in(S, 0));
  case StepKind::Store:
    return store(S, *in(S, 1), in(S, 0));
  case StepKind::AtomicRmw:
    return atomic(S, S.Opcode, *in(S, 0), in(S, 1));
  case StepKind::CmpXchg:
    return compareExchange(S, *in(S, 0), in(S, 1), in(S, 2), true);
  case StepKind::Fence:
    Fences = true;
    return;
  case StepKind::Address:
    return elementAddress(S);
  case StepKind::Alloca:
    return allocate(S);
  case StepKind::Unsupported:
    return stop(std::string("instruction '") + S.Inst->getOpcodeName() + "'");
  default:
    return stepValue(S);
  }
}

void Machine::take(const Edge &E) {
  Frame &F = T->Frames.back();
  F.Next = E.Target;
  const PhiCopy *Copies = F.Fn->Copies.data() + E.FirstCopy;
  Cell *Registers = T->Stack.data() + F.Base;
  if (E.NumCopies == 1) {
    std::copy_n(at(Copies->From), Copies->Cells, Registers + Copies->To);
    return;
  }
  // All are read before any is written.
  Scratch.clear();
  for (uint32_t I = 0; I < E.NumCopies; ++I) {
    const Cell *From = at(Copies[I].From);
    Scratch.insert(Scratch.end(), From, From + Copies[I].Cells);
  }
  const Cell *Value = Scratch.data();
  for (uint32_t I = 0; I < E.NumCopies; ++I) {
    std::copy_n(Value, Copies[I].Cells, Registers + Copies[I].To);
    Value += Copies[I].Cells;
  }
}

void Machine::exitThread(const Step &S) {
  waitForCopies(std::nullopt);
  T->At = &S;
  T->AtContext = T->Frames.back().Context;
  T->Now = Thread::State::Exited;
  --B->Live;
  T->Stack = {};
  T->Frames.resize(1);
}

void Machine::leave(const Step &S) {
  if (T->Frames.size() == 1)
    return exitThread(S);
  Frame Done = T->Frames.back();
  Scratch.clear();
  if (S.NumRefs)
    Scratch.assign(in(S, 0), in(S, 0) + Done.DestCells);
  T->Local.release(Done.LocalMark);
  T->Frames.pop_back();
  T->Stack.resize(Done.Base);
  std::copy(Scratch.begin(), Scratch.end(),
            T->Stack.begin() + T->Frames.back().Base + Done.Dest);
}

void Machine::callFunction(const Step &S, const Code *Callee,
                           unsigned FirstArgument) {
  const auto &Call = llvm::cast<llvm::CallBase>(*S.Inst);
  if (!Callee || Call.arg_size() != Callee->Arguments.size() ||
      Callee->Fn->getReturnType() != Call.getType())
    return stop("call of an unknown function");
  if (T->Frames.size() >= MaxDepth)
    return stop("recursion");
  Frame New;
  New.Fn = Callee;
  New.Base = T->Stack.size();
  New.Dest = S.Dest;
  New.DestCells = S.Out.Cells;
  New.Context = contextOf(T->Frames.back().Context, &Call);
  New.LocalMark = T->Local.mark();
  T->Stack.resize(New.Base + Callee->FrameCells);
  for (unsigned I = 0; I < Call.arg_size(); ++I) {
    const Cell *From = in(S, FirstArgument + I);
    Shape Form = shapeOf(Call.getArgOperand(I)->getType(), Prog.layout());
    Cell *To = T->Stack.data() + New.Base + Callee->Arguments[I];
    std::copy_n(From, Form.Cells, To);
    if (!Call.isByValArgument(I))
      continue;
    uint64_t Size = Prog.layout().getTypeAllocSize(Call.getParamByValType(I));
    *To = T->Local.allocate(Size, Call.getParamAlign(I).valueOrOne().value());
    copyMemory(*To, *From, Size);
  }
  T->Frames.push_back(New);
}

void Machine::elementAddress(const Step &S) {
  Cell Address = *in(S, 0) + S.Offset;
  const Scale *Scales = T->Frames.back().Fn->Scales.data() + S.First;
  for (uint32_t I = 0; I < S.Num; ++I)
    Address += extended(*at(Scales[I].Index), Scales[I].Bits) *
               uint64_t(Scales[I].Factor);
  *out(S) = truncated(Address, S.Out.Bits);
}

void Machine::allocate(const Step &S) {
  uint64_t Count = *in(S, 0);
  bool Fits = Count <= address::LocalSize && T->Local.mark() < MaxAllocas;
  uint64_t Address = Fits ? T->Local.allocate(Count * S.Offset, S.First) : 0;
  if (!Address)
    return stop("too much local memory");
  *out(S) = Address;
}

void Machine::stepValue(const Step &S) {
  Cell *To = out(S);
  switch (S.Kind) {
  case StepKind::Binary:
    return binary(S);
  case StepKind::Compare:
  case StepKind::FCompare:
    return compare(S);
  case StepKind::FNeg:
    for (uint32_t I = 0; I < S.Out.Cells; ++I)
      To[I] = in(S, 0)[I] ^ (Cell(1) << (S.Out.Bits - 1));
    return;
  case StepKind::Cast:
    if (!castLanes(S.Opcode, in(S, 0), S.In, To, S.Out))
      stop(std::string("cast '") + S.Inst->getOpcodeName() + "'");
    return;
  case StepKind::Select:
    return select(S);
  case StepKind::Copy:
    std::copy_n(in(S, 0), S.Out.Cells, To);
    return;
  case StepKind::ExtractValue:
    std::copy_n(in(S, 0) + S.Offset, S.Out.Cells, To);
    return;
  case StepKind::InsertValue:
    std::copy_n(in(S, 0), S.Out.Cells, To);
    std::copy_n(in(S, 1), S.In.Cells, To + S.Offset);
    return;
  default:
    return stepVector(S);
  }
}

void Machine::stepVector(const Step &S) {
  Cell *To = out(S);
  switch (S.Kind) {
  case StepKind::ExtractElement: {
    size_t Lane = *in(S, 1);
    for (uint32_t I = 0; I < S.Out.Cells; ++I)
      To[I] = Lane < S.In.Lanes ? in(S, 0)[Lane * S.Out.Cells + I] : 0;
    return;
  }
  case StepKind::InsertElement: {
    size_t Lane = *in(S, 2);
    size_t Width = S.Out.perLane();
    std::copy_n(in(S, 0), S.Out.Cells, To);
    if (Lane < S.Out.Lanes)
      std::copy_n(in(S, 1), Width, To + Lane * Width);
    return;
  }
  default: {
    const int *Mask = T->Frames.back().Fn->ShuffleMask.data() + S.First;
    size_t Width = S.Out.perLane();
    for (uint32_t L = 0; L < S.Num; ++L) {
      size_t Lane = Mask[L] < 0 ? 0 : Mask[L];
      const Cell *From = Lane < S.In.Lanes
                             ? in(S, 0) + Lane * Width
                             : in(S, 1) + (Lane - S.In.Lanes) * Width;
      std::copy_n(From, Width, To + L * Width);
    }
  }
  }
}

void Machine::binary(const Step &S) {
  const Cell *A = in(S, 0), *C = in(S, 1);
  Cell *To = out(S);
  size_t Width = S.Out.perLane();
  for (uint32_t L = 0; L < S.Out.Lanes; ++L) {
    if (S.Out.isFloat())
      To[L] = floatBinary(S.Opcode, A[L], C[L], S.Out.Kind);
    else if (S.Out.Kind == ScalarKind::Wide)
      wideBinary(S.Opcode, A + L * Width, C + L * Width, S.Out.Bits,
                 To + L * Width);
    else
      To[L] = intBinary(S.Opcode, A[L], C[L], S.Out.Bits);
  }
}

void Machine::compare(const Step &S) {
  const Cell *A = in(S, 0), *C = in(S, 1);
  Cell *To = out(S);
  auto Predicate = llvm::CmpInst::Predicate(S.Opcode);
  size_t Width = S.In.perLane();
  for (uint32_t L = 0; L < S.In.Lanes; ++L) {
    if (S.Kind == StepKind::FCompare)
      To[L] = floatCompare(Predicate, toDouble(A[L], S.In.Kind),
                           toDouble(C[L], S.In.Kind));
    else if (S.In.Kind == ScalarKind::Wide)
      To[L] = wideCompare(Predicate, A + L * Width, C + L * Width, S.In.Bits);
    else
      To[L] = intCompare(Predicate, A[L], C[L], S.In.Bits);
  }
}

void Machine::select(const Step &S) {
  Cell *To = out(S);
  size_t Width = S.Out.perLane();
  if (S.In.Lanes == 1) {
    std::copy_n(in(S, *in(S, 0) ? 1 : 2), S.Out.Cells, To);
    return;
  }
  for (uint32_t L = 0; L < S.Out.Lanes; ++L)
    std::copy_n(in(S, in(S, 0)[L] ? 1 : 2) + L * Width, Width, To + L * Width);
}

} // namespace oxide::prover::interp
