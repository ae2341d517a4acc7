// SPDX-License-Identifier: Apache-2.0
// Loads, stores, atomics and copies.
#include "ReplayMachine.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace oxide::prover::interp {

using Rmw = llvm::AtomicRMWInst;

namespace {

Cell atomicLane(unsigned Op, Cell Old, Cell Value, Shape Form) {
  int64_t A = extended(Old, Form.Bits), B = extended(Value, Form.Bits);
  auto Float = [&](double X) { return fromDouble(X, Form.Kind); };
  double FA = Form.isFloat() ? toDouble(Old, Form.Kind) : 0;
  double FB = Form.isFloat() ? toDouble(Value, Form.Kind) : 0;
  switch (Op) {
  case Rmw::Xchg:
    return Value;
  case Rmw::Add:
    return truncated(Old + Value, Form.Bits);
  case Rmw::Sub:
    return truncated(Old - Value, Form.Bits);
  case Rmw::And:
    return Old & Value;
  case Rmw::Nand:
    return truncated(~(Old & Value), Form.Bits);
  case Rmw::Or:
    return Old | Value;
  case Rmw::Xor:
    return Old ^ Value;
  case Rmw::Max:
    return A > B ? Old : Value;
  case Rmw::Min:
    return A < B ? Old : Value;
  case Rmw::UMax:
    return std::max(Old, Value);
  case Rmw::UMin:
    return std::min(Old, Value);
  case Rmw::FAdd:
    return Float(FA + FB);
  case Rmw::FSub:
    return Float(FA - FB);
  case Rmw::FMax:
    return Float(std::fmax(FA, FB));
  case Rmw::FMin:
    return Float(std::fmin(FA, FB));
  case Rmw::UIncWrap:
    return Old >= Value ? 0 : Old + 1;
  case Rmw::UDecWrap:
    return Old == 0 || Old > Value ? Value : Old - 1;
  default:
    return Old;
  }
}

bool knownAtomic(unsigned Op, Shape Form) {
  if (Form.Kind == ScalarKind::Wide || Form.Kind == ScalarKind::Aggregate)
    return false;
  if (Op == Rmw::Xchg)
    return true;
  if (Op == Rmw::FAdd || Op == Rmw::FSub || Op == Rmw::FMax || Op == Rmw::FMin)
    return Form.isFloat();
  return !Form.isFloat() &&
         (Op <= Rmw::UMin || Op == Rmw::UIncWrap || Op == Rmw::UDecWrap);
}

} // namespace

uint8_t *Machine::locate(uint64_t Address, uint64_t Size, uint64_t Align,
                         bool Writes, Place &Where) {
  using Kind = ReplayBadAccess::Kind;
  Where = Place();
  if (address::regionOf(Address) == Region::Local) {
    int64_t Offset = 0;
    uint64_t ObjectSize = 0;
    uint8_t *Bytes = T->Local.find(Address, Size, Offset, ObjectSize);
    if (!Bytes)
      reportBad(Kind::OutOfBounds, "local variable", Offset, Size, ObjectSize,
                Writes);
    return Bytes;
  }
  Place Found = Mem.find(Address, B->Shared);
  if (!Found.Object) {
    reportBad(Kind::NoObject, "", Address, Size, 0, Writes);
    return nullptr;
  }
  MemoryObject &Object = *Found.Object;
  uint64_t ObjectSize = Object.Bytes.size();
  if (Found.Offset < 0 || uint64_t(Found.Offset) + Size > ObjectSize) {
    reportBad(Kind::OutOfBounds, Object.Name, Found.Offset, Size, ObjectSize,
              Writes);
    return nullptr;
  }
  if (Align > 1 && Address % Align)
    reportBad(Kind::Misaligned, Object.Name, Found.Offset, Size, ObjectSize,
              Writes);
  Where = Found;
  return Object.Bytes.data() + Found.Offset;
}

void Machine::note(const Place &Where, uint64_t Size, Flags How) {
  if (!Where.Object)
    return;
  log(Where, Size, How, Current->Inst, T->Frames.back().Context);
  if (!T->Pending.empty())
    noteOwn(Where, Size, How);
}

void Machine::log(const Place &Where, uint64_t Size, Flags How,
                  const llvm::Instruction *Inst, uint32_t Context) {
  MemoryObject &Object = *Where.Object;
  Access New;
  New.Inst = Inst;
  New.Context = Context;
  New.Block = B->Number;
  New.Thread = T->Number;
  New.Epoch = B->Epoch;
  New.Clock = B->Order.now(T->Number);
  New.Writes = How.Writes;
  New.Atomic = How.Atomic;
  New.BlockScope = How.BlockScope;
  bool Shared = !B->Shared.empty() && &Object >= B->Shared.data() &&
                &Object < B->Shared.data() + B->Shared.size();
  uint64_t Begin = Where.Offset, End = Begin + Size;
  for (uint64_t Word = Begin / 4; Word * 4 < End; ++Word) {
    New.Mask = 0;
    New.Value = 0;
    for (unsigned I = 0; I < 4; ++I) {
      uint64_t Byte = Word * 4 + I;
      if (Byte < Begin || Byte >= End)
        continue;
      New.Mask |= 1 << I;
      if (How.Writes)
        New.Value |= uint32_t(Object.Bytes[Byte]) << (8 * I);
    }
    Object.Log.log(Word, New, B->Order, Shared,
                   [&](const Access &First, const Access &Second) {
                     reportRace(First, Second, Object, Word);
                   });
  }
}

