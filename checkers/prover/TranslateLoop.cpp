// SPDX-License-Identifier: Apache-2.0
//
// The part of the translator that follows values around loops.

#include "prover/Evaluate.h"
#include "prover/Translator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Support/MathExtras.h"

namespace oxide::prover {

using namespace llvm;

/// \p S where it is used at \p At: a recurrence of a loop that does not hold
/// that block has the value of its last iteration.
TermRef Translator::evolution(const SCEV *S, const BasicBlock *At) {
  unsigned Bits =
      S->getType()->isIntegerTy() ? S->getType()->getIntegerBitWidth() : 64;
  if (Bits > 64)
    return nullptr;
  auto All = [&](const SCEVNAryExpr *N, auto Combine) -> TermRef {
    TermRef Result = nullptr;
    for (const SCEV *O : N->operands()) {
      TermRef X = evolution(O, At);
      if (!X)
        return nullptr;
      Result = Result ? Combine(Result, X) : X;
    }
    return Result;
  };
  auto Extreme = [&](bool Unsigned, bool Max) {
    return [this, Unsigned, Max, Bits](TermRef X, TermRef Y) {
      if (Unsigned) {
        X = asUnsigned(X, Bits);
        Y = asUnsigned(Y, Bits);
      }
      return T.select(T.lessEqual(X, Y), Max ? Y : X, Max ? X : Y);
    };
  };
  // Intermediate sums of wide integers may wrap and come back: n - 1 - i.
  auto Narrow = [&](TermRef X) {
    return X && Bits < 32 ? truncate(X, Bits) : X;
  };
  switch (S->getSCEVType()) {
  case scConstant:
    return term(cast<SCEVConstant>(S)->getValue());
  case scUnknown:
    return S->getType()->isIntegerTy() ? term(cast<SCEVUnknown>(S)->getValue())
                                       : nullptr;
  case scAddExpr:
    return Narrow(All(cast<SCEVNAryExpr>(S),
                      [&](TermRef X, TermRef Y) { return T.add(X, Y); }));
  case scMulExpr:
    return Narrow(All(cast<SCEVNAryExpr>(S),
                      [&](TermRef X, TermRef Y) { return T.mul(X, Y); }));
  case scSMaxExpr:
    return All(cast<SCEVNAryExpr>(S), Extreme(false, true));
  case scSMinExpr:
    return All(cast<SCEVNAryExpr>(S), Extreme(false, false));
  case scUMaxExpr:
    return All(cast<SCEVNAryExpr>(S), Extreme(true, true));
  case scUMinExpr:
  case scSequentialUMinExpr:
    return All(cast<SCEVNAryExpr>(S), Extreme(true, false));
  case scUDivExpr: {
    const auto *D = cast<SCEVUDivExpr>(S);
    TermRef X = evolution(D->getLHS(), At), Y = evolution(D->getRHS(), At);
    return X && Y ? T.quotient(asUnsigned(X, Bits), asUnsigned(Y, Bits))
                  : nullptr;
  }
  case scZeroExtend:
  case scSignExtend:
  case scTruncate: {
    const SCEV *From = cast<SCEVCastExpr>(S)->getOperand();
    unsigned FromBits = From->getType()->getIntegerBitWidth();
    // Conditions as integers are left to the instructions.
    if (FromBits == 1 || Bits == 1)
      return nullptr;
    TermRef X = evolution(From, At);
    if (!X)
      return nullptr;
    if (S->getSCEVType() == scZeroExtend)
      return asUnsigned(X, FromBits);
    return S->getSCEVType() == scTruncate ? truncate(X, Bits)
                                          : asSigned(X, FromBits);
  }
  case scAddRecExpr: {
    const auto *R = cast<SCEVAddRecExpr>(S);
    if (!R->isAffine())
      return nullptr;
    TermRef Start = evolution(R->getStart(), At);
    TermRef Step = evolution(R->getStepRecurrence(K.evolution()), At);
    if (!Start || !Step)
      return nullptr;
    TermRef Value = Narrow(T.add(Start, T.mul(iteration(R->getLoop()), Step)));
    return R->getLoop()->contains(At) ? Value
                                      : behindLoop(Value, R->getLoop(), At);
  }
  default:
    return nullptr;
  }
}

TermRef Translator::translatePhi(const PHINode &Phi) {
  const BasicBlock *B = Phi.getParent();
  const Loop *L = K.loops().getLoopFor(B);
  if (L && L->getHeader() == B)
    return headerPhi(Phi, *L);
  for (const BasicBlock *Pred : predecessors(B)) {
    const Loop *From = K.loops().getLoopFor(Pred);
    if (From && !From->contains(B))
      return exitPhi(Phi);
  }
  // A join of paths: the value of the edge that is taken.
  if (Phi.getNumIncomingValues() > 8 || !Active.insert(&Phi).second)
    return nullptr;
  TermRef Result = nullptr;
  for (unsigned I = Phi.getNumIncomingValues(); I-- != 0;) {
    TermRef X = term(Phi.getIncomingValue(I));
    const BasicBlock *Pred = Phi.getIncomingBlock(I);
    Result =
        Result ? T.select(T.both(local(Pred), edge(Pred, B)), X, Result) : X;
  }
  Active.erase(&Phi);
  return Result;
}

TermRef Translator::headerPhi(const PHINode &Phi, const Loop &L) {
  if (!Active.insert(&Phi).second)
    return nullptr;
  TermRef Result = nullptr;
  if (const auto *R = dyn_cast<SCEVAddRecExpr>(
          K.evolution().getSCEV(const_cast<PHINode *>(&Phi)));
      R && R->getLoop() == &L)
    Result = evolution(R, Phi.getParent());
  Active.erase(&Phi);
  if (!Result)
    Result = shifts(Phi, L);
  return Result ? Result : sequence(Phi, L);
}

/// A phi that each iteration shifts, multiplies or divides by a power of two:
/// start >> k, start << k.
TermRef Translator::shifts(const PHINode &Phi, const Loop &L) {
  if (!L.getLoopPreheader() || !L.getLoopLatch() ||
      !Phi.getType()->isIntegerTy())
    return nullptr;
  const auto *Next =
      dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
  const auto *Amount = Next && Next->getOperand(0) == &Phi
                           ? dyn_cast<ConstantInt>(Next->getOperand(1))
                           : nullptr;
  if (!Amount || Amount->getBitWidth() > 64)
    return nullptr;
  // A start with a number is a table: that decides more.
  TermRef Start = term(Phi.getIncomingValueForBlock(L.getLoopPreheader()));
  if (Start->isConstant() || !Start->isNonNegative())
    return nullptr;
  int64_t By = Amount->getSExtValue();
  bool Left = false;
  switch (Next->getOpcode()) {
  case Instruction::LShr:
  case Instruction::AShr:
    break;
  case Instruction::Shl:
    Left = true;
    break;
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::Mul:
    if (By <= 0 || !isPowerOf2_64(By))
      return nullptr;
    Left = Next->getOpcode() == Instruction::Mul;
    By = Log2_64(By);
    break;
  default:
    return nullptr;
  }
  if (By <= 0 || By > 62)
    return nullptr;
  TermRef Count = T.scale(iteration(&L), By);
  // What is shifted out of 32 bits is another question.
  AssumesNoWrap |= Left;
  return Left ? T.shiftLeft(Start, Count) : T.shiftRight(Start, Count);
}

/// A phi that starts with a number and whose next value depends on nothing but
/// itself: 1, 2, 4, ...; 16, 8, 4, ...; 0, 1, 0, 1. The values are a table.
TermRef Translator::sequence(const PHINode &Phi, const Loop &L) {
  constexpr unsigned Longest = 66;
  if (!Phi.getType()->isIntegerTy() || !L.getLoopPreheader() ||
      !L.getLoopLatch())
    return nullptr;
  TermRef Start = term(Phi.getIncomingValueForBlock(L.getLoopPreheader()));
  bool Boolean = Start->isCondition();
  if (Boolean ? Start->kind() != TermKind::Truth : !Start->isConstant())
    return nullptr;
  // The next value over a symbol in the place of the phi. What was translated
  // with that symbol means nothing afterwards.
  Caches Before = Cache;
  Symbol Here;
  Here.Name = "previous";
  Here.Rests = Grade::Approximate;
  Here.Boolean = Boolean;
  Here.Varies = Scope::Thread;
  const Symbol &Previous = T.symbol(std::move(Here));
  Cache.Known[&Phi] = T.apply(Previous);
  TermRef Next = term(Phi.getIncomingValueForBlock(L.getLoopLatch()));
  Cache = std::move(Before);
  for (TermRef A : applicationsIn({Next}))
    if (&A->symbol() != &Previous)
      return nullptr;
  unsigned Bits = Phi.getType()->getIntegerBitWidth();
  std::vector<int64_t> Values{Start->value()};
  std::optional<unsigned> Period;
  while (Values.size() < Longest && !Period) {
    Assignment At;
    (void)At.set(Previous, {}, Values.back());
    std::optional<int64_t> V = evaluate(Next, At);
    if (!V || Bits > 64)
      return nullptr;
    // As the machine holds it.
    int64_t Held = Boolean ? *V : llvm::SignExtend64(*V, Bits);
    for (unsigned I = 0; I != Values.size() && !Period; ++I)
      if (Values[I] == Held)
        Period = I;
    if (!Period)
      Values.push_back(Held);
  }
  // Without a period the table must reach to the end of the loop.
  if (!Period) {
    TermRef Last = trip(&L).Last;
    if (!Last || !Last->isConstant() ||
        Last->value() >= static_cast<int64_t>(Values.size()))
      return nullptr;
  }
  TermRef Iteration = iteration(&L), Step = Iteration;
  // From Values[*Period] on it repeats.
  if (Period && Values.size() - *Period > 1) {
    TermRef Tail = T.add(T.constant(*Period),
                         T.remainder(T.sub(Iteration, T.constant(*Period)),
                                     T.constant(Values.size() - *Period)));
    Step = T.select(T.less(Iteration, T.constant(*Period)), Iteration, Tail);
  }
  auto Entry = [&](int64_t V) { return Boolean ? T.truth(V) : T.constant(V); };
  TermRef Result = Entry(Values.back());
  for (unsigned I = Values.size() - 1; I-- != 0;)
    Result = T.select(T.equal(Step, T.constant(I)), Entry(Values[I]), Result);
  return Result;
}

/// \p Value, of the last iteration of \p From and the loops around it that do
/// not hold \p B, where it is used at \p B. Null where that is not known.
TermRef Translator::behindLoop(TermRef Value, const Loop *From,
                               const BasicBlock *B) {
  for (const Loop *L = From; L && !L->contains(B); L = L->getParentLoop()) {
    bool Varies = false;
    for (TermRef A : applicationsIn({Value})) {
      Varies |= A == iteration(L);
      // An iteration of a loop inside of L has no meaning here.
      for (const Loop *Sub : L->getLoopsInPreorder())
        if (Sub != L && A == iteration(Sub))
          return nullptr;
    }
    if (!Varies)
      continue;
    TermRef Last = trip(L).Last, Here = iteration(L);
    if (!Last)
      return nullptr;
    Value =
        T.replace(Value, [&](const Symbol &S, ArrayRef<TermRef>) -> TermRef {
          return &S == &Here->symbol() ? Last : nullptr;
        });
  }
  return Value;
}

/// A value of a loop, where it is used behind the loop.
TermRef Translator::exitPhi(const PHINode &Phi) {
  if (Phi.getNumIncomingValues() != 1)
    return nullptr;
  return behindLoop(term(Phi.getIncomingValue(0)),
                    K.loops().getLoopFor(Phi.getIncomingBlock(0)),
                    Phi.getParent());
}

const LoopTrip &Translator::trip(const Loop *L) {
  if (auto It = Cache.Trips.find(L); It != Cache.Trips.end())
    return It->second;
  // A condition of the loop that leads back here stays without facts.
  Cache.Trips[L] = {nullptr, T.truth(true)};
  LoopTrip Result = computeTrip(L);
  return Cache.Trips[L] = Result;
}

/// The number of iterations \p S of \p L, which is unsigned. Null where it is
/// not known, or so large that it says nothing.
TermRef Translator::count(const SCEV *S, const Loop *L) {
  constexpr int64_t Most = std::numeric_limits<uint32_t>::max();
  TermRef Result = evolution(S, L->getHeader());
  if (!Result)
    return nullptr;
  unsigned Bits = S->getType()->getIntegerBitWidth();
  if (Result->isConstant() && (Result->value() < 0 || Result->value() >= Most))
    return nullptr;
  return asUnsigned(Result, Bits);
}

LoopTrip Translator::computeTrip(const Loop *L) {
  ScalarEvolution &SE = K.evolution();
  TermRef Iteration = iteration(L);
  LoopTrip Result;
  // Whether iteration k begins, where no formula says so: unknown, but the
  // same for all threads that leave the loop together.
  auto Unknown = [&] {
    Symbol S;
    S.Boolean = true;
    S.Rests = Grade::Approximate;
    S.Varies = U.exitOf(L);
    S.Name = "begun";
    std::vector<TermRef> Arguments{Iteration};
    if (const Loop *Outer = L->getParentLoop())
      append_range(Arguments, iterationsAround(Outer->getHeader()));
    const Symbol &New = T.symbol(std::move(S));
    Origins[&New] = L->getHeader()->getTerminator();
    return T.apply(New, Arguments);
  };
  // Who enters a loop begins its iteration 0, whatever the count says.
  auto AtMost = [&](TermRef Last) {
    return T.either(T.zero(Iteration), T.lessEqual(Iteration, Last));
  };
  if (L->getExitingBlock() && SE.hasLoopInvariantBackedgeTakenCount(L))
    Result.Last = count(SE.getBackedgeTakenCount(L), L);
  if (Result.Last) {
    Result.Begun = AtMost(Result.Last);
    return Result;
  }
  SmallVector<TermRef, 4> Facts;
  if (const SCEV *Max = SE.getSymbolicMaxBackedgeTakenCount(L);
      Max && !isa<SCEVCouldNotCompute>(Max))
    if (TermRef Bound = count(Max, L))
      Facts.push_back(AtMost(Bound));
  // Iteration k needs that iteration k - 1 did not leave.
  if (const BasicBlock *Latch = L->getLoopLatch()) {
    TermRef Continues = T.both(local(Latch), edge(Latch, L->getHeader()));
    TermRef Before = T.replace(
        Continues, [&](const Symbol &S, ArrayRef<TermRef>) -> TermRef {
          return &S == &Iteration->symbol() ? T.sub(Iteration, T.constant(1))
                                            : nullptr;
        });
    Facts.push_back(T.either(T.zero(Iteration), Before));
  }
  // With one exit whose condition, once false, stays false, that is all.
  bool Exact = false;
  if (const BasicBlock *Exiting = L->getExitingBlock())
    if (const auto *Br = dyn_cast<BranchInst>(Exiting->getTerminator());
        Br && Br->isConditional())
      if (const auto *C = dyn_cast<ICmpInst>(Br->getCondition())) {
        const auto *R = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(C->getOperand(0)));
        CmpInst::Predicate P = C->getPredicate();
        const SCEV *Bound = SE.getSCEV(C->getOperand(1));
        if (!R) {
          R = dyn_cast<SCEVAddRecExpr>(Bound);
          Bound = SE.getSCEV(C->getOperand(0));
          P = CmpInst::getSwappedPredicate(P);
        }
        if (!L->contains(Br->getSuccessor(0)))
          P = CmpInst::getInversePredicate(P);
        if (R && R->getLoop() == L && R->isAffine() &&
            SE.isLoopInvariant(Bound, L) && ICmpInst::isRelational(P)) {
          TermRef Step = evolution(R->getStepRecurrence(SE), L->getHeader());
          bool Less = ICmpInst::isLT(P) || ICmpInst::isLE(P);
          Exact = Step && (Less ? Step->lo() >= 0 : Step->hi() <= 0);
        }
      }
  if (!Exact)
    Facts.push_back(Unknown());
  Result.Begun = T.allOf(Facts);
  return Result;
}

} // namespace oxide::prover
