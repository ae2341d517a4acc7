// SPDX-License-Identifier: Apache-2.0

#include "prover/ProtocolEngine.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include <map>

namespace oxide::prover {

using namespace llvm;

/// Blocks that are looked at for one kernel; larger ones say nothing.
static constexpr unsigned MostSteps = 200000;

ArrayRef<ProtocolRule> protocolRules() {
#define E(NAME) eventBit(HardwareEvent::NAME)
  static constexpr ProtocolRule Rules[] = {
#define OXIDE_PROTOCOL(FAULT, OPENS, CLOSES, USES, COMMIT, WAIT, SAME)         \
  {HardwareFault::FAULT,                                                       \
   OPENS,                                                                      \
   CLOSES,                                                                     \
   USES,                                                                       \
   HardwareEvent::COMMIT,                                                      \
   HardwareEvent::WAIT,                                                        \
   ProtocolRule::SAME},
#include "prover/ProtocolRules.def"
  };
#undef E
  return Rules;
}

ProtocolEngine::State ProtocolEngine::step(const ProtocolRule &R,
                                           const HardwareOp &Op,
                                           State S) const {
  if (!S)
    return S;
  if (Op.Event == HardwareEvent::Opaque || (R.Closes & eventBit(Op.Event)))
    return Closed;
  if (R.Commit == HardwareEvent::None)
    return S;
  State Open = S & Groups, Done = S & Closed;
  if (Op.Event == R.Commit) {
    State Most = Open & (1 << MostCommits);
    return State((Open << 1) & Groups) | Most | Done;
  }
  if (Op.Event != R.Wait)
    return S;
  if (!Op.Number || *Op.Number < 0)
    return Closed;
  // Groups 0 to Number commits old may still be on the way.
  unsigned Kept = std::min<uint64_t>(*Op.Number, MostCommits - 1);
  State Left = Open & State((2u << Kept) - 1);
  return Left | Done | (Left != Open ? Closed : 0);
}

/// Where control is behind the edge, as far as loops are concerned.
ProtocolEngine::Node ProtocolEngine::behind(const Node &From,
                                            const BasicBlock *To,
                                            const HardwareOp &Open) const {
  Node N{To, From.Crossed, From.Far};
  if (N.Crossed && !N.Crossed->contains(To))
    N.Crossed = nullptr;
  if (N.Far && !N.Far->contains(To))
    N.Far = nullptr;
  const Loop *L = K.loops().getLoopFor(To);
  if (!L || L->getHeader() != To || !L->contains(From.At) ||
      (N.Far && N.Far->contains(L)))
    return N;
  bool Next = L->contains(Open.At) && L != N.Crossed &&
              (!N.Crossed || L->contains(N.Crossed));
  if (Next)
    N.Crossed = L;
  else if (L == N.Crossed)
    N.Crossed = nullptr;
  N.Far = Next ? nullptr : L;
  return N;
}

void ProtocolEngine::follow(const ProtocolRule &R, const HardwareOp &Open,
                            std::vector<Unclosed> &Result) {
  MapVector<std::pair<const HardwareOp *, const Loop *>, State> Uses;
  SmallPtrSet<const HardwareOp *, 4> Weak;
  std::map<Node, State> In;
  auto Through = [&](ArrayRef<HardwareOp> Block, const Node &N, State S) {
    for (const HardwareOp &Op : Block) {
      bool Itself = Op.At == Open.At && Open.Event != HardwareEvent::Begin;
      if ((R.Uses & eventBit(Op.Event)) && !Op.Guarded && !Itself && !N.Far &&
          (R.Same != ProtocolRule::Value || Op.Of == Open.At))
        Uses[{&Op, N.Crossed}] |= S;
      S = step(R, Op, S);
      if (Op.Event == R.Wait && (S & Groups) && !(S & Closed))
        Weak.insert(&Op);
    }
    return S;
  };
  std::vector<Node> Work;
  auto Leave = [&](const Node &From, State S) {
    for (const BasicBlock *To : successors(From.At)) {
      Node Next = behind(From, To, Open);
      State &Known = In[Next];
      if ((Known | S) != Known) {
        Known |= S;
        Work.push_back(Next);
      }
    }
  };
  Node Start{Open.At->getParent()};
  ArrayRef<HardwareOp> Rest = Ops.in(Start.At);
  // The kernel begins before the first operation.
  while (Open.Event != HardwareEvent::Begin && !Rest.empty() &&
         &Rest.front() <= &Open)
    Rest = Rest.drop_front();
  Leave(Start, Through(Rest, Start, 1));
  while (!Work.empty() && ++Steps < MostSteps) {
    Node N = Work.back();
    Work.pop_back();
    Leave(N, Through(Ops.in(N.At), N, In[N]));
  }
  if (Steps >= MostSteps)
    return;
  for (const auto &[Use, S] : Uses) {
    if (!S || (S & Closed))
      continue;
    Unclosed U{&Open, Use.first, Use.second};
    for (const HardwareOp *W : Weak)
      if (K.dominators().dominates(W->At, U.Use->At) &&
          (!U.WeakWait || K.dominators().dominates(U.WeakWait->At, W->At)))
        U.WeakWait = W;
    Result.push_back(U);
  }
}

std::vector<Unclosed> ProtocolEngine::run(const ProtocolRule &R) {
  std::vector<Unclosed> Result;
  if (!Ops.has(R.Uses))
    return Result;
  if (R.Opens & eventBit(HardwareEvent::Begin)) {
    Beginning = {HardwareEvent::Begin, &K.function().getEntryBlock().front()};
    follow(R, Beginning, Result);
    return Result;
  }
  if (!Ops.has(R.Opens))
    return Result;
  for (const HardwareOp &Op : Ops.all())
    if ((R.Opens & eventBit(Op.Event)) && !Op.Guarded)
      follow(R, Op, Result);
  return Result;
}

} // namespace oxide::prover
