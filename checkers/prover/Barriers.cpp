// SPDX-License-Identifier: Apache-2.0

#include "prover/Barriers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

namespace oxide::prover {

using namespace llvm;

namespace {

class DivergenceFinder {
public:
  DivergenceFinder(Query &Q, KernelIR &K, ArrayRef<ThreadExit> Returns,
                   ArrayRef<ThreadExit> Ends)
      : Q(Q), X(Q.translator()), T(Q.terms()), K(K), Returns(Returns),
        Ends(Ends), Shared(X, K) {}

  std::vector<Divergence> run() {
    for (const SyncPoint &S : K.syncs()) {
      if (!K.dominators().isReachableFromEntry(S.At->getParent()))
        continue;
      if (S.Scope == SyncScope::Warp) {
        // Partial masks are the business of findMaskDefects.
        const auto *Mask = dyn_cast_or_null<ConstantInt>(S.Mask);
        if (Mask && Mask->isMinusOne())
          check(S, Relation::SameWarp);
        continue;
      }
      check(S, Relation::SameBlock);
      if (S.Scope >= SyncScope::Cluster)
        check(S, Relation::OtherBlock);
    }
    return std::move(Found);
  }

private:
  /// A failed assertion stops the grid: nobody waits for ever.
  TermRef noAbort() {
    TermRef Result = T.truth(true);
    for (const BasicBlock *B : K.blocks())
      if (isAbort(*B) && !X.inLoop(B))
        if (TermRef Fails = X.reach(B); Fails->isExact())
          Result = T.both(Result, T.logicalNot(Fails));
    return Result;
  }

  void check(const SyncPoint &S, Relation R) {
    TermRef Reach = Shared.reach(S.At->getParent());
    TermRef Here = Q.copy(Reach, 1, R), There = Q.copy(Reach, 2, R);
    if (Here == There)
      return;
    std::vector<TermRef> All = Q.frame(R);
    All.push_back(Here);
    All.push_back(T.logicalNot(There));
    for (unsigned Thread : {1u, 2u})
      All.push_back(Q.copy(NoAbort, Thread, R));
    std::vector<TermRef> Small = Q.threads(R);
    Divergence D;
    D.At = &S;
    D.Between = R;
    D.Result = Q.ask(All, Small, /*Tail=*/true);
    if (D.Result.Answer == Outcome::Impossible)
      return;
    ArrayRef<ThreadExit> Exits = R == Relation::SameWarp ? Ends : Returns;
    if (!Exits.empty()) {
      // Rather one that is still there than one that has returned.
      std::vector<TermRef> Alive(All);
      TermRef Still = Shared.stillThere(Exits, S.At->getParent());
      Alive.push_back(Q.copy(Still, 2, R));
      QueryResult Other = Q.ask(Alive, Small, /*Tail=*/true);
      D.AfterExit = Other.Answer == Outcome::Impossible;
      if (!D.AfterExit)
        D.Result = std::move(Other);
    }
    // Lanes that have ended are not waited for; whether all of them have is
    // known for the first iteration only.
    if (D.AfterExit && R == Relation::SameWarp) {
      D.AfterExit = false;
      D.Result.Answer = Outcome::Possible;
      D.Result.Doubt = "lanes that have ended";
    }
    // Which blocks form a cluster is not followed.
    if (S.Scope == SyncScope::Cluster && R == Relation::OtherBlock) {
      D.Result.Answer = Outcome::Possible;
      D.Result.Doubt = "which blocks are one cluster";
    }
    Found.push_back(std::move(D));
  }

  Query &Q;
  Translator &X;
  TermContext &T;
  KernelIR &K;
  ArrayRef<ThreadExit> Returns, Ends;
  SharedIterations Shared;
  TermRef NoAbort = noAbort();
  std::vector<Divergence> Found;
};

} // namespace

std::vector<Divergence> findDivergence(Query &Q, KernelIR &K,
                                       ArrayRef<ThreadExit> Returns,
                                       ArrayRef<ThreadExit> Ends) {
  return DivergenceFinder(Q, K, Returns, Ends).run();
}

} // namespace oxide::prover
