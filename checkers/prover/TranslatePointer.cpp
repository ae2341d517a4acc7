// SPDX-License-Identifier: Apache-2.0
//
// The part of the translator that follows pointers to objects and offsets.

#include "prover/AsmEffects.h"
#include "prover/Translator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Operator.h"

namespace oxide::prover {

using namespace llvm;

/// More targets than this are one unknown pointer.
static constexpr unsigned MostTargets = 8;

std::vector<PointerTarget> Translator::pointer(const Value *V) {
  if (auto It = Cache.Pointers.find(V); It != Cache.Pointers.end())
    return It->second;
  std::vector<PointerTarget> Result;
  if (Active.insert(V).second) {
    Result = resolve(V);
    Active.erase(V);
  }
  if (Result.empty() || Result.size() > MostTargets) {
    // The offset is unknown; the objects may still be few.
    Result.clear();
    for (const MemoryObject *O : M.objectsOf(V)) {
      Symbol S;
      S.Rests = Grade::Approximate;
      S.Varies = std::max(U.of(V), Scope::Block);
      S.Name = "offset";
      const Symbol &New = T.symbol(std::move(S));
      Origins[&New] = V;
      const auto *I = dyn_cast<Instruction>(V);
      TermRef Offset = T.apply(New, I ? iterationsAround(I->getParent())
                                      : std::vector<TermRef>());
      Result.push_back({O, Offset, T.truth(true)});
    }
  }
  return Cache.Pointers[V] = Result;
}

/// The bytes that \p Gep adds to its pointer; null where it is scalable.
TermRef Translator::elementOffset(const User &Gep) {
  const auto &G = cast<GEPOperator>(Gep);
  TermRef Offset = T.constant(0);
  for (gep_type_iterator I = gep_type_begin(G), E = gep_type_end(G); I != E;
       ++I) {
    if (StructType *S = I.getStructTypeOrNull()) {
      unsigned Field = cast<ConstantInt>(I.getOperand())->getZExtValue();
      Offset = T.add(Offset, T.constant(K.layout()
                                            .getStructLayout(S)
                                            ->getElementOffset(Field)
                                            .getFixedValue()));
      continue;
    }
    TypeSize Stride = I.getSequentialElementStride(K.layout());
    if (Stride.isScalable() || !I.getOperand()->getType()->isIntegerTy())
      return nullptr;
    Offset =
        T.add(Offset, T.scale(term(I.getOperand()), Stride.getFixedValue()));
  }
  return Offset;
}

std::vector<PointerTarget> Translator::resolve(const Value *V) {
  auto Whole = [&](const MemoryObject *O) {
    return std::vector<PointerTarget>{{O, T.constant(0), T.truth(true)}};
  };
  if (isa<GEPOperator>(V)) {
    TermRef Add = elementOffset(*cast<User>(V));
    if (!Add)
      return {};
    std::vector<PointerTarget> Result =
        pointer(cast<GEPOperator>(V)->getPointerOperand());
    for (PointerTarget &P : Result)
      P.Offset = T.add(P.Offset, Add);
    return Result;
  }
  if (const Value *Same = sameAddress(V))
    return pointer(Same);
  // Inline PTX takes addresses as integers.
  if (const auto *B = dyn_cast<BinaryOperator>(V);
      B && (B->getOpcode() == Instruction::Add ||
            B->getOpcode() == Instruction::Sub)) {
    bool FirstIsOne = M.isAddress(B->getOperand(0));
    if (!FirstIsOne && B->getOpcode() == Instruction::Sub)
      return {};
    TermRef Add = term(B->getOperand(FirstIsOne ? 1 : 0));
    std::vector<PointerTarget> Result =
        pointer(B->getOperand(FirstIsOne ? 0 : 1));
    for (PointerTarget &P : Result)
      P.Offset = B->getOpcode() == Instruction::Add ? T.add(P.Offset, Add)
                                                    : T.sub(P.Offset, Add);
    return Result;
  }
  if (const auto *S = dyn_cast<SelectInst>(V)) {
    TermRef C = term(S->getCondition());
    std::vector<PointerTarget> Result;
    for (auto [Side, Holds] :
         {std::pair(S->getTrueValue(), C),
          std::pair(S->getFalseValue(), T.logicalNot(C))}) {
      if (isa<ConstantPointerNull>(Side) || isa<UndefValue>(Side))
        continue;
      for (PointerTarget P : pointer(Side)) {
        P.Condition = T.both(P.Condition, Holds);
        Result.push_back(P);
      }
    }
    return Result;
  }
  if (const auto *Phi = dyn_cast<PHINode>(V)) {
    const BasicBlock *B = Phi->getParent();
    const Loop *L = K.loops().getLoopFor(B);
    if (L && L->getHeader() == B)
      return recurrence(*Phi).value_or(std::vector<PointerTarget>());
    if (Phi->getNumIncomingValues() == 1 &&
        L == K.loops().getLoopFor(Phi->getIncomingBlock(0)))
      return pointer(Phi->getIncomingValue(0));
    std::vector<PointerTarget> Result;
    for (unsigned I = 0; I != Phi->getNumIncomingValues(); ++I) {
      const Value *In = Phi->getIncomingValue(I);
      const BasicBlock *From = Phi->getIncomingBlock(I);
      if (isa<ConstantPointerNull>(In) || isa<UndefValue>(In))
        continue;
      // A pointer of the last iteration of a loop.
      const Loop *FromLoop = K.loops().getLoopFor(From);
      bool Leaves = FromLoop && !FromLoop->contains(B);
      TermRef Taken =
          Leaves ? T.truth(true) : T.both(local(From), edge(From, B));
      for (PointerTarget P : pointer(In)) {
        if (Leaves) {
          P.Offset = behindLoop(P.Offset, FromLoop, B);
          P.Condition = behindLoop(P.Condition, FromLoop, B);
          if (!P.Offset || !P.Condition)
            return {};
        }
        P.Condition = T.both(P.Condition, Taken);
        Result.push_back(P);
      }
    }
    return Result;
  }
  if (isa<Argument>(V) || isa<GlobalVariable>(V) || isa<AllocaInst>(V))
    return Whole(M.objectAt(V));
  if (isa<LoadInst>(V))
    if (const MemoryObject *O = M.objectAt(V); O->Kind != ObjectKind::Unknown)
      return Whole(O);
  return {};
}

/// A pointer that a loop moves on: its beginning and its steps, or pointers
/// that change places.
std::optional<std::vector<PointerTarget>>
Translator::recurrence(const PHINode &Phi) {
  ScalarEvolution &SE = K.evolution();
  const auto *R =
      dyn_cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<PHINode *>(&Phi)));
  const Loop *L = K.loops().getLoopFor(Phi.getParent());
  if (!L->getLoopPreheader() || !L->getLoopLatch())
    return std::nullopt;
  if (!R || R->getLoop() != L)
    return rotation(Phi, *L);
  TermRef Step = R->isAffine()
                     ? evolution(R->getStepRecurrence(SE), Phi.getParent())
                     : nullptr;
  if (!Step)
    return std::nullopt;
  std::vector<PointerTarget> Result =
      pointer(Phi.getIncomingValueForBlock(L->getLoopPreheader()));
  for (PointerTarget &P : Result)
    P.Offset = T.add(P.Offset, T.mul(iteration(L), Step));
  return Result;
}

/// The phis of one header that pass their values around: a, b = b, a.
std::optional<std::vector<PointerTarget>>
Translator::rotation(const PHINode &Phi, const Loop &L) {
  std::vector<const PHINode *> Cycle{&Phi};
  while (true) {
    const auto *Next = dyn_cast<PHINode>(
        Cycle.back()->getIncomingValueForBlock(L.getLoopLatch()));
    if (!Next || Next->getParent() != L.getHeader() ||
        Cycle.size() > MostTargets)
      return std::nullopt;
    if (Next == &Phi)
      break;
    Cycle.push_back(Next);
  }
  TermRef Turn = T.remainder(iteration(&L),
                             T.constant(static_cast<int64_t>(Cycle.size())));
  std::vector<PointerTarget> Result;
  for (unsigned I = 0; I != Cycle.size(); ++I)
    for (PointerTarget P :
         pointer(Cycle[I]->getIncomingValueForBlock(L.getLoopPreheader()))) {
      P.Condition = T.both(P.Condition, T.equal(Turn, T.constant(I)));
      Result.push_back(P);
    }
  return Result;
}

} // namespace oxide::prover
