// SPDX-License-Identifier: Apache-2.0

#include "prover/Races.h"
#include "prover/Collectives.h"
#include "prover/MaskSets.h"
#include "prover/SameValues.h"
#include "prover/Tickets.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include <deque>
#include <map>
#include <tuple>

namespace oxide::prover {

using namespace llvm;

namespace {

class RaceFinder {
public:
  RaceFinder(Query &Q, KernelIR &K, ArrayRef<Access> Accesses,
             const RaceOptions &Options)
      : Q(Q), X(Q.translator()), T(Q.terms()), K(K), Accesses(Accesses),
        Options(Options), Copies(X, K, Accesses), Values(Q, K, Accesses) {}

  RaceReport run() {
    bool WarpSyncs = any_of(K.syncs(), [](const SyncPoint &S) {
      return S.Scope == SyncScope::Warp;
    });
    auto BlockWide = [](const SyncPoint &S) {
      return S.Scope != SyncScope::Warp;
    };
    auto GridWide = [](const SyncPoint &S) {
      return S.Scope == SyncScope::Grid;
    };
    if (WarpSyncs || Options.Lockstep || hasCollectives(Accesses)) {
      lookAtWarps();
      look(Relation::OtherWarp, BlockWide);
    } else {
      look(Relation::SameBlock, BlockWide);
    }
    look(Relation::OtherBlock, GridWide);
    for (auto &[Key, C] : Found)
      C.SameValue |= Values.agreedLater(
          C, [&](const LoadInst &Load) { return isRacy(Load); });
    for (auto &[Key, C] : Found)
      Report.Conflicts.push_back(std::move(C));
    Report.EarlyUses = Copies.earlyUses(Q);
    Report.OpenCopy = Copies.notFollowed();
    return std::move(Report);
  }

private:
  /// Lanes of a warp are ordered by what has both in its mask. So each set of
  /// masks is looked at together with the pairs of lanes that are in them.
  void lookAtWarps() {
    MaskSets Masks(Q, K);
    UnknownMask = Masks.hasUnknown();
    for (unsigned Set = 0; Set != Masks.size(); ++Set) {
      std::vector<TermRef> Lanes = Masks.lanes(Set);
      auto Orders = [&](const SyncPoint &S) { return Masks.orders(Set, S); };
      if (!T.allOf(Lanes)->isFalse())
        look(Relation::SameWarp, Orders, Lanes);
    }
  }

  void look(Relation R, function_ref<bool(const SyncPoint &)> Cuts,
            ArrayRef<TermRef> Facts = {}) {
    bool Writes = any_of(Accesses, [&](const Access &A) {
      return A.Raw->Kind != AccessKind::Read && concerns(A, R);
    });
    if (!Writes)
      return;
    std::vector<TermRef> Frame = Q.frame(R);
    append_range(Frame, Facts);
    std::vector<Phase> Phases = phasesOf(X, K, Cuts);
    for (const Phase &P : Phases)
      lookAt(R, P, Frame);
  }

  static bool concerns(const Access &A, Relation R) {
    if (A.Object->isPrivate())
      return false;
    return R != Relation::OtherBlock || !A.Object->isShared();
  }

