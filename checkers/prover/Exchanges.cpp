// SPDX-License-Identifier: Apache-2.0

#include "prover/Exchanges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Operator.h"

namespace oxide::prover {

using namespace llvm;

namespace {

/// A call by which lanes exchange values.
struct Exchange {
  enum { Vote, Broadcast, Butterfly } Kind;
  const Value *Given;          ///< what each lane gives; null for a vote
  const Value *Lane = nullptr; ///< whose value all get, of a broadcast
};

std::optional<Exchange> asExchange(const Value *V) {
  // Beside the value some of them return whether the lane is there.
  if (const auto *E = dyn_cast<ExtractValueInst>(V))
    V = E->getAggregateOperand();
  const auto *Call = dyn_cast<CallBase>(V);
  if (!Call)
    return std::nullopt;
  StringRef Name;
  unsigned Given = 1;
  if (const auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand())) {
    Name = Asm->getAsmString();
    Given = 0;
  } else if (const Function *F = Call->getCalledFunction()) {
    Name = F->getName();
  }
  if (Name.contains("redux.sync") || Name.contains("nvvm.vote") ||
      Name.contains("vote.sync") || Name.contains("match.all"))
    return Exchange{Exchange::Vote, nullptr};
  if (!Name.contains("shfl.sync") || Call->arg_size() < Given + 2)
    return std::nullopt;
  const Value *Of = Call->getArgOperand(Given);
  if (Name.contains(".bfly"))
    return Exchange{Exchange::Butterfly, Of};
  if (Name.contains(".idx"))
    return Exchange{Exchange::Broadcast, Of, Call->getArgOperand(Given + 1)};
  return std::nullopt;
}

/// The only operand of \p I that is not constant; null if there is none.
const Value *onlyOperand(const Instruction &I) {
  if (isa<LoadInst>(I) || isa<CallBase>(I) || I.mayReadOrWriteMemory() ||
      (isa<PHINode>(I) && I.getNumOperands() != 1))
    return nullptr;
  const Value *Only = nullptr;
  for (const Value *O : I.operand_values())
    if (!isa<Constant>(O)) {
      if (Only)
        return nullptr;
      Only = O;
    }
  return Only;
}

/// Everything that is stored into \p Local; false where that is not known.
bool storedInto(const Value *Local, SmallVectorImpl<const Value *> &Result) {
  for (const User *U : Local->users()) {
    if (const auto *Store = dyn_cast<StoreInst>(U)) {
      if (Store->getPointerOperand() != Local)
        return false;
      Result.push_back(Store->getValueOperand());
    } else if (isa<GEPOperator>(U) || isa<AddrSpaceCastInst>(U)) {
      if (!storedInto(U, Result))
        return false;
    } else if (const auto *Call = dyn_cast<CallBase>(U)) {
      if (!Call->isLifetimeStartOrEnd())
        return false;
    } else if (!isa<LoadInst>(U)) {
      return false;
    }
  }
  return true;
}

} // namespace

/// Whether threads of one \p S agree on \p V, by what is known without
/// shuffles.
bool Exchanges::agreesUpTo(Scope S, const Value *V) {
  return !isa<Instruction>(V) || X.term(V)->varies() <= S;
}

/// What decides which value \p Phi takes.
void Exchanges::choices(const PHINode &Phi, Values &Result) {
  const BasicBlock *B = Phi.getParent();
  auto Add = [&](const BasicBlock *From) {
    const Instruction *End = From->getTerminator();
    if (End->getNumSuccessors() > 1)
      Result.push_back(End->getOperand(0));
  };
  for (const BasicBlock *From : predecessors(B))
    for (const Loop *L = K.loops().getLoopFor(From); L && !L->contains(B);
         L = L->getParentLoop()) {
      SmallVector<BasicBlock *, 4> Exiting;
      L->getExitingBlocks(Exiting);
      for_each(Exiting, Add);
    }
  const auto *Node = K.dominators().getNode(B);
  if (Phi.hasConstantValue() || !Node || !Node->getIDom())
    return;
  SmallVector<const BasicBlock *, 8> Stack(predecessors(B));
  DenseSet<const BasicBlock *> Seen;
  while (!Stack.empty()) {
    const BasicBlock *From = Stack.pop_back_val();
    if (!K.dominators().isReachableFromEntry(From) || !Seen.insert(From).second)
      continue;
    Add(From);
    if (From != Node->getIDom()->getBlock())
      Stack.append(pred_begin(From), pred_end(From));
  }
}

