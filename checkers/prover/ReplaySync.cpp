// SPDX-License-Identifier: Apache-2.0
// Barriers of blocks, and what happens when nobody can go on.
#include "ReplayMachine.h"

#include <algorithm>

namespace oxide::prover::interp {

namespace {

BarrierOp opOf(const Step &S) { return BarrierOp(S.Target->Op); }

} // namespace

void Machine::enterBarrier(const Step &S) {
  Cell Number = S.NumRefs ? *in(S, 0) : 0;
  if (Number >= std::size(B->Barriers))
    return stop("number of a barrier");
  bool Counted = S.Target->Flag && S.NumRefs > 1;
  Barrier &Which = B->Barriers[Number];
  Which.Count = Counted ? *in(S, 1) : 0;
  T->At = &S;
  T->AtContext = T->Frames.back().Context;
  if (opOf(S) == BarrierOp::Arrive) {
    Which.Arrived.push_back(T->Number);
    B->Order.publish(T->Number, Which.Row);
    return;
  }
  unsigned Predicate = Counted ? 2 : 1;
  T->Operands[0] = Number;
  T->Operands[1] = Predicate < S.NumRefs ? *in(S, Predicate) : 0;
  T->Now = Thread::State::AtBarrier;
  Which.Waiting.push_back(T->Number);
}

bool Machine::completeBarriers() {
  bool Any = false;
  for (Barrier &Which : B->Barriers)
    Any |= complete(Which, false);
  return Any;
}

bool Machine::complete(Barrier &Which, bool Forced) {
  if (Which.Waiting.empty())
    return false;
  std::vector<uint32_t> All = Which.Waiting;
  All.insert(All.end(), Which.Arrived.begin(), Which.Arrived.end());
  std::sort(All.begin(), All.end());
  if (Which.Count) {
    // The hardware counts warps, missing and exited lanes included.
    uint64_t Came = 0;
    for (uint32_t First = 0; First < ThreadsPerBlock; First += WarpSize) {
      uint64_t Here = 0, Live = 0;
      uint32_t Last = std::min(First + WarpSize, ThreadsPerBlock);
      for (uint32_t N = First; N < Last; ++N) {
        bool In = std::binary_search(All.begin(), All.end(), N);
        Here += In;
        Live += In || B->Threads[N].Now != Thread::State::Exited;
      }
      Came += Here && Here == Live ? WarpSize : Here;
    }
    if (Came < Which.Count && !Forced)
      return false;
  } else if (Which.Waiting.size() < B->Live && !Forced) {
    return false;
  }
  std::sort(Which.Waiting.begin(), Which.Waiting.end());
  if (!Which.Count)
    reportBarrier(Which);
  reduce(Which);
  if (Which.Arrived.empty() && Which.Waiting.size() == B->Live) {
    ++B->Epoch;
    B->Order.reset();
    for (Barrier &Other : B->Barriers)
      std::fill(Other.Row.begin(), Other.Row.end(), 0);
  } else {
    for (uint32_t N : Which.Waiting)
      B->Order.publish(N, Which.Row);
    for (uint32_t N : Which.Waiting)
      B->Order.acquire(N, Which.Row);
  }
  for (uint32_t N : Which.Waiting)
    B->Threads[N].Now = Thread::State::Running;
  // What is on the way is also after the barrier.
  for (Thread &Any : B->Threads)
    notePending(Any);
  Which = Barrier();
  return true;
}

void Machine::reportBarrier(const Barrier &Which) {
  const Thread &First = B->Threads[Which.Waiting.front()];
  for (uint32_t N : Which.Waiting) {
    const Thread &Other = B->Threads[N];
    if (Other.At != First.At || Other.AtContext != First.AtContext)
      reportDivergence(ReplayDivergence::Kind::Different, First, Other);
  }
  if (B->Live == ThreadsPerBlock)
    return;
  for (const Thread &Other : B->Threads)
    if (Other.Now == Thread::State::Exited)
      return reportDivergence(ReplayDivergence::Kind::Exited, First, Other);
}

void Machine::reduce(const Barrier &Which) {
  Cell True = 0;
  for (uint32_t N : Which.Waiting)
    True += B->Threads[N].Operands[1] != 0;
  for (uint32_t N : Which.Waiting) {
    T = &B->Threads[N];
    const Step &S = *T->At;
    if (!S.Out.Cells)
      continue;
    switch (opOf(S)) {
    case BarrierOp::And:
      *out(S) = True == Which.Waiting.size();
      break;
    case BarrierOp::Or:
      *out(S) = True != 0;
      break;
    default:
      *out(S) = True;
    }
  }
}

bool Machine::release() {
  if (releaseWarp())
    return true;
  for (Barrier &Which : B->Barriers) {
    if (Which.Waiting.empty())
      continue;
    const Thread &First = B->Threads[Which.Waiting.front()];
    const Thread *Other = nullptr;
    for (const Thread &Candidate : B->Threads)
      if (Candidate.Now == Thread::State::AtBarrier &&
          Candidate.Operands[0] != First.Operands[0])
        Other = &Candidate;
    if (Other)
      reportDivergence(ReplayDivergence::Kind::Different, First, *Other);
    else
      reportDivergence(ReplayDivergence::Kind::Missing, First, First);
    return complete(Which, true);
  }
  return false;
}

} // namespace oxide::prover::interp