  void lookAt(Relation R, const Phase &P, ArrayRef<TermRef> Frame) {
    DenseMap<const BasicBlock *, SmallVector<const Arrival *, 4>> ByBlock;
    for (const Arrival &A : P.Arrivals)
      ByBlock[A.At].push_back(&A);
    std::vector<Instance> Instances;
    std::deque<Arrival> InFlight;
    for (const Access &A : Accesses) {
      if (!concerns(A, R))
        continue;
      SmallVector<const Arrival *, 4> Arrivals =
          ByBlock.lookup(A.Raw->At->getParent());
      if (A.Raw->Asynchronous)
        for (Arrival &Earlier : Copies.inFlight(A.Raw->At, P))
          Arrivals.push_back(&InFlight.emplace_back(std::move(Earlier)));
      for (const Arrival *Where : Arrivals) {
        TermRef Guard = T.both(Where->Guard, at(X, A.Condition, *Where));
        if (Guard->isFalse())
          continue;
        Instances.push_back({&A, Where, Guard, at(X, A.Offset, *Where),
                             A.Value ? at(X, A.Value, *Where) : nullptr,
                             unsigned(Instances.size())});
      }
    }
    std::vector<TermRef> Base(Frame);
    Base.push_back(Q.copy(P.Reached, 1, R));
    Base.push_back(Q.copy(P.Reached, 2, R));
    // Those of one object share most of their terms.
    sort(Instances, [](const Instance &A, const Instance &B) {
      return std::pair(A.A->Object->Id, A.Number) <
             std::pair(B.A->Object->Id, B.Number);
    });
    std::vector<InstancePair> Pairs;
    auto CheckThem = [&] {
      checkGroup(R, P, Base, Pairs);
      Pairs.clear();
    };
    for (unsigned I = 0; I != Instances.size(); ++I) {
      for (unsigned J = I; J != Instances.size(); ++J) {
        if (isEnough())
          return;
        if (!mayConflict(*Instances[I].A, *Instances[J].A, R))
          continue;
        if (R == Relation::SameWarp)
          checkLanes(P, Base, Instances[I], Instances[J]);
        if (isMatrix(Instances[I], Instances[J], R))
          continue;
        if (std::optional<InstancePair> Pair =
                pair(R, Base, Instances[I], Instances[J]))
          Pairs.push_back(std::move(*Pair));
        if (Pairs.size() == GroupSize)
          CheckThem();
      }
      if (I + 1 == Instances.size() ||
          Instances[I].A->Object != Instances[I + 1].A->Object)
        CheckThem();
    }
  }

  /// Two instances that bounds alone do not keep apart.
  struct InstancePair {
    const Instance *First, *Second;
    std::vector<TermRef> Conditions; ///< beside those of the phase
    TermRef Meet;                    ///< null: different objects
  };

  std::optional<InstancePair> pair(Relation R, ArrayRef<TermRef> Base,
                                   const Instance &A, const Instance &B) {
    ++Report.Pairs;
    InstancePair Pair{&A, &B, {}, nullptr};
    // Lanes in lock-step are ordered but within one instruction.
    if (R == Relation::SameWarp && Options.Lockstep &&
        A.A->Raw->At != B.A->Raw->At) {
      TermRef Group =
          T.quotient(X.linearThread(), T.constant(Options.Lockstep));
      Pair.Conditions.push_back(
          T.logicalNot(T.equal(Q.copy(Group, 1, R), Q.copy(Group, 2, R))));
    }
    Pair.Conditions.push_back(Q.copy(A.Guard, 1, R));
    Pair.Conditions.push_back(Q.copy(B.Guard, 2, R));
    if (A.A->Object == B.A->Object) {
      TermRef Offset1 = Q.copy(A.Offset, 1, R);
      TermRef Offset2 = Q.copy(B.Offset, 2, R);
      Pair.Meet = overlap(T, *A.A, Offset1, *B.A, Offset2);
      Pair.Conditions.push_back(Pair.Meet);
      Pair.Conditions.push_back(aligned(T, *A.A, Offset1));
      Pair.Conditions.push_back(aligned(T, *B.A, Offset2));
    }
    std::vector<TermRef> All(Base);
    append_range(All, Pair.Conditions);
    addDistinctTickets(X, Accesses, All);
    if (Q.plainlyImpossible(All))
      return std::nullopt;
    Pair.Conditions.assign(All.begin() + Base.size(), All.end());
    return Pair;
  }

  /// One execution of a matrix access gives each lane of the warp a part of its
  /// own.
  static bool isMatrix(const Instance &A, const Instance &B, Relation R) {
    return R == Relation::SameWarp && A.A->Raw->At == B.A->Raw->At &&
           A.A->Raw->Matrix;
  }

  /// What the lanes of a warp do together may be done by any of them.
  void checkLanes(const Phase &P, ArrayRef<TermRef> Base, const Instance &A,
                  const Instance &B) {
    constexpr Relation R = Relation::SameWarp;
    TermRef Together = amongLanes(Q, A, B);
    if (!Together || Together->isFalse())
      return;
    std::vector<TermRef> AnyLane = Q.frame(R, /*Distinct=*/false);
    append_range(AnyLane, Base.drop_front(AnyLane.size() + 1));
    AnyLane.push_back(Together);
    if (std::optional<InstancePair> Pair = pair(R, AnyLane, A, B))
      checkGroup(R, P, AnyLane, *Pair);
  }

