// SPDX-License-Identifier: Apache-2.0

#include "prover/Protocols.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

namespace oxide::prover {

using namespace llvm;

namespace {

class ProtocolFinder {
public:
  ProtocolFinder(Query &Q, KernelIR &K, MemoryModel &M,
                 const SyncAccesses &Syncs, ArrayRef<Access> All)
      : Q(Q), X(Q.translator()), K(K), M(M), Syncs(Syncs), All(All) {}

  std::vector<ProtocolDefect> run() {
    for (const SyncAccess &Signal : Syncs.accesses()) {
      if (!Signal.Writes || Signal.Scope < SyncScope::Grid ||
          any_of(
              Signal.Objects,
              [](const MemoryObject *O) { return O->isShared(); }))
        continue;
      unfencedCount(Signal);
      earlySignal(Signal);
    }
    for (const SpinLoop &S : Syncs.spins()) {
      plainSpin(S);
      counterReused(S);
    }
    return std::move(Found);
  }

private:
  TermRef reach(const Instruction *I, unsigned Thread, Relation R) {
    return Q.copy(X.reach(I->getParent()), Thread, R);
  }

  /// Writes of data of the device that come before \p Signal.
  std::vector<const Access *> written(const SyncAccess &Signal) {
    std::vector<const Access *> Result;
    for (const Access &A : All)
      if (A.Raw->Kind != AccessKind::Read && !A.Object->isShared() &&
          !A.Object->isPrivate() && A.Object->Kind != ObjectKind::Unknown &&
          !is_contained(Signal.Objects, A.Object) &&
          Syncs.reaches(A.Raw->At, Signal.Raw->At))
        Result.push_back(&A);
    return Result;
  }

  /// Comparisons of the result of \p I for equality with anything but zero:
  /// the last one of those who count is told from the others so.
  static void equalities(const Instruction *I,
                         SmallVectorImpl<const ICmpInst *> &Result) {
    for (const User *U : I->users()) {
      if (const auto *C = dyn_cast<ICmpInst>(U)) {
        bool WithZero = any_of(C->operands(), [](const Use &O) {
          const auto *K = dyn_cast<ConstantInt>(O);
          return K && K->isZero();
        });
        if (C->isEquality() && !WithZero)
          Result.push_back(C);
      } else if (isa<CastInst>(U) || isa<BinaryOperator>(U)) {
        equalities(cast<Instruction>(U), Result);
      }
    }
  }

  bool restsOn(TermRef T, const Instruction *I) const {
    return any_of(applicationsIn(T),
                  [&](TermRef A) { return X.origin(A->symbol()) == I; });
  }

  /// A read of what \p Write wrote in another block, which happens or not as
  /// \p Signal says who comes last.
  const Access *readByLast(const SyncAccess &Signal, const Access &Write) {
    const auto *Count = dyn_cast<AtomicRMWInst>(Signal.Raw->At);
    if (!Count ||
        !is_contained({AtomicRMWInst::Add, AtomicRMWInst::Sub,
                       AtomicRMWInst::UIncWrap, AtomicRMWInst::UDecWrap},
                      Count->getOperation()))
      return nullptr;
    SmallVector<const ICmpInst *, 2> Compared;
    equalities(Count, Compared);
    SmallVector<const Instruction *, 4> Branches;
    for (const ICmpInst *C : Compared)
      append_range(Branches, Syncs.decidedBy(C));
    if (Branches.empty() || restsOn(Write.Offset, Count))
      return nullptr;
    TermContext &T = Q.terms();
    constexpr Relation R = Relation::OtherBlock;
    for (const Access &A : All) {
      if (A.Raw->Kind != AccessKind::Read || A.Object != Write.Object ||
          !Syncs.reaches(Count, A.Raw->At) ||
          !Syncs.controls(Branches, A.Raw->At) || restsOn(A.Offset, Count))
        continue;
      std::vector<TermRef> Both = Q.frame(R);
      Both.push_back(reach(Write.Raw->At, 1, R));
      Both.push_back(reach(A.Raw->At, 2, R));
      Both.push_back(overlap(T, Write, Q.copy(Write.Offset, 1, R), A,
                             Q.copy(A.Offset, 2, R)));
      if (!Q.impossible(Both))
        return &A;
    }
    return nullptr;
  }

