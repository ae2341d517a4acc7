// SPDX-License-Identifier: Apache-2.0

#include "prover/HardwareDefects.h"
#include "prover/HardwarePlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace oxide::prover {

using namespace llvm;

namespace {

class HardwareFinder {
public:
  HardwareFinder(Query &Q, KernelIR &K, const HardwareOps &Ops,
                 const SyncAccesses &Syncs)
      : Q(Q), X(Q.translator()), T(Q.terms()), K(K), Ops(Ops), Syncs(Syncs),
        Places(Q, K), Engine(K, Ops) {}

  std::vector<HardwareDefect> run(bool Dependent) {
    for (const ProtocolRule &R : protocolRules())
      if (R.Fault != HardwareFault::GridNotWaited ||
          (Dependent && !Ops.has(eventBit(HardwareEvent::GridWait))))
        look(R);
    for (const HardwareOp &Op : Ops.all()) {
      if (Op.Event == HardwareEvent::BarrierInit && !Op.Guarded &&
          Places.twice(Op))
        Found.push_back({HardwareFault::SeveralInit, &Op, nullptr});
      if (Op.Event == HardwareEvent::BarrierExpect)
        expectedBytes(Op);
      if (Op.Event == HardwareEvent::BarrierWaitParity)
        constantPhase(Op);
    }
    return std::move(Found);
  }

private:
  /// Pairs of places that are looked at in one kernel.
  static constexpr unsigned MostAsked = 200;

  void look(const ProtocolRule &R) {
    std::vector<Unclosed> Open = Engine.run(R);
    // Blocks are not in the order of the source, and the first use is told.
    stable_sort(Open, [](const Unclosed &A, const Unclosed &B) {
      return std::pair(A.Open, lineInKernel(*A.Use->At)) <
             std::pair(B.Open, lineInKernel(*B.Use->At));
    });
    for (const Unclosed &U : Open) {
      // One finding for each place says enough.
      if (any_of(Found, [&](const HardwareDefect &D) {
            return D.Fault == R.Fault && (D.At == U.Use || D.Other == U.Open ||
                                          (D.Wait && D.Wait == U.WeakWait));
          }))
        continue;
      bool Begins = U.Open->Event == HardwareEvent::Begin;
      HardwareDefect D{R.Fault, U.Use, Begins ? nullptr : U.Open, U.WeakWait};
      if (R.Fault == HardwareFault::LanesNotReleased) {
        if (!lanesNotReleased(U, D))
          continue;
      } else if (R.Same == ProtocolRule::Place &&
                 (isLibraryCopy(*U.Use->At) || ++Asked > MostAsked ||
                  !Places.meet(U))) {
        continue;
      }
      Found.push_back(D);
      // What begins a kernel is missing once.
      if (Begins)
        return;
    }
  }

  static unsigned lineInKernel(const Instruction &At) {
    const DILocation *L = At.getDebugLoc();
    while (L && L->getInlinedAt())
      L = L->getInlinedAt();
    return L ? L->getLine() : 0;
  }

  /// cuda::memcpy_async and its like answer for the order with the barrier that
  /// they are given.
  static bool isLibraryCopy(const Instruction &At) {
    for (const DILocation *L = At.getDebugLoc(); L; L = L->getInlinedAt())
      if (L->getFilename().contains("__memcpy_async"))
        return true;
    return false;
  }

  bool barrierBetween(const Instruction *From, const Instruction *To) const {
    return any_of(Ops.all(), [&](const HardwareOp &Op) {
      return (Op.Event == HardwareEvent::BlockBarrier ||
              Op.Event == HardwareEvent::ClusterBarrier ||
              Op.Event == HardwareEvent::Opaque) &&
             Syncs.reaches(From, Op.At) && Syncs.reaches(Op.At, To);
    });
  }

  bool isWait(const HardwareOp &Op) const {
    return Op.Event == HardwareEvent::BarrierWait ||
           Op.Event == HardwareEvent::BarrierWaitParity;
  }

  bool arrives(const HardwareOp &Op) const {
    return Op.Event == HardwareEvent::BarrierArrive ||
           Op.Event == HardwareEvent::BarrierExpect ||
           Op.Event == HardwareEvent::CopyArrive;
  }

  /// An arrival releases what its own thread has written. Whoever waits for it
  /// and reads what other lanes wrote may come too early.
  bool lanesNotReleased(const Unclosed &U, HardwareDefect &D) {
    if (U.Crossed || !U.Open->Place || !Places.isFixed(*U.Use))
      return false;
    SmallVector<const HardwareOp *, 4> Arrivals;
    for (const HardwareOp &Op : Ops.all()) {
      if (!arrives(Op))
        continue;
      // An arrival somewhere may be one at this barrier.
      if (Op.Place && Op.Place->Object != U.Use->Place->Object)
        continue;
      if (!Places.isFixed(Op))
        return false;
      if (Places.samePlace(Op, *U.Use))
        Arrivals.push_back(&Op);
    }
    for (const HardwareOp &Wait : Ops.all()) {
      if (!isWait(Wait) || !Places.samePlace(Wait, *U.Use) ||
          barrierBetween(U.Open->At, Wait.At))
        continue;
      for (const HardwareOp &Read : Ops.all()) {
        if (Read.Event != HardwareEvent::SharedRead || !Read.Place ||
            Read.Place->Object != U.Open->Place->Object ||
            !Syncs.reaches(Wait.At, Read.At) ||
            barrierBetween(Wait.At, Read.At) || !readsIt(*U.Open, Read))
          continue;
        D.Read = &Read;
        return Places.byOtherLane(U, Arrivals);
      }
    }
    return false;
  }