  /// Most pairs are impossible, and the solver sees that of many at once nearly
  /// as fast as of one.
  void checkGroup(Relation R, const Phase &P, ArrayRef<TermRef> Base,
                  ArrayRef<InstancePair> Pairs) {
    // Where one is open already, the others will be as well.
    if (Pairs.size() <= 1 || Undecided) {
      for (const InstancePair &Pair : Pairs)
        if (!isEnough())
          check(R, P, Base, Pair);
      return;
    }
    std::vector<TermRef> Any, All(Base);
    for (const InstancePair &Pair : Pairs)
      Any.push_back(T.allOf(Pair.Conditions));
    All.push_back(T.anyOf(Any));
    if (Q.impossible(All))
      return;
    checkGroup(R, P, Base, Pairs.take_front(Pairs.size() / 2));
    checkGroup(R, P, Base, Pairs.drop_front(Pairs.size() / 2));
  }

  /// The kernel is not proven; more of the same says nothing new.
  bool isEnough() const {
    return Options.UntilFirst ? !Found.empty() : Undecided > MostUndecided;
  }

  bool mayConflict(const Access &A, const Access &B, Relation R) const {
    if (A.Raw->Kind == AccessKind::Read && B.Raw->Kind == AccessKind::Read)
      return false;
    if (A.Raw->Kind == AccessKind::Atomic &&
        B.Raw->Kind == AccessKind::Atomic) {
      SyncScope Least = std::min(A.Raw->AtomicTo, B.Raw->AtomicTo);
      SyncScope Needed = R == Relation::OtherBlock ? SyncScope::Grid
                         : R == Relation::SameWarp ? SyncScope::Warp
                                                   : SyncScope::Block;
      if (Least >= Needed)
        return false;
    }
    if (!MemoryModel::mayAlias(*A.Object, *B.Object))
      return false;
    return true;
  }

  using PairKey = std::pair<unsigned, unsigned>;

  void check(Relation R, const Phase &P, ArrayRef<TermRef> Base,
             const InstancePair &Pair) {
    const Instance &A = *Pair.First, &B = *Pair.Second;
    PairKey Key{A.A->Id, B.A->Id};
    auto Known = Found.find(Key);
    // That blocks race with each other says more than that lanes do.
    if (Known != Found.end() &&
        Known->second.Result.Answer == Outcome::Certain &&
        !Known->second.SameValue && !Known->second.Exchanged &&
        (Known->second.Between != Relation::SameWarp ||
         R != Relation::OtherBlock))
      return;
    std::vector<TermRef> All(Base);
    append_range(All, Pair.Conditions);
    TermRef Offset1 = Q.copy(A.Offset, 1, R), Offset2 = Q.copy(B.Offset, 2, R);
    Conflict C;
    C.First = A.A;
    C.Second = B.A;
    C.Between = R;
    C.Since = P.From;
    C.InFlight = A.Where->InFlight || B.Where->InFlight;
    C.Offset1 = Offset1;
    C.Offset2 = Offset2;
    for (const auto &[L, I] : A.Where->Iterations)
      C.Iterations1.emplace_back(L, Q.copy(I, 1, R));
    for (const auto &[L, I] : B.Where->Iterations)
      C.Iterations2.emplace_back(L, Q.copy(I, 2, R));
    TermRef Meet = Pair.Meet;
    if (!Meet || Options.UntilFirst) {
      // Whether the objects overlap is not known, or nobody asks how.
      if (Q.impossible(All))
        return;
      C.Result.Answer = Outcome::Possible;
      C.Result.Doubt = "the target of a pointer is not known";
      keep(Key, std::move(C));
      return;
    }
    C.Result = Q.ask(All, small(C, R), /*Tail=*/false, Meet);
    if (C.Result.Answer == Outcome::Impossible)
      return;
    if (R == Relation::OtherBlock && C.Result.happens() &&
        mayBeOneBlock({Pair.Meet, A.Guard, B.Guard})) {
      C.Result.Answer = Outcome::Possible;
      C.Result.Doubt = "no launch is in view that has more than one block";
      C.Result.DoubtAt = nullptr;
      C.Result.Unusual = true;
    }
    if (R == Relation::SameWarp && UnknownMask) {
      C.Result.Answer = Outcome::Possible;
      C.Result.Doubt = "the mask of a __syncwarp()";
      C.Result.DoubtAt = nullptr;
    }
    auto InWarp = [&] {
      return R == Relation::SameWarp ||
             (R == Relation::SameBlock && onlyWithinWarp(A, B, P));
    };
    Values.compare(A, B, std::move(All), Meet, small(C, R), InWarp, C);
    // Symbols that cancel out may have any value: the witness needs one.
    Q.complete(C.Result.Model, {Offset1, Offset2});
    // No order within a warp helps two lanes at one instruction.
    if (A.A->Raw->At != B.A->Raw->At && C.Result.Answer == Outcome::Certain &&
        InWarp())
      C.Between = Relation::SameWarp;
    keep(Key, std::move(C));
  }

