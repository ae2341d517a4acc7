// SPDX-License-Identifier: Apache-2.0

#include "prover/Phases.h"
#include "prover/PhaseGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include <map>

namespace oxide::prover {

using namespace llvm;

/// \p Term with the iterations of loops replaced by what stands for them.
static TermRef
withIterations(Translator &X, TermRef Term,
               ArrayRef<std::pair<const Loop *, TermRef>> Iterations) {
  return X.terms().replace(Term,
                           [&](const Symbol &S, ArrayRef<TermRef>) -> TermRef {
                             if (S.Kind == SymbolKind::Iteration)
                               for (const auto &[L, I] : Iterations)
                                 if (&X.iteration(L)->symbol() == &S)
                                   return I;
                             return nullptr;
                           });
}

namespace {

/// Where a loop stands, seen from the barrier of the phase.
enum class Turn : uint8_t {
  Same,  ///< the iteration of the barrier
  Next,  ///< the one after it
  Later, ///< two or more after it: no barrier was on the way
  First, ///< the first of a loop entered after the barrier
  Rest,  ///< a later one of such a loop
  Any    ///< some iteration of a loop without a barrier
};

using Turns = std::vector<std::pair<const Loop *, Turn>>;

/// The loops around a block, outermost first, and the terms that stand for
/// their iterations.
struct Frame {
  Turns Loops;
  SmallVector<std::pair<const Loop *, TermRef>, 2> Iterations;
  /// Holds for the iterations of the innermost loop.
  TermRef Begun = nullptr;
};

class PhaseBuilder {
public:
  PhaseBuilder(Translator &X, KernelIR &K,
               function_ref<bool(const SyncPoint &)> Cuts)
      : X(X), T(X.terms()), K(K) {
    for (const SyncPoint &S : K.syncs())
      if (K.dominators().isReachableFromEntry(S.At->getParent()) && Cuts(S)) {
        CutBlocks.insert(S.At->getParent());
        for (const Loop *L = K.loops().getLoopFor(S.At->getParent()); L;
             L = L->getParentLoop())
          CutLoops.insert(L);
      }
  }

  Phase build(const SyncPoint *From) {
    Graph.Nodes.clear();
    Blocks.clear();
    NodeIndex.clear();
    Frames.clear();
    FrameIndex.clear();
    const BasicBlock *Start = From ? From->At->getParent() : K.blocks().front();
    Turns Around;
    for (const Loop *L = K.loops().getLoopFor(Start); L; L = L->getParentLoop())
      Around.insert(Around.begin(), {L, Turn::Same});
    unsigned First = node(Start, frame(std::move(Around)));
    for (unsigned I = 0; I != Blocks.size(); ++I)
      if (I == First || !CutBlocks.contains(Blocks[I]))
        explore(I);
      else
        Graph.Nodes[I].Leaves = true;
    Graph.propagate(T, First);

    Phase P;
    P.From = From;
    P.Reached = T.truth(true);
    if (From)
      P.Reached = inFrame(X.reach(Start), Frames[Graph.Nodes[First].Frame]);
    P.Iterations = Frames[Graph.Nodes[First].Frame].Iterations;
    for (auto [At, N] : zip_equal(Blocks, Graph.Nodes))
      if (!CutBlocks.contains(At) && !N.Guard->isFalse())
        P.Arrivals.push_back({At, N.Guard, Frames[N.Frame].Iterations});
    return P;
  }

  bool isCut(const SyncPoint &S) const {
    return CutBlocks.contains(S.At->getParent());
  }

private:
  TermRef inFrame(TermRef Term, const Frame &F) {
    return withIterations(X, Term, F.Iterations);
  }

  /// An iteration that all threads of the phase share.
  TermRef shared(const Loop *L) {
    TermRef &Known = SharedIterations[L];
    if (!Known) {
      Symbol S = X.iteration(L)->symbol();
      S.Varies = Scope::Launch;
      Known = T.apply(T.symbol(std::move(S)));
    }
    return Known;
  }

  TermRef fresh(const Loop *L) {
    return T.apply(T.symbol(X.iteration(L)->symbol()));
  }

  /// Iterations that lie far from the barrier are not followed one by one: it
  /// is unknown whether the way there avoids the barrier.
  TermRef unknownWay() {
    Symbol S;
    S.Boolean = true;
    S.Rests = Grade::Approximate;
    S.Varies = Scope::Thread;
    S.Name = "no_barrier_on_the_way";
    return T.apply(T.symbol(std::move(S)));
  }

  unsigned frame(Turns Loops) {
    auto [It, New] = FrameIndex.try_emplace(Loops, Frames.size());
    if (!New)
      return It->second;
    unsigned Index = Frames.size();
    Frames.emplace_back();
    Frame F;
    F.Begun = T.truth(true);
    if (!Loops.empty()) {
      // The outer loops are in the iterations of the frame around.
      auto [L, Where] = Loops.back();
      F.Iterations =
          Frames[frame(Turns(Loops.begin(), Loops.end() - 1))].Iterations;
      F.Iterations.emplace_back(L, turn(L, Where, F.Begun));
      if (Where != Turn::Same)
        F.Begun = T.both(F.Begun, inFrame(X.trip(L).Begun, F));
    }
    F.Loops = std::move(Loops);
    Frames[Index] = std::move(F);
    return Index;
  }

