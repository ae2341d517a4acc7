// SPDX-License-Identifier: Apache-2.0
// Operations of warps. They bring lanes together and exchange values; only
// the warp barrier orders memory.
#include "ReplayMachine.h"

#include <algorithm>
#include <bit>

namespace oxide::prover::interp {

namespace {

WarpOp opOf(const Step &S) { return WarpOp(S.Target->Op); }
bool hasMask(const Step &S) { return !S.Target->Flag; }

/// The lane from which \p Lane gets its value; \p Valid as PTX says it.
unsigned shuffleSource(WarpOp Op, unsigned Lane, unsigned B, unsigned C,
                       bool &Valid) {
  unsigned By = B & 31, Clamp = C & 31, Segment = C >> 8 & 31;
  unsigned Min = Lane & Segment, Max = Min | (Clamp & ~Segment);
  int Source = 0;
  switch (Op) {
  case WarpOp::ShuffleUp:
    Source = int(Lane) - int(By);
    Valid = Source >= int(Max);
    break;
  case WarpOp::ShuffleDown:
    Source = Lane + By;
    Valid = Source <= int(Max);
    break;
  case WarpOp::ShuffleXor:
    Source = Lane ^ By;
    Valid = Source <= int(Max);
    break;
  default:
    Source = Min | (By & ~Segment);
    Valid = Source <= int(Max);
  }
  return Valid ? Source : Lane;
}

Cell combine(WarpOp Op, Cell A, Cell B) {
  int32_t SA = int32_t(A), SB = int32_t(B);
  switch (Op) {
  case WarpOp::Add:
    return truncated(A + B, 32);
  case WarpOp::Min:
    return SA < SB ? A : B;
  case WarpOp::Max:
    return SA > SB ? A : B;
  case WarpOp::UMin:
    return std::min(A, B);
  case WarpOp::UMax:
    return std::max(A, B);
  case WarpOp::And:
    return A & B;
  case WarpOp::Or:
    return A | B;
  default:
    return A ^ B;
  }
}

struct LaneValue {
  bool Here = false;
  Cell Value = 0;
};

/// The result of one lane in up to two cells.
void warpResult(const Step &S, const Thread &Lane,
                const std::array<LaneValue, WarpSize> &Values, Cell *Out) {
  WarpOp Op = opOf(S);
  unsigned Number = Lane.lane();
  Cell Own = Lane.Operands[1];
  Cell Present = 0, True = 0, Equal = 0, Reduced = 0;
  unsigned Leader = WarpSize;
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (!Values[L].Here)
      continue;
    Present |= Cell(1) << L;
    True |= Cell(Values[L].Value != 0) << L;
    Equal |= Cell(Values[L].Value == Own) << L;
    Reduced = Leader == WarpSize ? Values[L].Value
                                 : combine(Op, Reduced, Values[L].Value);
    Leader = std::min(Leader, L);
  }
  Cell Result[2] = {};
  switch (Op) {
  case WarpOp::Sync:
    return;
  case WarpOp::ShuffleUp:
  case WarpOp::ShuffleDown:
  case WarpOp::ShuffleXor:
  case WarpOp::ShuffleIdx: {
    bool Valid = false;
    unsigned Source =
        shuffleSource(Op, Number, Lane.Operands[2], Lane.Operands[3], Valid);
    Result[0] = Values[Source].Here ? Values[Source].Value : Own;
    Result[1] = Valid;
    break;
  }
  case WarpOp::All:
    Result[0] = True == Present;
    break;
  case WarpOp::Any:
    Result[0] = True != 0;
    break;
  case WarpOp::Uni:
    Result[0] = True == 0 || True == Present;
    break;
  case WarpOp::Ballot:
    Result[0] = True;
    break;
  case WarpOp::MatchAny:
    Result[0] = Equal;
    break;
  case WarpOp::MatchAll:
    Result[0] = Equal == Present ? Present : 0;
    Result[1] = Equal == Present;
    break;
  case WarpOp::ActiveMask:
    Result[0] = Present;
    break;
  case WarpOp::Elect:
    Result[0] = Leader;
    Result[1] = Number == Leader;
    break;
  default:
    Result[0] = Reduced;
  }
  std::copy_n(Result, std::min<uint32_t>(S.Out.Cells, 2), Out);
}

} // namespace

void Machine::enterWarp(const Step &S) {
  WarpOp Op = opOf(S);
  T->At = &S;
  T->AtContext = T->Frames.back().Context;
  T->Now = Thread::State::AtWarp;
  std::fill(std::begin(T->Operands), std::end(T->Operands), 0);
  T->Operands[0] = ~uint32_t(0);
  unsigned Next = hasMask(S) ? 0 : 1;
  for (unsigned I = 0; I < S.NumRefs && Next < 4; ++I)
    T->Operands[Next++] = *in(S, I);
  // The value comes before the mask.
  if (Op >= WarpOp::Add)
    std::swap(T->Operands[0], T->Operands[1]);
}

