// SPDX-License-Identifier: Apache-2.0

#include "prover/ThreadExits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"

namespace oxide::prover {

using namespace llvm;

/// Whether \p B only computes and ends the thread or goes on to the next.
static bool doesNothing(const BasicBlock &B) {
  return !isa<UnreachableInst>(B.getTerminator()) &&
         all_of(B, [](const Instruction &I) {
           return isa<DbgInfoIntrinsic>(I) || I.isTerminator() ||
                  (!I.mayReadOrWriteMemory() && !I.mayHaveSideEffects());
         });
}

std::vector<ThreadExit> threadExits(const KernelIR &K) {
  DenseSet<const BasicBlock *> Ending, Waiting;
  // Successors first; a loop never ends by itself.
  for (const BasicBlock *B : reverse(K.blocks()))
    if (doesNothing(*B) && all_of(successors(B), [&](const BasicBlock *S) {
          return Ending.contains(S);
        }))
      Ending.insert(B);
  SmallVector<const BasicBlock *, 16> Stack;
  for (const SyncPoint &S : K.syncs())
    if (S.Scope != SyncScope::Warp)
      Stack.push_back(S.At->getParent());
  while (!Stack.empty()) {
    const BasicBlock *B = Stack.pop_back_val();
    if (Waiting.insert(B).second)
      Stack.append(pred_begin(B), pred_end(B));
  }
  std::vector<ThreadExit> Exits;
  for (const BasicBlock *B : K.blocks()) {
    if (succ_size(B) < 2)
      continue;
    for (const BasicBlock *S : successors(B)) {
      bool AtOnce = Ending.contains(S) && !Ending.contains(B);
      bool NoMore = Waiting.contains(B) && !Waiting.contains(S);
      bool Known = any_of(
          Exits, [&](const ThreadExit &E) { return E.From == B && E.To == S; });
      if ((AtOnce || NoMore) && !Known)
        Exits.push_back({B, S, AtOnce});
    }
  }
  return Exits;
}

TermRef SharedIterations::operator()(TermRef Term) {
  TermContext &T = X.terms();
  return T.replace(Term, [&](const Symbol &S, ArrayRef<TermRef>) -> TermRef {
    if (S.Kind != SymbolKind::Iteration)
      return nullptr;
    TermRef &Shared = Known[&S];
    if (!Shared) {
      Symbol New = S;
      New.Varies = Scope::Launch;
      Shared = T.apply(T.symbol(std::move(New)));
    }
    return Shared;
  });
}

TermRef SharedIterations::stillThere(ArrayRef<ThreadExit> Exits,
                                     const BasicBlock *At) {
  TermContext &T = X.terms();
  SmallVector<TermRef, 8> Parts;
  for (const ThreadExit &E : Exits) {
    for (const Loop *L = K.loops().getLoopFor(E.From); L;
         L = L->getParentLoop())
      Parts.push_back(L->contains(At) ? T.zero(X.iteration(L))
                                      : T.truth(false));
    TermRef Taken = T.both(X.reach(E.From), X.edge(E.From, E.To));
    Parts.push_back(T.logicalNot(Taken));
  }
  return (*this)(T.allOf(Parts));
}

} // namespace oxide::prover