void Machine::load(const Step &S, uint64_t Address) {
  const auto *Load = llvm::dyn_cast<llvm::LoadInst>(S.Inst);
  Flags How;
  How.Atomic = Load && Load->isAtomic();
  How.BlockScope = S.BlockScope;
  Cell *To = out(S);
  Place Where;
  const uint8_t *Bytes = locate(Address, S.Type->Size, S.Offset, false, Where);
  if (!Bytes) {
    std::fill_n(To, S.Out.Cells, 0);
    return;
  }
  Signals |= Where.Object && Load && (Load->isVolatile() || How.Atomic);
  uint64_t Total = 0;
  for (const Piece &P : S.Type->Pieces) {
    To[P.Cell] = readCell(Bytes + P.Offset, P.Bytes);
    Total += P.Bytes;
  }
  if (S.Out.Kind == ScalarKind::Int)
    *To = truncated(*To, S.Out.Bits);
  if (Total == S.Type->Size)
    return note(Where, Total, How);
  for (const Piece &P : S.Type->Pieces)
    note({Where.Object, Where.Offset + P.Offset}, P.Bytes, How);
}

void Machine::store(const Step &S, uint64_t Address, const Cell *Value) {
  const auto *Store = llvm::dyn_cast<llvm::StoreInst>(S.Inst);
  Flags How;
  How.Writes = true;
  How.Atomic = Store && Store->isAtomic();
  How.BlockScope = S.BlockScope;
  Place Where;
  uint8_t *Bytes = locate(Address, S.Type->Size, S.Offset, true, Where);
  if (!Bytes)
    return;
  Signals |= Where.Object && Store && (Store->isVolatile() || How.Atomic);
  uint64_t Total = 0;
  for (const Piece &P : S.Type->Pieces) {
    writeCell(Bytes + P.Offset, Value[P.Cell], P.Bytes);
    Total += P.Bytes;
  }
  if (Total == S.Type->Size)
    return note(Where, Total, How);
  for (const Piece &P : S.Type->Pieces)
    note({Where.Object, Where.Offset + P.Offset}, P.Bytes, How);
}

void Machine::atomic(const Step &S, unsigned Op, uint64_t Address,
                     const Cell *Value) {
  if (!knownAtomic(Op, S.Out))
    return stop("atomic operation");
  Signals = true;
  Cell *To = out(S);
  Place Where;
  uint8_t *Bytes = locate(Address, S.Type->Size, S.Type->Size, true, Where);
  if (!Bytes) {
    std::fill_n(To, S.Out.Cells, 0);
    return;
  }
  for (const Piece &P : S.Type->Pieces) {
    To[P.Cell] = readCell(Bytes + P.Offset, P.Bytes);
    writeCell(Bytes + P.Offset,
              atomicLane(Op, To[P.Cell], Value[P.Cell], S.Out), P.Bytes);
  }
  note(Where, S.Type->Size, {true, true, S.BlockScope});
}

void Machine::compareExchange(const Step &S, uint64_t Address,
                              const Cell *Expected, const Cell *New,
                              bool WithFlag) {
  Signals = true;
  Cell *To = out(S);
  Place Where;
  uint8_t *Bytes = locate(Address, S.Type->Size, S.Type->Size, true, Where);
  if (!Bytes) {
    std::fill_n(To, S.Out.Cells, 0);
    return;
  }
  bool Equal = true;
  for (const Piece &P : S.Type->Pieces) {
    To[P.Cell] = readCell(Bytes + P.Offset, P.Bytes);
    Equal &= To[P.Cell] == Expected[P.Cell];
  }
  for (const Piece &P : S.Type->Pieces)
    if (Equal)
      writeCell(Bytes + P.Offset, New[P.Cell], P.Bytes);
  if (WithFlag)
    To[S.Out.Cells - 1] = Equal;
  note(Where, S.Type->Size, {true, true, S.BlockScope});
}

void Machine::copyMemory(uint64_t To, uint64_t From, uint64_t Size) {
  if (!Size)
    return;
  Place Source, Target;
  const uint8_t *Read = locate(From, Size, 1, false, Source);
  if (!Read)
    return;
  uint8_t *Written = locate(To, Size, 1, true, Target);
  if (!Written)
    return;
  std::memmove(Written, Read, Size);
  note(Source, Size, {});
  note(Target, Size, {true, false, false});
}

void Machine::setMemory(uint64_t To, uint8_t Value, uint64_t Size) {
  Place Target;
  uint8_t *Written = Size ? locate(To, Size, 1, true, Target) : nullptr;
  if (!Written)
    return;
  std::memset(Written, Value, Size);
  note(Target, Size, {true, false, false});
}

} // namespace oxide::prover::interp
