// SPDX-License-Identifier: Apache-2.0
//
// The part of the translator that says when control comes to a block.

#include "prover/Translator.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

TermRef Translator::edge(const BasicBlock *From, const BasicBlock *To) {
  const Instruction *End = From->getTerminator();
  if (const auto *Br = dyn_cast<BranchInst>(End)) {
    if (Br->isUnconditional() || Br->getSuccessor(0) == Br->getSuccessor(1))
      return T.truth(true);
    TermRef C = term(Br->getCondition());
    return Br->getSuccessor(0) == To ? C : T.logicalNot(C);
  }
  if (const auto *Switch = dyn_cast<SwitchInst>(End)) {
    TermRef X = term(Switch->getCondition());
    SmallVector<TermRef, 8> Cases, Others;
    for (const auto &Case : Switch->cases()) {
      TermRef Is = T.equal(X, term(Case.getCaseValue()));
      if (Case.getCaseSuccessor() == To)
        Cases.push_back(Is);
      else
        Others.push_back(T.logicalNot(Is));
    }
    if (Switch->getDefaultDest() == To)
      Cases.push_back(T.allOf(Others));
    return T.anyOf(Cases);
  }
  return End->getNumSuccessors() == 1 ? T.truth(true)
                                      : opaque(End->getOperand(0));
}

TermRef Translator::exit(const Loop *L, const BasicBlock *From,
                         const BasicBlock *To) {
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> Edges;
  L->getExitEdges(Edges);
  erase_if(Edges, [](const auto &E) { return isAbort(*E.second); });
  if (Edges.size() <= 1 && !isAbort(*To))
    return T.truth(true);
  TermRef &Known = Cache.Exits[{From, To}];
  if (!Known) {
    Symbol S;
    S.Boolean = true;
    S.Rests = Grade::Approximate;
    S.Varies = U.exitOf(L);
    S.Name = "left";
    const Symbol &New = T.symbol(std::move(S));
    Origins[&New] = From->getTerminator();
    Known = T.apply(New, L->getParentLoop()
                             ? iterationsAround(L->getParentLoop()->getHeader())
                             : std::vector<TermRef>());
  }
  return Known;
}

/// The loop that is a child of \p Outer (null: the kernel) and holds \p B;
/// null where \p B is in \p Outer itself.
static const Loop *childHolding(const Loop *Outer, const Loop *L) {
  while (L && L != Outer && L->getParentLoop() != Outer)
    L = L->getParentLoop();
  return L == Outer ? nullptr : L;
}

TermRef Translator::local(const BasicBlock *B) {
  if (auto It = Cache.Locals.find(B); It != Cache.Locals.end())
    return It->second;
  TermRef Result = computeLocal(B);
  return Cache.Locals[B] = Result;
}

/// That a thread comes to \p B within the iteration of the innermost loop
/// around it, counted from the header of the loop.
TermRef Translator::computeLocal(const BasicBlock *B) {
  const Loop *L = K.loops().getLoopFor(B);
  if (B->isEntryBlock() || (L && L->getHeader() == B))
    return T.truth(true);
  const auto *Node = K.dominators().getNode(B);
  if (!Node || !Node->getIDom())
    return T.truth(false);
  const BasicBlock *Top = Node->getIDom()->getBlock();
  if (K.postDominators().dominates(B, Top) && (!L || L->contains(Top))) {
    if (const Loop *Inner = childHolding(L, K.loops().getLoopFor(Top))) {
      const BasicBlock *Before = Inner->getLoopPreheader();
      if (Before && K.postDominators().dominates(B, Before))
        return local(Before);
    } else {
      return local(Top);
    }
  }
  SmallVector<TermRef, 8> Ways;
  for (const BasicBlock *P : predecessors(B)) {
    if (!K.dominators().isReachableFromEntry(P))
      continue;
    if (const Loop *Inner = childHolding(L, K.loops().getLoopFor(P))) {
      const BasicBlock *Before = Inner->getLoopPreheader();
      if (!Before)
        return T.truth(true);
      Ways.push_back(T.allOf({local(Before), edge(Before, Inner->getHeader()),
                              exit(Inner, P, B)}));
    } else {
      Ways.push_back(T.both(local(P), edge(P, B)));
    }
  }
  return T.anyOf(Ways);
}

TermRef Translator::reach(const BasicBlock *B) {
  if (auto It = Cache.Reached.find(B); It != Cache.Reached.end())
    return It->second;
  TermRef Result = local(B);
  if (const Loop *L = K.loops().getLoopFor(B)) {
    const BasicBlock *Before = L->getLoopPreheader();
    if (L->getHeader() != B)
      Result = T.both(reach(L->getHeader()), Result);
    else if (Before)
      Result = T.allOf({reach(Before), edge(Before, B), trip(L).Begun});
  }
  return Cache.Reached[B] = Result;
}

} // namespace oxide::prover
