// SPDX-License-Identifier: Apache-2.0

#include "prover/Abstraction.h"
#include "prover/Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

namespace oxide::prover {

namespace {

constexpr int64_t Min = std::numeric_limits<int64_t>::min();

/// A shift by an unknown amount is a table of this many rows at most. A row of
/// a table of quotients costs an unknown.
constexpr int64_t MaxTable = 64, MaxQuotientTable = 12;

bool isBit(TermRef T) { return T->lo() >= 0 && T->hi() <= 1; }

} // namespace

TermRef Abstraction::linear(TermRef T) {
  if (auto It = Done.find(T); It != Done.end())
    return It->second;
  TermRef Result = compute(T);
  Done[T] = Result;
  Done[Result] = Result;
  return Result;
}

TermRef Abstraction::compute(TermRef T) {
  switch (T->kind()) {
  case TermKind::Sum:
  case TermKind::Product:
    return arithmetic(T);
  case TermKind::Quotient:
  case TermKind::Remainder:
    return divide(linear(&T->operand(0)), linear(&T->operand(1)),
                  T->kind() == TermKind::Remainder);
  case TermKind::BitAnd:
  case TermKind::BitOr:
  case TermKind::BitXor:
  case TermKind::ShiftLeft:
  case TermKind::ShiftRight:
    return bits(T);
  default: {
    llvm::SmallVector<TermRef, 8> Operands;
    for (TermRef O : T->operands())
      Operands.push_back(linear(O));
    return llvm::equal(Operands, T->operands()) ? T
                                                : Terms.rebuild(T, Operands);
  }
  }
}

TermRef Abstraction::arithmetic(TermRef T) {
  auto Multiply = [&](TermRef A, TermRef B) { return product(A, B); };
  Polynomial P;
  if (P.expand(T, [&](TermRef Atom) { return linear(Atom); }))
    return P.nested(Terms, Multiply);
  // Too large to expand: as it was written.
  if (T->kind() == TermKind::Product)
    return product(linear(&T->operand(0)), linear(&T->operand(1)));
  TermRef Total = Terms.constant(T->value());
  for (auto [O, C] : llvm::zip_equal(T->operands(), T->coefficients()))
    Total = Terms.add(Total, Terms.scale(linear(O), C));
  return Total;
}

/// The product of linear terms.
TermRef Abstraction::product(TermRef A, TermRef B) {
  TermRef P = Terms.mul(A, B);
  if (P->kind() == TermKind::Product)
    return unknown(Meaning::Product, P, &P->operand(0), &P->operand(1));
  if (P->kind() == TermKind::Sum && P->operands().size() == 1 &&
      P->operand(0).kind() == TermKind::Product) {
    TermRef Inner = &P->operand(0);
    return Terms.add(
        Terms.scale(unknown(Meaning::Product, Inner, &Inner->operand(0),
                            &Inner->operand(1)),
                    P->coefficients()[0]),
        Terms.constant(P->value()));
  }
  return P;
}

/// The quotient or remainder of linear terms.
TermRef Abstraction::divide(TermRef A, TermRef B, bool Remainder) {
  if (B->isConstant() && B->value() < 0 && B->value() != Min) {
    TermRef R = divide(A, Terms.constant(-B->value()), Remainder);
    return Remainder ? R : Terms.scale(R, -1);
  }
  TermRef T = Remainder ? Terms.remainder(A, B) : Terms.quotient(A, B);
  TermKind Kind = Remainder ? TermKind::Remainder : TermKind::Quotient;
  if (T->kind() != Kind)
    return linear(T);
  A = &T->operand(0);
  B = &T->operand(1);
  if (NativeBits && B->isConstant() && B->value() > 0 &&
      llvm::isPowerOf2_64(B->value()))
    return T;
  TermRef Q = Terms.quotient(A, B);
  if (Q->kind() == TermKind::Quotient)
    Q = unknown(Meaning::Quotient, Q, &Q->operand(0), &Q->operand(1));
  else
    Q = linear(Q);
  return Remainder ? linear(Terms.sub(A, Terms.mul(B, Q))) : Q;
}

TermRef Abstraction::bits(TermRef T) {
  TermRef A = linear(&T->operand(0)), B = linear(&T->operand(1));
  if (T->kind() == TermKind::ShiftLeft || T->kind() == TermKind::ShiftRight)
    return shift(A, B, T->kind() == TermKind::ShiftLeft);
  TermRef New = Terms.rebuild(T, {A, B});
  if (New->kind() != T->kind())
    return linear(New);
  if (NativeBits)
    return New;
  A = &New->operand(0);
  B = &New->operand(1);
  if (A->isConstant() || (isBit(A) && !isBit(B)))
    std::swap(A, B);
  // Now only A may be wide: x ^ c is x + c - 2*(x & c).
  TermRef Both = nullptr;
  if (B->isConstant() && B->value() > 0)
    Both = maskedBy(A, B->value());
  else if (isBit(B))
    Both = Terms.select(Terms.zero(B), Terms.constant(0),
                        linear(Terms.bitAnd(A, Terms.constant(1))));
  if (!Both)
    return New;
  if (T->kind() == TermKind::BitAnd)
    return Both;
  return Terms.sub(Terms.add(A, B),
                   Terms.scale(Both, T->kind() == TermKind::BitXor ? 2 : 1));
}

/// A & Mask as a sum over the runs of ones; null where there are many.
TermRef Abstraction::maskedBy(TermRef A, uint64_t Mask) {
  TermRef Total = Terms.constant(0);
  for (unsigned Runs = 0; Mask; ++Runs) {
    if (Runs == 3)
      return nullptr;
    unsigned Low = llvm::countr_zero(Mask);
    uint64_t Run =
        llvm::maskTrailingOnes<uint64_t>(llvm::countr_one(Mask >> Low)) << Low;
    TermRef Part = Terms.bitAnd(A, Terms.constant(Run));
    if (Part->kind() == TermKind::BitAnd)
      return nullptr;
    Total = Terms.add(Total, linear(Part));
    Mask &= ~Run;
  }
  return Total;
}

TermRef Abstraction::shift(TermRef A, TermRef By, bool Left) {
  TermRef T = Left ? Terms.shiftLeft(A, By) : Terms.shiftRight(A, By);
  if (T->kind() != (Left ? TermKind::ShiftLeft : TermKind::ShiftRight))
    return linear(T);
  A = &T->operand(0);
  By = &T->operand(1);
  if (!Left && By->isConstant() && By->value() >= 0)
    return NativeBits ? T : shiftRight(A, By->value());
  int64_t Lo = std::max<int64_t>(By->lo(), 0), Hi = By->hi();
  bool Rows = Left || A->isConstant();
  if (Hi < Lo || Hi > 61 || Hi - Lo >= (Rows ? MaxTable : MaxQuotientTable) ||
      (NativeBits && !Rows))
    return T;
  // A negative amount means nothing in C: any row will do.
  TermRef Table = nullptr;
  for (int64_t I = Hi; I >= Lo; --I) {
    TermRef Row = Left ? Terms.scale(A, int64_t(1) << I) : shiftRight(A, I);
    Table = Table ? Terms.select(Terms.equal(By, Terms.constant(I)), Row, Table)
                  : Row;
  }
  return Table;
}

/// A >> By, rounded down.
TermRef Abstraction::shiftRight(TermRef A, int64_t By) {
  TermRef T = Terms.shiftRight(A, Terms.constant(By));
  if (T->kind() != TermKind::ShiftRight || By > 61)
    return T->kind() == TermKind::ShiftRight ? T : linear(T);
  return unknown(Meaning::FloorQuotient, T, A,
                 Terms.constant(int64_t(1) << By));
}

TermRef Abstraction::unknown(Meaning Is, TermRef Whole, TermRef A, TermRef B) {
  TermRef &Known = UnknownOf[Whole];
  if (Known)
    return Known;
  Symbol S;
  S.Kind = SymbolKind::Opaque;
  S.Varies = Whole->varies();
  S.Rests = Whole->grade();
  S.Lo = Whole->lo();
  S.Hi = Whole->hi();
  S.Name = Is == Meaning::Product ? "product" : "quotient";
  unsigned Copies = copiesIn(Whole);
  S.Copy = Copies < 3 ? Copies : 0;
  Known = Terms.apply(Terms.symbol(S));
  if (Known->isConstant())
    return Known;
  Definitions.push_back({Is, Known, A, B});
  ByUnknown[Known] = &Definitions.back();
  return Known;
}

const Abstraction::Definition *
Abstraction::definitionOf(TermRef Unknown) const {
  return ByUnknown.lookup(Unknown);
}

std::vector<const Abstraction::Definition *>
Abstraction::definitionsIn(llvm::ArrayRef<TermRef> Linear) const {
  std::vector<const Definition *> Result;
  std::vector<TermRef> Roots(Linear.begin(), Linear.end());
  llvm::DenseMap<TermRef, bool> Seen;
  while (!Roots.empty()) {
    std::vector<TermRef> Next;
    for (TermRef A : applicationsIn(Roots))
      if (const Definition *D = definitionOf(A);
          D && Seen.try_emplace(A, true).second) {
        Result.push_back(D);
        Next.push_back(D->A);
        Next.push_back(D->B);
      }
    Roots = std::move(Next);
  }
  llvm::sort(Result, [](const Definition *A, const Definition *B) {
    return A->Unknown->id() < B->Unknown->id();
  });
  return Result;
}

} // namespace oxide::prover
