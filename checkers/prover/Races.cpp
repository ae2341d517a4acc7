// SPDX-License-Identifier: Apache-2.0

#include "prover/Races.h"
#include "prover/MaskTerms.h"
#include "prover/Tickets.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include <map>
#include <tuple>

namespace oxide::prover {

using namespace llvm;

namespace {

/// One access on one way from the barrier of a phase.
struct Instance {
  const Access *A;
  const Arrival *Where;
  TermRef Guard, Offset, Value;
  unsigned Number; ///< in the order of the code
};

class RaceFinder {
public:
  RaceFinder(Query &Q, KernelIR &K, ArrayRef<Access> Accesses,
             const RaceOptions &Options)
      : Q(Q), X(Q.translator()), T(Q.terms()), K(K), Accesses(Accesses),
        Options(Options) {}

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
    if (WarpSyncs || Options.Lockstep) {
      lookAtWarps();
      look(Relation::OtherWarp, BlockWide);
    } else {
      look(Relation::SameBlock, BlockWide);
    }
    look(Relation::OtherBlock, GridWide);
    for (auto &[Key, C] : Found)
      C.SameValue |= storesAgreed(C);
    for (auto &[Key, C] : Found)
      Report.Conflicts.push_back(std::move(C));
    return std::move(Report);
  }

private:
  /// Lanes of a warp are ordered by what has both in its mask. So each set of
  /// masks is looked at together with the pairs of lanes that are in them.
  void lookAtWarps() {
    SmallVector<TermRef, 2> Masks;
    DenseMap<const SyncPoint *, unsigned> MaskOf;
    MaskTerms Terms(X, K);
    for (const SyncPoint &S : K.syncs()) {
      if (S.Scope != SyncScope::Warp)
        continue;
      TermRef Both =
          S.Mask ? Terms.contains(Q, S.Mask, S.At, 1, 2) : T.truth(true);
      bool Followed = Both && none_of(applicationsIn({Both}), [](TermRef A) {
                        return A->symbol().Kind == SymbolKind::Iteration ||
                               A->symbol().Rests != Grade::Exact;
                      });
      auto Known = find(Masks, Both);
      if (!Followed || (Known == Masks.end() && Masks.size() == MostMasks)) {
        UnknownMask = true;
        continue;
      }
      MaskOf[&S] = Known - Masks.begin();
      if (Known == Masks.end())
        Masks.push_back(Both);
    }
    for (unsigned Set = 0; Set != 1u << Masks.size(); ++Set) {
      std::vector<TermRef> Lanes;
      for (unsigned I = 0; I != Masks.size(); ++I)
        Lanes.push_back(Set >> I & 1 ? Masks[I] : T.logicalNot(Masks[I]));
      auto Orders = [&](const SyncPoint &S) {
        auto It = MaskOf.find(&S);
        return S.Scope != SyncScope::Warp ||
               (It != MaskOf.end() && Set >> It->second & 1);
      };
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
    DenseMap<const BasicBlock *, SmallVector<const Arrival *, 2>> ByBlock;
    for (const Arrival &A : P.Arrivals)
      ByBlock[A.At].push_back(&A);
    std::vector<Instance> Instances;
    for (const Access &A : Accesses) {
      if (!concerns(A, R))
        continue;
      auto It = ByBlock.find(A.Raw->At->getParent());
      if (It == ByBlock.end())
        continue;
      for (const Arrival *Where : It->second) {
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
        // The kernel is not proven; more of the same says nothing new.
        if (Undecided > MostUndecided)
          return;
        if (!mayConflict(*Instances[I].A, *Instances[J].A, R))
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

  /// Most pairs are impossible, and the solver sees that of many at once nearly
  /// as fast as of one.
  void checkGroup(Relation R, const Phase &P, ArrayRef<TermRef> Base,
                  ArrayRef<InstancePair> Pairs) {
    // Where one is open already, the others will be as well.
    if (Pairs.size() <= 1 || Undecided) {
      for (const InstancePair &Pair : Pairs)
        if (Undecided <= MostUndecided)
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
        !Known->second.SameValue &&
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
    C.Offset1 = Offset1;
    C.Offset2 = Offset2;
    for (const auto &[L, I] : A.Where->Iterations)
      C.Iterations1.emplace_back(L, Q.copy(I, 1, R));
    for (const auto &[L, I] : B.Where->Iterations)
      C.Iterations2.emplace_back(L, Q.copy(I, 2, R));
    TermRef Meet = Pair.Meet;
    if (!Meet) {
      // Whether the objects overlap is not known.
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
    if (R == Relation::SameWarp && UnknownMask) {
      C.Result.Answer = Outcome::Possible;
      C.Result.Doubt = "the mask of a __syncwarp()";
      C.Result.DoubtAt = nullptr;
    }
    compareValues(A, B, R, std::move(All), Meet, C);
    // Symbols that cancel out may have any value: the witness needs one.
    complete(C.Result.Model, {Offset1, Offset2});
    // No order within a warp helps two lanes at one instruction.
    if (R == Relation::SameBlock && A.A->Raw->At != B.A->Raw->At &&
        C.Result.Answer == Outcome::Certain && onlyWithinWarp(A, B, P))
      C.Between = Relation::SameWarp;
    keep(Key, std::move(C));
  }

  /// Whether the threads of a conflict write, or read, one value.
  void compareValues(const Instance &A, const Instance &B, Relation R,
                     std::vector<TermRef> All, TermRef Meet, Conflict &C) {
    bool BothWrite = A.A->Raw->Kind == AccessKind::Write &&
                     B.A->Raw->Kind == AccessKind::Write;
    if (!BothWrite || !A.Value || !B.Value ||
        A.A->Raw->Width != B.A->Raw->Width) {
      C.SameValue = readsOwn(A, B) || readsOwn(B, A);
      return;
    }
    // A model in which the values differ shows more.
    All.push_back(T.logicalNot(
        T.both(T.equal(Q.copy(A.Value, 1, R), Q.copy(B.Value, 2, R)),
               T.equal(C.Offset1, C.Offset2))));
    QueryResult Differ;
    if (!All.back()->isFalse())
      Differ = Q.ask(All, small(C, R), /*Tail=*/false, Meet);
    if (Differ.Answer == Outcome::Impossible)
      C.SameValue = true;
    else if (Differ.Answer == C.Result.Answer)
      C.Result = std::move(Differ);
  }

  /// Whether \p Reader reads what all threads write in \p Writer, itself
  /// included and before: whatever the order, it reads that value.
  bool readsOwn(const Instance &Writer, const Instance &Reader) const {
    return Writer.A->Raw->Kind == AccessKind::Write &&
           Reader.A->Raw->Kind == AccessKind::Read && Writer.Value &&
           Writer.Value->varies() <= Scope::Block &&
           Writer.Offset == Reader.Offset &&
           Writer.Offset->varies() <= Scope::Block &&
           Writer.A->Raw->Width == Reader.A->Raw->Width &&
           Writer.A->Object->isShared() &&
           K.dominators().dominates(Writer.A->Raw->At, Reader.A->Raw->At);
  }

  /// Whether all threads of a block store what they read from one place, which
  /// nobody can have written meanwhile: that read has no conflict.
  bool storesAgreed(const Conflict &C) const {
    const auto *Read = dyn_cast_or_null<LoadInst>(C.First->Raw->Stored);
    if (C.First->Raw->At != C.Second->Raw->At || !Read ||
        C.Between == Relation::OtherBlock)
      return false;
    for (const Access &A : Accesses)
      if (A.Raw->At == Read && A.Offset->varies() > Scope::Block)
        return false;
    return none_of(Found, [&](const auto &Entry) {
      return Entry.second.First->Raw->At == Read ||
             Entry.second.Second->Raw->At == Read;
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
                        C.Between == Relation::SameWarp, C.Result.Answer);
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
  /// Masks that are told apart; more are not followed.
  static constexpr unsigned MostMasks = 3;
  bool UnknownMask = false;
  static constexpr unsigned MostUndecided = 40;
  /// Pairs that are asked about at once.
  static constexpr size_t GroupSize = 32;
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
