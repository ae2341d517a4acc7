// SPDX-License-Identifier: Apache-2.0

#include "prover/KernelInliner.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <deque>
#include <vector>

namespace oxide::prover {

using namespace llvm;

DenseSet<const Function *> recursiveFunctions(Module &M) {
  CallGraph Graph(M);
  DenseSet<const Function *> Result;
  for (auto I = scc_begin(&Graph); !I.isAtEnd(); ++I)
    if (I.hasCycle())
      for (const CallGraphNode *N : *I)
        if (N->getFunction())
          Result.insert(N->getFunction());
  return Result;
}

namespace {

constexpr size_t NoHistory = SIZE_MAX;

/// A call and how it came into the kernel: the index of the function that it
/// was inlined with.
struct PendingCall {
  CallBase *Call;
  size_t From;
};

struct HistoryEntry {
  const Function *F;
  size_t From;
};

} // namespace

static bool cameFrom(const Function *F, size_t From,
                     ArrayRef<HistoryEntry> History) {
  for (; From != NoHistory; From = History[From].From)
    if (History[From].F == F)
      return true;
  return false;
}

InlineResult inlineCalls(Function &Kernel,
                         const DenseSet<const Function *> &Kept,
                         unsigned Limit) {
  std::deque<PendingCall> Pending;
  std::vector<HistoryEntry> History;
  for (Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallBase>(&I))
      Pending.push_back({Call, NoHistory});
  InlineResult Result;
  unsigned Size = Kernel.getInstructionCount();
  for (; !Pending.empty(); Pending.pop_front()) {
    auto [Call, From] = Pending.front();
    Function *Callee = Call->getCalledFunction();
    if (!Callee || Callee->isDeclaration() || Callee == &Kernel ||
        isKnownByName(*Callee) || Kept.contains(Callee) ||
        cameFrom(Callee, From, History))
      continue;
    Size += Callee->getInstructionCount();
    if (Size > Limit) {
      Result.TooLarge = Call;
      break;
    }
    // Markers of lifetimes would be of no use.
    InlineFunctionInfo Info;
    if (!InlineFunction(*Call, Info, /*MergeAttributes=*/false,
                        /*CalleeAAR=*/nullptr, /*InsertLifetime=*/false)
             .isSuccess())
      continue;
    Result.Changed = true;
    History.push_back({Callee, From});
    for (CallBase *Inner : Info.InlinedCallSites)
      Pending.push_back({Inner, History.size() - 1});
  }
  return Result;
}

bool isKnownByName(const Function &F) {
  return F.getName().contains("grid_group4syncEv");
}

} // namespace oxide::prover
