// SPDX-License-Identifier: Apache-2.0

#include "prover/CopyFlights.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"

namespace oxide::prover {

using namespace llvm;

namespace {

/// Iterations of a loop that are told apart.
constexpr unsigned MostRounds = 6;
constexpr size_t MostNodes = 3000;

} // namespace

FlightBuilder::FlightBuilder(Translator &X, KernelIR &K)
    : X(X), T(X.terms()), K(K) {
  auto Note = [&](const Instruction &I) {
    for (const Loop *L = K.loops().getLoopFor(I.getParent()); L;
         L = L->getParentLoop())
      Eventful.insert(L);
  };
  for (const SyncPoint &S : K.syncs())
    Note(*S.At);
  for (const BasicBlock *B : K.blocks())
    for (const Instruction &I : *B)
      if (std::optional<CopyControl> C = copyControl(I)) {
        Note(I);
        MostPending = std::max(MostPending, C->Pending.value_or(0));
      }
}

std::optional<CopyFlight> FlightBuilder::build(const Instruction &Copy) {
  Own.clear();
  Graph.Nodes.clear();
  Visits.clear();
  NodeIndex.clear();
  Frames.clear();
  FrameIndex.clear();
  const BasicBlock *Start = Copy.getParent();
  Turns Around;
  for (const Loop *L = K.loops().getLoopFor(Start); L; L = L->getParentLoop()) {
    Around.insert(Around.begin(), {L, Place::Around, 0});
    // A quiet loop may be in another iteration when control comes back to it.
    Own[L] = isQuiet(L) ? T.apply(T.symbol(X.iteration(L)->symbol()))
                        : X.iteration(L);
  }
  CopyFlight Result;
  Result.Copy = &Copy;
  unsigned First = node(Start, frame(std::move(Around)), 0);
  Result.Iterations = Frames[Graph.Nodes[First].Frame].Iterations;
  explore(First, &Copy);
  leaveQuietLoops(First);
  for (unsigned I = 1; I < Visits.size(); ++I) {
    if (Visits.size() > MostNodes)
      return std::nullopt;
    explore(I, nullptr);
  }
  Graph.propagate(T, First);
  for (auto [V, N] : zip_equal(Visits, Graph.Nodes))
    if (!N.Guard->isFalse())
      Result.Places.push_back(
          {V.At, N.Guard, Frames[N.Frame].Iterations, V.Until});
  return Result;
}

TermRef FlightBuilder::inFrame(TermRef Term, const Frame &F) {
  return T.replace(Term, [&](const Symbol &S, ArrayRef<TermRef>) -> TermRef {
    if (S.Kind == SymbolKind::Iteration)
      for (const auto &[L, I] : F.Iterations)
        if (&X.iteration(L)->symbol() == &S)
          return I;
    return nullptr;
  });
}

TermRef FlightBuilder::unknownWay() {
  Symbol S;
  S.Boolean = true;
  S.Rests = Grade::Approximate;
  S.Varies = Scope::Thread;
  S.Name = "no_wait_on_the_way";
  return T.apply(T.symbol(std::move(S)));
}

unsigned FlightBuilder::frame(Turns Loops) {
  auto [It, New] = FrameIndex.try_emplace(Loops, Frames.size());
  if (!New)
    return It->second;
  unsigned Index = Frames.size();
  Frames.emplace_back();
  Frame F;
  F.Begun = T.truth(true);
  if (!Loops.empty()) {
    F.Iterations =
        Frames[frame(Turns(Loops.begin(), Loops.end() - 1))].Iterations;
    F.Iterations.emplace_back(Loops.back().L,
                              iterationOf(Loops.back(), F.Begun));
    if (Loops.back().Where != Place::Around || Loops.back().Rounds)
      F.Begun = T.both(F.Begun, inFrame(X.trip(Loops.back().L).Begun, F));
  }
  F.Loops = std::move(Loops);
  Frames[Index] = std::move(F);
  return Index;
}

/// The term for the iteration; what it implies goes to \p Fact.
TermRef FlightBuilder::iterationOf(const Turn &Of, TermRef &Fact) {
  switch (Of.Where) {
  case Place::Around:
    return T.add(Own[Of.L], T.constant(Of.Rounds));
  case Place::Entered:
    return T.constant(Of.Rounds);
  case Place::Any:
    return X.iteration(Of.L);
  case Place::Later:
  case Place::Beyond:
    break;
  }
  TermRef Here = T.apply(T.symbol(X.iteration(Of.L)->symbol()));
  TermRef Least = T.constant(MostRounds + 1);
  if (Of.Where == Place::Later)
    Least = T.add(Own[Of.L], Least);
  Fact = T.both(T.lessEqual(Least, Here), unknownWay());
  return Here;
}

unsigned FlightBuilder::node(const BasicBlock *B, unsigned Frame,
                             unsigned Commits) {
  auto [It, New] =
      NodeIndex.try_emplace({K.indexOf(B), Frame, Commits}, Visits.size());
  if (New) {
    Visits.push_back({B, Commits});
    Graph.Nodes.emplace_back().Frame = Frame;
  }
  return It->second;
}

void FlightBuilder::link(unsigned From, const BasicBlock *To, Turns Loops,
                         TermRef Condition, bool Aside) {
  if (Visits[From].Doubtful)
    Condition = T.both(Condition, unknownWay());
  if (Condition->isFalse())
    return;
  unsigned Target = node(To, frame(std::move(Loops)), Visits[From].Leaving);
  Graph.Nodes[From].Out.push_back({Target, Condition, Aside});
}

/// Goes through the block of a node, from \p After on where there is one.
void FlightBuilder::explore(unsigned Index, const Instruction *After) {
  const BasicBlock *B = Visits[Index].At;
  unsigned Commits = Visits[Index].Commits;
  for (const Instruction &I : make_range(
           After ? std::next(After->getIterator()) : B->begin(), B->end())) {
    std::optional<CopyControl> C = copyControl(I);
    if (!C)
      continue;
    if (C->Does == CopyControl::Commit) {
      // More commits than any wait leaves pending make no difference.
      Commits = std::min<uint64_t>(Commits + 1, MostPending + 1);
      continue;
    }
    if (C->Does == CopyControl::WaitAll ||
        (C->Pending && Commits > *C->Pending)) {
      Visits[Index].Until = &I;
      Graph.Nodes[Index].Leaves = true;
      return;
    }
    Visits[Index].Doubtful |= !C->Pending;
  }
  Visits[Index].Leaving = Commits;
  Graph.Nodes[Index].Leaves |= succ_empty(B);
  // The frames may move.
  const Frame Here = Frames[Graph.Nodes[Index].Frame];
  SmallPtrSet<const BasicBlock *, 4> Seen;
  for (const BasicBlock *S : successors(B))
    if (Seen.insert(S).second)
      step(Index, Here, S, inFrame(X.edge(B, S), Here));
}

void FlightBuilder::step(unsigned Index, const Frame &Here, const BasicBlock *S,
                         TermRef Condition) {
  Turns Loops = Here.Loops;
  const Loop *To = K.loops().getLoopFor(S);
  bool Left = false;
  while (!Loops.empty() && !Loops.back().L->contains(S)) {
    // How a quiet loop is left is told where it is entered, or at the start.
    Left |= isQuiet(Loops.back().L);
    Loops.pop_back();
  }
  if (Left) {
    Graph.Nodes[Index].Leaves = true;
    return;
  }
  if (To && (Loops.empty() || Loops.back().L != To)) {
    if (To->getHeader() == S)
      enter(Index, Here, To, std::move(Loops), Condition);
    return;
  }
  if (To && To->getHeader() == S) {
    // Round the loop.
    Turn &Back = Loops.back();
    bool Ends = Back.Where == Place::Later || Back.Where == Place::Beyond;
    if (isQuiet(To) || Ends) {
      Graph.Nodes[Index].Leaves = true;
      return;
    }
    if (Back.Rounds != MostRounds)
      ++Back.Rounds;
    else
      Back = {Back.L,
              Back.Where == Place::Around ? Place::Later : Place::Beyond, 0};
    Condition = T.both(Condition, Frames[frame(Loops)].Begun);
  }
  link(Index, S, std::move(Loops), Condition);
}

void FlightBuilder::enter(unsigned Index, const Frame &Here, const Loop *L,
                          Turns Loops, TermRef Condition) {
  Turns Around = Loops;
  bool Quiet = isQuiet(L);
  Loops.push_back({L, Quiet ? Place::Any : Place::Entered, 0});
  TermRef Begun = Frames[frame(Loops)].Begun;
  link(Index, L->getHeader(), Loops, T.both(Condition, Begun), Quiet);
  if (!Quiet)
    return;
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> Edges;
  L->getExitEdges(Edges);
  for (const auto &[From, To] : Edges) {
    TermRef Leaves = T.both(Condition, inFrame(X.exit(L, From, To), Here));
    Frame Outside;
    Outside.Loops = Around;
    Outside.Iterations = Here.Iterations;
    step(Index, Outside, To, Leaves);
  }
}

/// Quiet loops around the copy: their later iterations, and how they are left.
void FlightBuilder::leaveQuietLoops(unsigned First) {
  if (Visits[First].Until)
    return;
  const Frame Here = Frames[Graph.Nodes[First].Frame];
  for (unsigned I = 0; I != Here.Loops.size(); ++I) {
    const Loop *L = Here.Loops[I].L;
    if (!isQuiet(L))
      continue;
    Turns Later(Here.Loops.begin(), Here.Loops.begin() + I);
    Frame Outside;
    Outside.Loops = Later;
    Outside.Iterations.append(Here.Iterations.begin(),
                              Here.Iterations.begin() + I);
    Later.push_back({L, Place::Any, 0});
    TermRef Begun = Frames[frame(Later)].Begun;
    link(First, L->getHeader(), std::move(Later),
         T.both(Begun, T.less(Own[L], X.iteration(L))), /*Aside=*/true);
    // Loops inside of a quiet one are left with it.
    if (I && isQuiet(Here.Loops[I - 1].L))
      continue;
    SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> Edges;
    L->getExitEdges(Edges);
    for (const auto &[From, To] : Edges)
      step(First, Outside, To, inFrame(X.exit(L, From, To), Outside));
  }
}

} // namespace oxide::prover
