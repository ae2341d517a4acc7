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

std::optional<Translator::Shift> Translator::shiftOf(const PHINode &Phi,
                                                     const Loop &L) {
  if (Phi.getParent() != L.getHeader() || !L.getLoopPreheader() ||
      !L.getLoopLatch() || !Phi.getType()->isIntegerTy())
    return std::nullopt;
  const auto *Next =
      dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
  const auto *Amount = Next && Next->getOperand(0) == &Phi
                           ? dyn_cast<ConstantInt>(Next->getOperand(1))
                           : nullptr;
  if (!Amount || Amount->getBitWidth() > 64)
    return std::nullopt;
  Shift Result{term(Phi.getIncomingValueForBlock(L.getLoopPreheader())),
               Amount->getSExtValue(), false};
  if (Result.Start->isCondition() || !Result.Start->isNonNegative())
    return std::nullopt;
  switch (Next->getOpcode()) {
  case Instruction::LShr:
  case Instruction::AShr:
    break;
  case Instruction::Shl:
    Result.Left = true;
    break;
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::Mul:
    if (Result.By <= 0 || !isPowerOf2_64(Result.By))
      return std::nullopt;
    Result.Left = Next->getOpcode() == Instruction::Mul;
    Result.By = Log2_64(Result.By);
    break;
  default:
    return std::nullopt;
  }
  if (Result.By <= 0 || Result.By > 62)
    return std::nullopt;
  return Result;
}

TermRef Translator::shifts(const PHINode &Phi, const Loop &L) {
  std::optional<Shift> S = shiftOf(Phi, L);
  // A start with a number is a table: that decides more.
  if (!S || S->Start->isConstant())
    return nullptr;
  // What is shifted out of 32 bits is another question.
  AssumesNoWrap |= S->Left;
  TermRef Count = T.scale(iteration(&L), S->By);
  return S->Left ? T.shiftLeft(S->Start, Count) : T.shiftRight(S->Start, Count);
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

} // namespace oxide::prover
