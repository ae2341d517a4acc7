// SPDX-License-Identifier: Apache-2.0

#include "prover/AssumedSizes.h"
#include "prover/RowExtents.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

namespace {

/// More would be a proof of something else.
constexpr size_t MostAssumed = 3, MostCandidates = 12;

class Assumptions {
public:
  Assumptions(Query &Q, KernelIR &K, ArrayRef<Access> Accesses,
              const RaceOptions &Options, const RaceReport &Report, Solver &S,
              bool OfBlocks)
      : Q(Q.assuming({}, S)), X(Q.translator()), T(Q.terms()), K(K),
        Accesses(Accesses), Options(Options), Report(Report), S(S),
        OfBlocks(OfBlocks) {
    this->Options.UntilFirst = true;
  }

  std::vector<AssumedSize> find() {
    std::vector<AssumedSize> Chosen = candidates();
    if (Chosen.empty() || !separate(Chosen))
      return {};
    for (size_t I = Chosen.size(); I-- != 0 && Chosen.size() > 1;) {
      std::vector<AssumedSize> Fewer(Chosen);
      Fewer.erase(Fewer.begin() + I);
      if (separate(Fewer))
        Chosen = std::move(Fewer);
    }
    if (Chosen.size() > MostAssumed || !leavesAll(Chosen))
      return {};
    return Chosen;
  }

private:
  /// What would keep the accesses of the conflicts apart, and does not hold
  /// anyway.
  std::vector<AssumedSize> candidates() {
    std::vector<AssumedSize> Result;
    for (const Conflict &C : Report.Conflicts) {
      if (C.Result.Answer != Outcome::Possible ||
          C.First->Object != C.Second->Object || !C.First->Offset->isExact() ||
          !C.Second->Offset->isExact())
        return {};
      for (const Access *A : {C.First, C.Second}) {
        if (is_contained(Involved, A))
          continue;
        Involved.push_back(A);
        for (const std::vector<TermRef> &Row : rowConditions(X, K, *A)) {
          if (any_of(Row, [&](TermRef C) { return !mayAssume(C); }) ||
              !possible(Row))
            continue;
          for (TermRef Condition : Row)
            if (none_of(Result,
                        [&](const AssumedSize &Other) {
                          return Other.Condition == Condition;
                        }) &&
                !holds(Condition))
              Result.push_back({Condition, A->Object});
        }
      }
    }
    if (Result.size() > MostCandidates)
      Result.clear();
    return Result;
  }

  /// The size of a block is no matter of the data, as what the grid covers is.
  bool mayAssume(TermRef Condition) const {
    auto Has = [&](SymbolKind Kind) {
      return any_of(applicationsIn({Condition}),
                    [&](TermRef A) { return A->symbol().Kind == Kind; });
    };
    return OfBlocks || !Has(SymbolKind::BlockSize) || Has(SymbolKind::GridSize);
  }

  std::vector<TermRef> facts() {
    std::vector<TermRef> Frame = Q.frame(Relation::OtherBlock);
    return {Frame.begin() + 1, Frame.end()};
  }

  bool holds(TermRef Condition) {
    std::vector<TermRef> All = facts();
    All.push_back(T.logicalNot(Condition));
    return Q.impossible(All);
  }

  bool possible(ArrayRef<TermRef> Conditions) {
    std::vector<TermRef> All = facts();
    append_range(All, Conditions);
    return S.check(All) == SolverAnswer::Satisfiable;
  }

  static std::vector<TermRef> conditionsOf(ArrayRef<AssumedSize> Sizes) {
    std::vector<TermRef> Result;
    for (const AssumedSize &S : Sizes)
      Result.push_back(S.Condition);
    return Result;
  }

  bool separate(ArrayRef<AssumedSize> Sizes) {
    if (S.exhausted())
      return false;
    Query Under = Q.assuming(conditionsOf(Sizes), S);
    return findRaces(Under, K, Accesses, Options).Conflicts.empty();
  }

  /// Whether two threads can still execute each of the accesses, where they can
  /// without the assumptions.
  bool leavesAll(ArrayRef<AssumedSize> Sizes) {
    return all_of(Involved, [&](const Access *A) {
      TermRef Guard = T.both(X.reach(A->Raw->At->getParent()), A->Condition);
      bool Any = false;
      for (Relation R : {Relation::SameBlock, Relation::OtherBlock}) {
        std::vector<TermRef> All = Q.frame(R);
        for (unsigned Thread : {1u, 2u})
          All.push_back(Q.copy(Guard, Thread, R));
        if (S.check(All) != SolverAnswer::Satisfiable)
          continue;
        append_range(All, conditionsOf(Sizes));
        if (S.check(All) != SolverAnswer::Satisfiable)
          return false;
        Any = true;
      }
      return Any;
    });
  }

  Query Q;
  Translator &X;
  TermContext &T;
  KernelIR &K;
  ArrayRef<Access> Accesses;
  RaceOptions Options;
  const RaceReport &Report;
  Solver &S;
  bool OfBlocks;
  std::vector<const Access *> Involved;
};

} // namespace

std::vector<AssumedSize> separatingSizes(Query &Q, KernelIR &K,
                                         ArrayRef<Access> Accesses,
                                         const RaceOptions &Options,
                                         const RaceReport &Report, Solver &S,
                                         bool OfBlocks) {
  if (Report.Conflicts.empty())
    return {};
  return Assumptions(Q, K, Accesses, Options, Report, S, OfBlocks).find();
}

} // namespace oxide::prover