std::vector<uint32_t> Machine::companions(const Thread &Lane) const {
  std::vector<uint32_t> Result;
  uint32_t First = Lane.warp() * WarpSize;
  uint32_t Last = std::min(First + WarpSize, ThreadsPerBlock);
  for (uint32_t N = First; N < Last; ++N) {
    const Thread &Other = B->Threads[N];
    if (N != Lane.Number) {
      if (Other.Now != Thread::State::AtWarp ||
          opOf(*Other.At) != opOf(*Lane.At))
        continue;
      if (hasMask(*Lane.At) != hasMask(*Other.At) ||
          Lane.Operands[0] != Other.Operands[0])
        continue;
      // Without a mask, those that execute the same instruction.
      if (!hasMask(*Lane.At) &&
          (Lane.At != Other.At || Lane.AtContext != Other.AtContext))
        continue;
      if (!(Lane.Operands[0] >> Other.lane() & 1))
        continue;
    }
    Result.push_back(N);
  }
  return Result;
}

bool Machine::everyoneCame(const Thread &Lane) const {
  std::vector<uint32_t> Group = companions(Lane);
  uint32_t First = Lane.warp() * WarpSize;
  uint32_t Last = std::min(First + WarpSize, ThreadsPerBlock);
  for (uint32_t N = First; N < Last; ++N)
    if (Lane.Operands[0] >> (N - First) & 1 &&
        B->Threads[N].Now != Thread::State::Exited &&
        !std::binary_search(Group.begin(), Group.end(), N))
      return false;
  return true;
}

bool Machine::completeWarp(uint32_t Warp, bool Stuck) {
  uint32_t First = Warp * WarpSize;
  uint32_t Last = std::min(First + WarpSize, ThreadsPerBlock);
  bool Completed = false;
  for (uint32_t N = First; N < Last; ++N) {
    Thread &Lane = B->Threads[N];
    if (Lane.Now != Thread::State::AtWarp || !hasMask(*Lane.At))
      continue;
    if (!(Lane.Operands[0] >> Lane.lane() & 1)) {
      reportDivergence(ReplayDivergence::Kind::NotInMask, Lane, Lane);
      finishWarp({N});
      Completed = true;
    } else if (everyoneCame(Lane)) {
      finishWarp(companions(Lane));
      Completed = true;
    }
  }
  if (Completed || !Stuck)
    return Completed;
  // Who is together without a mask is known once nobody else can come.
  for (uint32_t N = First; N < Last; ++N) {
    Thread &Lane = B->Threads[N];
    if (Lane.Now != Thread::State::AtWarp || hasMask(*Lane.At))
      continue;
    finishWarp(companions(Lane));
    Completed = true;
  }
  return Completed;
}

void Machine::finishWarp(const std::vector<uint32_t> &Lanes) {
  std::array<LaneValue, WarpSize> Values;
  for (uint32_t N : Lanes)
    Values[N % WarpSize] = {true, B->Threads[N].Operands[1]};
  if (opOf(*B->Threads[Lanes.front()].At) == WarpOp::Sync) {
    std::vector<uint32_t> Row;
    for (uint32_t N : Lanes)
      B->Order.publish(N, Row);
    for (uint32_t N : Lanes)
      B->Order.acquire(N, Row);
    for (uint32_t N : Lanes)
      notePending(B->Threads[N]);
  }
  for (uint32_t N : Lanes) {
    Thread &Lane = B->Threads[N];
    T = &Lane;
    warpResult(*Lane.At, Lane, Values, out(*Lane.At));
    Lane.Now = Thread::State::Running;
  }
}

bool Machine::releaseWarp() {
  for (Thread &Lane : B->Threads) {
    if (Lane.Now != Thread::State::AtWarp)
      continue;
    std::vector<uint32_t> Group = companions(Lane);
    uint32_t First = Lane.warp() * WarpSize;
    for (uint32_t N = First; N < std::min(First + WarpSize, ThreadsPerBlock);
         ++N)
      if (Lane.Operands[0] >> (N - First) & 1 &&
          B->Threads[N].Now != Thread::State::Exited &&
          !std::binary_search(Group.begin(), Group.end(), N)) {
        reportDivergence(ReplayDivergence::Kind::Different, Lane,
                         B->Threads[N]);
        break;
      }
    finishWarp(Group);
    return true;
  }
  return false;
}

} // namespace oxide::prover::interp