  void unfencedCount(const SyncAccess &Signal) {
    for (const Access *Write : written(Signal)) {
      if (Write->Raw->Kind != AccessKind::Write || Write->Raw->Volatile ||
          Syncs.fenced(Write->Raw->At, Signal.Raw->At, SyncScope::Grid))
        continue;
      const Access *Read = readByLast(Signal, *Write);
      if (!Read)
        continue;
      Found.push_back({ProtocolFault::UnfencedCount,
                       Signal.Raw->At,
                       Write->Raw->At,
                       Read->Raw->At,
                       Write->Object,
                       {}});
      return;
    }
  }

  bool synchronisedBetween(const Instruction *From, const Instruction *To) {
    return any_of(K.syncs(), [&](const SyncPoint &S) {
      return Syncs.reaches(From, S.At) && Syncs.reaches(S.At, To);
    });
  }

  void earlySignal(const SyncAccess &Signal) {
    constexpr Relation R = Relation::SameBlock;
    const Instruction *At = Signal.Raw->At;
    std::vector<TermRef> Frame = Q.frame(R);
    std::optional<bool> Single;
    for (const Access *Write : written(Signal)) {
      const Instruction *From = Write->Raw->At;
      if (synchronisedBetween(From, At))
        continue;
      // One thread of the block speaks for all.
      if (!Single) {
        std::vector<TermRef> Two(Frame);
        Two.push_back(reach(At, 1, R));
        Two.push_back(reach(At, 2, R));
        Single = Q.impossible(Two);
      }
      if (!*Single)
        return;
      std::vector<TermRef> Both(Frame);
      Both.push_back(reach(From, 1, R));
      Both.push_back(reach(At, 2, R));
      // It is meant as a signal when the others have a fence before it, or
      // when what they wrote is read by whom it lets go on.
      QueryResult Answer;
      for (const FenceOp &F : Syncs.fences()) {
        if (F.Scope < SyncScope::Grid || !Syncs.reaches(From, F.At) ||
            !Syncs.reaches(F.At, At))
          continue;
        std::vector<TermRef> Fenced(Both);
        Fenced.push_back(reach(F.At, 1, R));
        Answer = Q.ask(Fenced, Q.threads(R), /*Tail=*/true);
        if (Answer.Answer == Outcome::Certain)
          break;
      }
      const Access *Read = nullptr;
      if (Answer.Answer != Outcome::Certain) {
        Read = readByLast(Signal, *Write);
        if (Read)
          Answer = Q.ask(Both, Q.threads(R), /*Tail=*/true);
      }
      if (Answer.Answer != Outcome::Certain)
        continue;
      Found.push_back({ProtocolFault::EarlySignal, At, From,
                       Read ? Read->Raw->At : nullptr, Write->Object,
                       std::move(Answer)});
      return;
    }
  }

  void plainSpin(const SpinLoop &S) {
    if (!S.Plain)
      return;
    // What else the loop does may make the compiler read again.
    for (const BasicBlock *B : S.L->blocks())
      for (const Instruction &I : *B)
        if (asFence(I) || asSync(I))
          return;
    auto Inside = [&](const Instruction *I) { return S.L->contains(I); };
    if (any_of(M.accesses(),
               [&](const RawAccess &A) {
                 return A.Kind != AccessKind::Read && Inside(A.At);
               }) ||
        any_of(M.unknownEffects(),
               [&](const UnknownEffect &E) { return Inside(E.At); }))
      return;
    std::vector<const MemoryObject *> Objects =
        M.objectsOf(S.Observed->Pointer);
    if (Objects.size() != 1 || Objects[0]->Kind == ObjectKind::Unknown ||
        Objects[0]->isPrivate())
      return;
    Found.push_back({ProtocolFault::PlainSpin,
                     S.Observed->At,
                     nullptr,
                     nullptr,
                     Objects[0],
                     {}});
  }