  /// Whether nothing tells of several blocks: no launch, and nothing in \p
  /// Conditions.
  bool mayBeOneBlock(ArrayRef<TermRef> Conditions) const {
    return !X.gridSize(0)->isConstant() && !X.blockSize(0)->isConstant() &&
           none_of(applicationsIn(Conditions), [](TermRef A) {
             return A->symbol().Kind == SymbolKind::BlockIndex ||
                    A->symbol().Kind == SymbolKind::GridSize;
           });
  }

  /// Whether a write may race with \p Load.
  bool isRacy(const LoadInst &Load) const {
    return any_of(Found, [&](const auto &Entry) {
      return Entry.second.First->Raw->At == &Load ||
             Entry.second.Second->Raw->At == &Load;
    });
  }

  /// Whether threads of two warps cannot conflict like this.
  bool onlyWithinWarp(const Instance &A, const Instance &B, const Phase &P) {
    Relation R = Relation::OtherWarp;
    std::vector<TermRef> All = Q.frame(R);
    for (unsigned Thread : {1u, 2u})
      All.push_back(Q.copy(P.Reached, Thread, R));
    All.push_back(Q.copy(A.Guard, 1, R));
    All.push_back(Q.copy(B.Guard, 2, R));
    All.push_back(
        overlap(T, *A.A, Q.copy(A.Offset, 1, R), *B.A, Q.copy(B.Offset, 2, R)));
    return Q.impossible(All);
  }

  /// The order in which a model is made small: threads, then blocks.
  std::vector<TermRef> small(const Conflict &C, Relation R) {
    std::vector<TermRef> Order = Q.threads(R);
    for (const auto &[L, I] : C.Iterations1)
      Order.push_back(I);
    for (const auto &[L, I] : C.Iterations2)
      Order.push_back(I);
    return Order;
  }

  /// The strongest answer for a pair is the one that is told.
  void keep(PairKey Key, Conflict C) {
    auto Rank = [](const Conflict &C) {
      return std::tuple(C.Result.Answer != Outcome::Certain, C.SameValue,
                        C.Exchanged, C.Between == Relation::SameWarp,
                        C.Result.Answer);
    };
    Undecided += C.Result.Answer != Outcome::Certain;
    auto [It, New] = Found.try_emplace(Key, C);
    if (!New && Rank(C) < Rank(It->second))
      It->second = std::move(C);
  }

  Query &Q;
  Translator &X;
  TermContext &T;
  KernelIR &K;
  ArrayRef<Access> Accesses;
  const RaceOptions &Options;
  bool UnknownMask = false;
  static constexpr unsigned MostUndecided = 40;
  /// Pairs that are asked about at once.
  static constexpr size_t GroupSize = 32;
  AsyncCopies Copies;
  SameValues Values;
  unsigned Undecided = 0;
  std::map<PairKey, Conflict> Found;
  RaceReport Report;
};

} // namespace

RaceReport findRaces(Query &Q, KernelIR &K, ArrayRef<Access> Accesses,
                     const RaceOptions &Options) {
  return RaceFinder(Q, K, Accesses, Options).run();
}

} // namespace oxide::prover
