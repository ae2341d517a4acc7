// SPDX-License-Identifier: Apache-2.0

#include "prover/Term.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace oxide::prover {

TermRef TermContext::select(TermRef C, TermRef A, TermRef B) {
  if (A == B || C->isTrue())
    return A;
  if (C->isFalse())
    return B;
  if (A->isCondition())
    return either(both(C, A), both(logicalNot(C), B));
  if (C->kind() == TermKind::Not)
    return select(&C->operand(0), B, A);
  return intern(TermKind::Select, 0, nullptr, {C, A, B});
}

TermRef TermContext::equal(TermRef A, TermRef B) {
  if (A->isCondition())
    return either(both(A, B), both(logicalNot(A), logicalNot(B)));
  return zero(sub(A, B));
}

/// The common divisor of the coefficients of a sum.
static int64_t divisorOf(TermRef Sum) {
  int64_t Divisor = 0;
  for (int64_t C : Sum->coefficients()) {
    if (C == std::numeric_limits<int64_t>::min())
      return 1;
    Divisor = std::gcd(Divisor, C);
  }
  return Divisor;
}

/// The coefficients of \p Sum by \p Divisor, which divides them, and its
/// constant rounded down; null where that changes nothing or does not fit.
TermRef TermContext::dividedBy(TermRef Sum, int64_t Divisor) {
  if (Divisor == 1)
    return nullptr;
  auto Fits = [&](int64_t V) {
    return Divisor > 0 || V != std::numeric_limits<int64_t>::min();
  };
  int64_t V = Sum->value();
  if (!Fits(V) || !llvm::all_of(Sum->coefficients(), Fits))
    return nullptr;
  Parts Of;
  for (auto [O, C] : llvm::zip_equal(Sum->operands(), Sum->coefficients()))
    Of.emplace_back(O, C / Divisor);
  return sum(llvm::divideFloorSigned(V, Divisor), Of);
}

TermRef TermContext::zero(TermRef A) {
  if (A->isConstant())
    return truth(A->value() == 0);
  if (A->lo() > 0 || A->hi() < 0)
    return False;
  if (A->kind() == TermKind::Sum) {
    int64_t Divisor = divisorOf(A);
    if (A->value() % Divisor)
      return False;
    // A leading coefficient above zero, so that x == y and y == x agree.
    if (TermRef Less =
            dividedBy(A, A->coefficients()[0] < 0 ? -Divisor : Divisor))
      return zero(Less);
  }
  if (A->kind() == TermKind::Select &&
      (A->operand(1).isConstant() || A->operand(2).isConstant()))
    return select(&A->operand(0), zero(&A->operand(1)), zero(&A->operand(2)));
  return intern(TermKind::Zero, 0, nullptr, {A});
}

TermRef TermContext::nonNegative(TermRef A) {
  if (A->lo() >= 0)
    return True;
  if (A->hi() < 0)
    return False;
  if (A->kind() == TermKind::Sum)
    if (TermRef Less = dividedBy(A, divisorOf(A)))
      return nonNegative(Less);
  if (A->kind() == TermKind::Select &&
      (A->operand(1).isConstant() || A->operand(2).isConstant()))
    return select(&A->operand(0), nonNegative(&A->operand(1)),
                  nonNegative(&A->operand(2)));
  return intern(TermKind::NonNegative, 0, nullptr, {A});
}

TermRef TermContext::logicalNot(TermRef A) {
  switch (A->kind()) {
  case TermKind::Truth:
    return truth(!A->value());
  case TermKind::Not:
    return &A->operand(0);
  case TermKind::NonNegative:
    return nonNegative(sub(constant(-1), &A->operand(0)));
  case TermKind::AllOf:
  case TermKind::AnyOf: {
    llvm::SmallVector<TermRef, 8> Parts;
    for (TermRef O : A->operands())
      Parts.push_back(logicalNot(O));
    return junction(A->kind() == TermKind::AllOf ? TermKind::AnyOf
                                                 : TermKind::AllOf,
                    Parts);
  }
  default:
    return intern(TermKind::Not, 0, nullptr, {A});
  }
}

/// A conjunction or disjunction without its unit, doubles and nesting.
TermRef TermContext::junction(TermKind Kind,
                              llvm::ArrayRef<TermRef> Conditions) {
  TermRef Unit = truth(Kind == TermKind::AllOf);
  TermRef Dominant = truth(Kind != TermKind::AllOf);
  llvm::SmallVector<TermRef, 8> Parts;
  for (TermRef C : Conditions) {
    if (C == Dominant)
      return Dominant;
    if (C->kind() == Kind)
      llvm::append_range(Parts, C->operands());
    else if (C != Unit)
      Parts.push_back(C);
  }
  llvm::sort(Parts, [](TermRef A, TermRef B) { return A->id() < B->id(); });
  Parts.erase(llvm::unique(Parts), Parts.end());
  // Negating a junction would visit all below it; literals are what matters.
  for (TermRef C : Parts)
    if (C->kind() != TermKind::AllOf && C->kind() != TermKind::AnyOf &&
        llvm::is_contained(Parts, logicalNot(C)))
      return Dominant;
  // c && (c || x) is c; (a && c) || (a && !c) is a.
  TermKind Other = Kind == TermKind::AllOf ? TermKind::AnyOf : TermKind::AllOf;
  llvm::SmallVector<TermRef, 8> Kept;
  for (TermRef C : Parts)
    if (C->kind() != Other || llvm::none_of(C->operands(), [&](TermRef O) {
          return llvm::is_contained(Parts, O);
        }))
      Kept.push_back(C);
  if (Kept.size() == 2 && Kept[0]->kind() == Other &&
      Kept[1]->kind() == Other) {
    llvm::SmallVector<TermRef, 8> Common, A, B;
    for (TermRef O : Kept[0]->operands())
      (llvm::is_contained(Kept[1]->operands(), O) ? Common : A).push_back(O);
    for (TermRef O : Kept[1]->operands())
      if (!llvm::is_contained(Common, O))
        B.push_back(O);
    if (!Common.empty() && !A.empty() && !B.empty()) {
      Common.push_back(
          junction(Kind, {junction(Other, A), junction(Other, B)}));
      return junction(Other, Common);
    }
  }
  if (Kept.empty())
    return Unit;
  if (Kept.size() == 1)
    return Kept[0];
  return intern(Kind, 0, nullptr, Kept);
}

TermRef TermContext::allOf(llvm::ArrayRef<TermRef> Conditions) {
  return junction(TermKind::AllOf, Conditions);
}

TermRef TermContext::anyOf(llvm::ArrayRef<TermRef> Conditions) {
  return junction(TermKind::AnyOf, Conditions);
}

} // namespace oxide::prover
