// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies: bytes that arrive at some moment between their issue and
// the wait of their thread.
#include "ReplayMachine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstring>

namespace oxide::prover::interp {

namespace {

bool overlap(const Place &A, uint64_t SizeA, const Place &B, uint64_t SizeB) {
  return A.Object && A.Object == B.Object &&
         A.Offset < B.Offset + int64_t(SizeB) &&
         B.Offset < A.Offset + int64_t(SizeA);
}

} // namespace

/// Operands: where to, where from, bytes to write, bytes to read.
void Machine::startCopy(const Step &S) {
  PendingCopy C;
  C.At = &S;
  C.Context = T->Frames.back().Context;
  C.Size = S.Target->Width ? S.Target->Width : S.NumRefs > 2 ? *in(S, 2) : 0;
  unsigned ReadOperand = S.Target->Width ? 2 : 3;
  C.Read =
      std::min(C.Size, S.NumRefs > ReadOperand ? *in(S, ReadOperand) : C.Size);
  if (C.Size != 4 && C.Size != 8 && C.Size != 16)
    return stop("size of an asynchronous copy");
  if (!locate(*in(S, 0), C.Size, C.Size, true, C.To) ||
      (C.Read && !locate(*in(S, 1), C.Read, C.Size, false, C.From)))
    return;
  if (!C.To.Object || (C.Read && !C.From.Object))
    return stop("asynchronous copy of a local variable");
  // Which moment it is differs from copy to copy and from seed to seed.
  uint64_t Hash = (Input.Seed * 0x9e3779b97f4a7c15U) ^
                  (uint64_t(B->Number) << 40) ^ (uint64_t(T->Number) << 20) ^
                  ++T->Copies;
  Hash = (Hash ^ (Hash >> 31)) * 0xbf58476d1ce4e5b9U;
  C.Late = Hash >> 40 & 1;
  // Those that are on the way already are not ordered with it.
  noteOwn(C.To, C.Size, {true, false, false});
  if (C.Read)
    noteOwn(C.From, C.Read, {});
  if (!C.Late)
    moveCopy(C);
  T->Pending.push_back(C);
  noteCopy(T->Pending.back());
}

void Machine::moveCopy(const PendingCopy &C) {
  uint8_t *To = C.To.Object->Bytes.data() + C.To.Offset;
  uint8_t Bytes[16] = {};
  if (C.Read)
    std::memcpy(Bytes, C.From.Object->Bytes.data() + C.From.Offset, C.Read);
  std::memcpy(To, Bytes, C.Size);
}

/// What \p C does counts as done now as well.
void Machine::noteCopy(const PendingCopy &C) {
  if (C.Read)
    log(C.From, C.Read, {}, C.At->Inst, C.Context);
  log(C.To, C.Size, {true, false, false}, C.At->Inst, C.Context);
}

void Machine::notePending(Thread &Of) {
  Thread *Was = T;
  T = &Of;
  for (const PendingCopy &C : Of.Pending)
    noteCopy(C);
  T = Was;
}

void Machine::commitCopies() {
  for (PendingCopy &C : T->Pending)
    if (!C.Committed) {
      C.Committed = true;
      C.Group = T->Groups;
    }
  ++T->Groups;
}

/// Waits until at most \p Groups of those committed last are on the way;
/// for all copies when there is no number.
void Machine::waitForCopies(std::optional<uint64_t> Groups) {
  auto IsCovered = [&](const PendingCopy &C) {
    return !Groups || (C.Committed && C.Group + *Groups < T->Groups);
  };
  for (const PendingCopy &C : T->Pending)
    if (IsCovered(C) && C.Late)
      moveCopy(C);
  llvm::erase_if(T->Pending, IsCovered);
}

/// An access of the running thread to what its own copies are about to touch.
void Machine::noteOwn(const Place &Where, uint64_t Size, Flags How) {
  auto Meet = [&](const PendingCopy &C, const Place &Other, uint64_t OtherSize,
                  bool Writes) {
    if (!(Writes || How.Writes) || !overlap(Where, Size, Other, OtherSize))
      return;
    Access First, Second;
    First.Inst = C.At->Inst;
    First.Context = C.Context;
    First.Writes = Writes;
    Second.Inst = Current->Inst;
    Second.Context = T->Frames.back().Context;
    Second.Writes = How.Writes;
    First.Value = 1; // never the same value
    for (Access *A : {&First, &Second}) {
      A->Block = B->Number;
      A->Thread = T->Number;
      A->Epoch = B->Epoch;
      A->Mask = 1;
    }
    reportRace(First, Second, *Other.Object,
               std::max(Where.Offset, Other.Offset) / 4);
  };
  for (const PendingCopy &C : T->Pending) {
    Meet(C, C.To, C.Size, true);
    if (C.Read)
      Meet(C, C.From, C.Read, false);
  }
}

} // namespace oxide::prover::interp