/// What \p I is computed from; false where that is not followed. The loop of a
/// butterfly is taken to be entered.
bool Exchanges::sources(const Instruction &I, const ValueSet &Combined,
                        Values &Result) {
  if (const auto *Phi = dyn_cast<PHINode>(&I)) {
    const Loop *L = K.loops().getLoopFor(Phi->getParent());
    bool Header = L && L->getHeader() == Phi->getParent();
    for (auto [V, From] : zip(Phi->incoming_values(), Phi->blocks()))
      if (!Header || L->contains(From) || !Combined.contains(Phi))
        Result.push_back(V);
    if (!Header)
      choices(*Phi, Result);
    return true;
  }
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    const Value *Base = getUnderlyingObject(Load->getPointerOperand());
    return isa<AllocaInst>(Base) && storedInto(Base, Result);
  }
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    // Functions without a body count as arithmetic.
    const Function *F = Call->getCalledFunction();
    if (Call->isConvergent() && (!F || F->isIntrinsic()))
      return false;
    if (any_of(Call->args(),
               [](const Use &A) { return A->getType()->isPointerTy(); }))
      return false;
    append_range(Result, Call->args());
    return Call->arg_size() != 0;
  }
  if (I.mayReadOrWriteMemory() || isa<AllocaInst>(I))
    return false;
  // Each thread has garbage of its own.
  if (isa<FreezeInst>(I) && isa<UndefValue>(I.getOperand(0)))
    return false;
  append_range(Result, I.operand_values());
  return true;
}

/// What is given to the butterflies on the way to \p V, in all its forms: the
/// words of a double are exchanged one by one.
Exchanges::ValueSet Exchanges::combined(const Value *V) {
  ValueSet Result, Seen;
  Values Work{V};
  while (!Work.empty()) {
    const Value *At = Work.pop_back_val();
    if (!Seen.insert(At).second || agreesUpTo(Scope::Warp, At))
      continue;
    if (std::optional<Exchange> E = asExchange(At)) {
      if (E->Kind == Exchange::Butterfly)
        for (const Value *Of = E->Given; Of;) {
          Result.insert(Of);
          const auto *I = dyn_cast<Instruction>(Of);
          Of = I ? onlyOperand(*I) : nullptr;
        }
      continue;
    }
    Values From;
    if (sources(*cast<Instruction>(At), {}, From))
      append_range(Work, From);
  }
  return Result;
}

bool Exchanges::agreedInWarp(const Value *V) {
  while (const auto *Phi = dyn_cast<PHINode>(V)) {
    if (Phi->getNumIncomingValues() != 1)
      break;
    V = Phi->getIncomingValue(0);
  }
  if (agreesUpTo(Scope::Warp, V))
    return true;
  ValueSet Combined = combined(V), Seen;
  Values Work{V};
  while (!Work.empty()) {
    const Value *At = Work.pop_back_val();
    if (!Seen.insert(At).second || agreesUpTo(Scope::Warp, At) ||
        (At != V && Combined.contains(At)))
      continue;
    if (std::optional<Exchange> E = asExchange(At)) {
      if (E->Kind == Exchange::Broadcast && !agreesUpTo(Scope::Warp, E->Lane))
        return false;
      continue;
    }
    if (!sources(*cast<Instruction>(At), Combined, Work))
      return false;
  }
  return true;
}

/// Whether threads of one lane, of different warps, agree on \p Term.
bool Exchanges::followsLane(TermRef Term) {
  if (!Term->isExact())
    return false;
  Relation R = Relation::OtherWarp;
  TermContext &T = Q.terms();
  auto Differ = [&](TermRef Of) {
    return T.logicalNot(T.equal(Q.copy(Of, 1, R), Q.copy(Of, 2, R)));
  };
  std::vector<TermRef> All = Q.frame(R);
  All.push_back(T.logicalNot(Differ(X.lane())));
  if (Term->isCondition())
    Term = T.select(Term, T.constant(1), T.constant(0));
  All.push_back(Differ(Term));
  return Q.impossible(All);
}

bool Exchanges::isSharedAtLane(const LoadInst &Load) {
  std::vector<PointerTarget> Targets = X.pointer(Load.getPointerOperand());
  return Targets.size() == 1 && Targets[0].Object->isShared() &&
         followsLane(Targets[0].Offset);
}

bool Exchanges::agreedInBlock(const Value *V,
                              function_ref<bool(const LoadInst &)> IsStable) {
  if (!agreedInWarp(V))
    return false;
  ValueSet Seen;
  Values Work{V};
  while (!Work.empty()) {
    const Value *At = Work.pop_back_val();
    if (!Seen.insert(At).second || agreesUpTo(Scope::Block, At))
      continue;
    if (std::optional<Exchange> E = asExchange(At)) {
      if (!E->Given)
        return false;
      Work.push_back(E->Given);
      if (E->Lane)
        Work.push_back(E->Lane);
      continue;
    }
    const auto *Load = dyn_cast<LoadInst>(At);
    if ((Load && isSharedAtLane(*Load) && IsStable(*Load)) ||
        (At->getType()->isIntegerTy() && followsLane(X.term(At))))
      continue;
    if (!sources(*cast<Instruction>(At), {}, Work))
      return false;
  }
  return true;
}

} // namespace oxide::prover