  /// The term for the iteration of \p L; what it implies goes to \p Fact.
  TermRef turn(const Loop *L, Turn Where, TermRef &Fact) {
    switch (Where) {
    case Turn::Same:
      return shared(L);
    case Turn::Next:
      return T.add(shared(L), T.constant(1));
    case Turn::First:
      return T.constant(0);
    case Turn::Any:
      return X.iteration(L);
    case Turn::Later:
    case Turn::Rest:
      break;
    }
    TermRef Here = fresh(L);
    TermRef Least =
        Where == Turn::Later ? T.add(shared(L), T.constant(2)) : T.constant(1);
    Fact = T.both(T.lessEqual(Least, Here), unknownWay());
    return Here;
  }

  unsigned node(const BasicBlock *B, unsigned Frame) {
    auto [It, New] =
        NodeIndex.try_emplace({K.indexOf(B), Frame}, Blocks.size());
    if (New) {
      Blocks.push_back(B);
      Graph.Nodes.emplace_back().Frame = Frame;
    }
    return It->second;
  }

  void link(unsigned From, const BasicBlock *To, Turns Loops, TermRef Condition,
            bool Aside = false) {
    if (Condition->isFalse())
      return;
    unsigned F = frame(std::move(Loops));
    unsigned Target = node(To, F);
    Graph.Nodes[From].Out.push_back({Target, Condition, Aside});
  }

  void explore(unsigned Index) {
    const BasicBlock *B = Blocks[Index];
    // The frames may move.
    const Frame Here = Frames[Graph.Nodes[Index].Frame];
    Graph.Nodes[Index].Leaves |= succ_empty(B);
    SmallPtrSet<const BasicBlock *, 4> Seen;
    for (const BasicBlock *S : successors(B))
      if (Seen.insert(S).second)
        step(Index, Here, S, inFrame(X.edge(B, S), Here));
  }

  void step(unsigned Index, const Frame &Here, const BasicBlock *S,
            TermRef Condition) {
    Turns Loops = Here.Loops;
    const Loop *To = K.loops().getLoopFor(S);
    bool Left = false;
    while (!Loops.empty() && !Loops.back().first->contains(S)) {
      // How a loop without barriers is left is told where it is entered.
      Left |= Loops.back().second == Turn::Any;
      Loops.pop_back();
    }
    if (Left) {
      Graph.Nodes[Index].Leaves = true;
      return;
    }
    bool Enters = To && (Loops.empty() || Loops.back().first != To);
    if (Enters) {
      if (To->getHeader() != S)
        return; // irreducible: the kernel is not analysed
      enter(Index, Here, To, std::move(Loops), Condition);
      return;
    }
    if (To && To->getHeader() == S) {
      // Round the loop.
      Turn &Where = Loops.back().second;
      switch (Where) {
      case Turn::Same:
        Where = Turn::Next;
        break;
      case Turn::Next:
        Where = Turn::Later;
        break;
      case Turn::First:
        Where = Turn::Rest;
        break;
      case Turn::Later:
      case Turn::Rest:
      case Turn::Any:
        Graph.Nodes[Index].Leaves = true;
        return;
      }
      unsigned F = frame(Loops);
      Condition = T.both(Condition, Frames[F].Begun);
    }
    link(Index, S, std::move(Loops), Condition);
  }

  void enter(unsigned Index, const Frame &Here, const Loop *L, Turns Loops,
             TermRef Condition) {
    Turns Around = Loops;
    bool Cut = CutLoops.contains(L);
    Loops.emplace_back(L, Cut ? Turn::First : Turn::Any);
    unsigned F = frame(Loops);
    link(Index, L->getHeader(), Loops, T.both(Condition, Frames[F].Begun),
         /*Aside=*/!Cut);
    if (Cut)
      return;
    SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> Edges;
    L->getExitEdges(Edges);
    for (const auto &[From, To] : Edges) {
      TermRef Leaves = T.both(Condition, inFrame(X.exit(L, From, To), Here));
      // The exit may lead out of several loops, or round the outer one.
      Frame Outside;
      Outside.Loops = Around;
      Outside.Iterations = Here.Iterations;
      step(Index, Outside, To, Leaves);
    }
  }

  Translator &X;
  TermContext &T;
  KernelIR &K;
  DenseSet<const BasicBlock *> CutBlocks;
  DenseSet<const Loop *> CutLoops;
  DenseMap<const Loop *, TermRef> SharedIterations;
  PhaseGraph Graph;
  std::vector<const BasicBlock *> Blocks; ///< of the nodes
  std::map<std::pair<unsigned, unsigned>, unsigned> NodeIndex;
  std::vector<Frame> Frames;
  std::map<Turns, unsigned> FrameIndex;
};

} // namespace

std::vector<Phase> phasesOf(Translator &X, KernelIR &K,
                            function_ref<bool(const SyncPoint &)> Cuts) {
  PhaseBuilder Builder(X, K, Cuts);
  std::vector<Phase> Result{Builder.build(nullptr)};
  for (const SyncPoint &S : K.syncs())
    if (Builder.isCut(S))
      Result.push_back(Builder.build(&S));
  return Result;
}

TermRef at(Translator &X, TermRef Term, const Arrival &A) {
  bool Identity = all_of(A.Iterations, [&](const auto &I) {
    return X.iteration(I.first) == I.second;
  });
  if (Identity)
    return Term;
  return withIterations(X, Term, A.Iterations);
}

} // namespace oxide::prover