  /// Another thread of the block reads what \p Write writes, in some
  /// iterations.
  bool readsIt(const HardwareOp &Write, const HardwareOp &Read) {
    constexpr Relation R = Relation::SameBlock;
    std::vector<TermRef> Facts = Q.frame(R);
    TermRef Meet = overlap(T, *Write.Place, Q.copy(Write.Place->Offset, 1, R),
                           *Read.Place, Q.copy(Read.Place->Offset, 2, R));
    Facts.push_back(Meet);
    Facts.push_back(Q.copy(X.reach(Write.At->getParent()), 1, R));
    Facts.push_back(Q.copy(X.reach(Read.At->getParent()), 2, R));
    return !Q.impossible(Facts);
  }

  /// The bytes of all copies onto a barrier stand beside what it expects.
  void expectedBytes(const HardwareOp &Expect) {
    if (!Expect.Number || Expect.Guarded || !Places.isFixed(Expect) ||
        Ops.has(eventBit(HardwareEvent::BarrierComplete) |
                eventBit(HardwareEvent::BulkRemote) |
                eventBit(HardwareEvent::Opaque)))
      return;
    int64_t Sum = 0;
    const HardwareOp *Last = nullptr;
    for (const HardwareOp &Op : Ops.all()) {
      bool Copy = Op.Event == HardwareEvent::BarrierSignal;
      if (!Copy && Op.Event != HardwareEvent::BarrierExpect)
        continue;
      if (!Places.isFixed(Op))
        return;
      if (&Op == &Expect || !Places.samePlace(Op, Expect))
        continue;
      if (!Copy || !Op.Number || Op.Guarded ||
          Op.At->getParent() != Expect.At->getParent())
        return;
      Sum += *Op.Number;
      Last = &Op;
    }
    if (Last && Sum != *Expect.Number)
      Found.push_back({HardwareFault::WrongBytes, &Expect, Last, nullptr,
                       nullptr, *Expect.Number, Sum});
  }

  /// A loop completes a phase in each iteration and waits for the same parity
  /// in all of them: every other wait returns at once.
  void constantPhase(const HardwareOp &Wait) {
    if (!Wait.Number || Wait.Guarded || !Places.isFixed(Wait))
      return;
    for (const Loop *L = K.loops().getLoopFor(Wait.At->getParent()); L;
         L = L->getParentLoop()) {
      const HardwareOp *Arrival = nullptr;
      bool Doubt = false;
      for (const HardwareOp &Op : Ops.all()) {
        bool Same = Places.samePlace(Op, Wait);
        bool Elsewhere = Op.Place && Op.Place->Object != Wait.Place->Object;
        bool OfBarrier = arrives(Op) || isWait(Op) ||
                         Op.Event == HardwareEvent::BarrierInit ||
                         Op.Event == HardwareEvent::BarrierInvalid;
        if (Op.Event == HardwareEvent::Opaque)
          return;
        if (!OfBarrier || Elsewhere || !L->contains(Op.At))
          continue;
        Doubt |= !Same || Op.Guarded ||
                 Op.Event == HardwareEvent::BarrierInit ||
                 Op.Event == HardwareEvent::BarrierInvalid ||
                 Op.Event == HardwareEvent::BarrierWait;
        Doubt |= Op.Event == HardwareEvent::BarrierWaitParity &&
                 Op.Number != Wait.Number;
        if (!arrives(Op))
          continue;
        // A second phase in the iteration would turn the parity back.
        Doubt |= Arrival != nullptr;
        Doubt |= K.loops().getLoopFor(Op.At->getParent()) != L;
        Arrival = &Op;
      }
      TermRef Last = X.trip(L).Last;
      if (Doubt || (Last && Last->hi() < 1))
        return;
      if (!Arrival)
        continue;
      if (Places.inEachIteration(Arrival->At->getParent(), *L) &&
          Places.inEachIteration(Wait.At->getParent(), *L))
        Found.push_back({HardwareFault::PhaseNeverFlips, &Wait, Arrival});
      return;
    }
  }

  Query &Q;
  Translator &X;
  TermContext &T;
  KernelIR &K;
  const HardwareOps &Ops;
  const SyncAccesses &Syncs;
  HardwarePlaces Places;
  ProtocolEngine Engine;
  std::vector<HardwareDefect> Found;
  unsigned Asked = 0;
};

} // namespace

std::vector<HardwareDefect> findHardwareDefects(Query &Q, KernelIR &K,
                                                const HardwareOps &Ops,
                                                const SyncAccesses &Syncs,
                                                bool Dependent) {
  return HardwareFinder(Q, K, Ops, Syncs).run(Dependent);
}

} // namespace oxide::prover