  static const ConstantInt *written(const RawAccess &A) {
    if (A.Stored)
      return dyn_cast<ConstantInt>(A.Stored);
    const auto *R = dyn_cast<AtomicRMWInst>(A.At);
    return R && R->getOperation() == AtomicRMWInst::Xchg
               ? dyn_cast<ConstantInt>(R->getValOperand())
               : nullptr;
  }

  /// A loop that waits until a counter is what the last block resets it to,
  /// and from which control comes to counting again: a slow block still waits
  /// when the counter has moved on.
  void counterReused(const SpinLoop &S) {
    const SyncAccess *Observed = Syncs.find(S.Observed->At);
    if (!Observed || Observed->Locks || !S.Until)
      return;
    const ConstantInt *Goal = nullptr;
    for (const Value *V : S.Until->operands())
      if (const auto *C = dyn_cast<ConstantInt>(V))
        Goal = C;
    const BasicBlock *Exit = S.L->getExitBlock();
    const BasicBlock *Exiting = S.L->getExitingBlock();
    if (!Goal || !Exit || !Exiting)
      return;
    const auto *Br = cast<BranchInst>(Exiting->getTerminator());
    bool LeavesIfTrue = !S.L->contains(Br->getSuccessor(0));
    if (S.Until->getPredicate() !=
        (LeavesIfTrue ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE))
      return;
    std::optional<PointerTarget> Counter = fixedPlace(*S.Observed);
    if (!Counter)
      return;
    const Instruction *Reset = nullptr, *Before = nullptr, *Again = nullptr;
    for (const RawAccess &A : M.accesses()) {
      std::optional<PointerTarget> Place = fixedPlace(A);
      if (A.Kind == AccessKind::Read || S.L->contains(A.At) || !Place ||
          Place->Object != Counter->Object || Place->Offset != Counter->Offset)
        continue;
      const ConstantInt *C = written(A);
      const auto *R = dyn_cast<AtomicRMWInst>(A.At);
      bool Wraps = R && R->getOperation() == AtomicRMWInst::UIncWrap;
      if ((C && C->getValue() == Goal->getValue()) || (Wraps && Goal->isZero()))
        Reset = A.At;
      if (!R || !(Wraps || R->getOperation() == AtomicRMWInst::Add))
        continue;
      if (Syncs.reaches(R, S.Observed->At))
        Before = R;
      if (Syncs.reaches(S.Observed->At, R))
        Again = R;
    }
    if (Reset && Before && Again)
      Found.push_back({ProtocolFault::CounterReused,
                       S.Observed->At,
                       Reset,
                       Again,
                       Counter->Object,
                       {}});
  }

  /// Where \p A goes, if that is one place all the time.
  std::optional<PointerTarget> fixedPlace(const RawAccess &A) {
    std::vector<PointerTarget> Places = X.pointer(A.Pointer);
    if (Places.size() != 1 || !Places[0].Condition->isTrue() ||
        any_of(applicationsIn(Places[0].Offset), [](TermRef T) {
          return T->symbol().Kind == SymbolKind::Iteration ||
                 T->symbol().Varies != Scope::Launch ||
                 T->symbol().Rests != Grade::Exact;
        }))
      return std::nullopt;
    return Places[0];
  }

  Query &Q;
  Translator &X;
  KernelIR &K;
  MemoryModel &M;
  const SyncAccesses &Syncs;
  ArrayRef<Access> All;
  std::vector<ProtocolDefect> Found;
};

} // namespace

std::vector<ProtocolDefect> findProtocolDefects(Query &Q, KernelIR &K,
                                                MemoryModel &M,
                                                const SyncAccesses &Syncs,
                                                ArrayRef<Access> All) {
  return ProtocolFinder(Q, K, M, Syncs, All).run();
}

} // namespace oxide::prover
