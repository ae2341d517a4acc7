// SPDX-License-Identifier: Apache-2.0
//
// The part of the presolver about indices that are taken apart: i / 32, i % 4,
// i ^ 8. A variable becomes a sum of its digits, and an equality of sums falls
// apart where the digits of one are too small to reach those of another.

#include "prover/Presolver.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace oxide::prover {

namespace {

/// Larger numbers are not indices that somebody takes apart.
constexpr int64_t MostRange = int64_t(1) << 40;
/// Runs of ones in a mask, each of which makes the term longer.
constexpr unsigned MostRuns = 4;

bool isVariable(TermRef T) {
  return T->kind() == TermKind::Apply && T->operands().empty() &&
         !T->isCondition();
}

/// The divisors by which \p Divided, a quotient or remainder, takes its
/// variables apart.
void findDivisors(
    TermRef Divided,
    std::map<unsigned, std::pair<TermRef, std::set<int64_t>>> &To) {
  const Term &A = Divided->operand(0), &B = Divided->operand(1);
  if (!B.isConstant() || B.value() <= 1)
    return;
  auto Add = [&](TermRef V, int64_t Factor) {
    if (!isVariable(V) || !V->isNonNegative() || V->hi() > MostRange ||
        Factor < 1 || B.value() % Factor)
      return;
    int64_t D = B.value() / Factor;
    if (D > 1 && D <= V->hi()) {
      auto &Entry = To[V->id()];
      Entry.first = V;
      Entry.second.insert(D);
    }
  };
  if (A.kind() == TermKind::Sum)
    for (auto [O, C] : llvm::zip_equal(A.operands(), A.coefficients()))
      Add(O, C);
  else
    Add(&A, 1);
}

} // namespace

/// Replaces a variable by the sum of its digits.
Presolver::Outcome Presolver::splitDigits() {
  std::map<unsigned, std::pair<TermRef, std::set<int64_t>>> Divisors;
  llvm::DenseSet<TermRef> Factors;
  forEachTerm(Facts, [&](TermRef T) {
    if (T->kind() == TermKind::Quotient || T->kind() == TermKind::Remainder)
      findDivisors(T, Divisors);
    // The structure of a product must not be lost.
    if (T->kind() == TermKind::Product)
      for (TermRef V : applicationsIn(T->operands()))
        Factors.insert(V);
  });
  for (auto &[Id, Entry] : Divisors) {
    auto &[Variable, By] = Entry;
    int64_t Largest = *By.rbegin();
    if (Factors.contains(Variable) ||
        llvm::any_of(By, [&](int64_t D) { return Largest % D != 0; }))
      continue;
    auto [High, Low] = Terms.digits(Variable, Largest);
    substitute(Variable, Terms.add(Terms.scale(High, Largest), Low));
    return Outcome::Changed;
  }
  return Outcome::Stable;
}

/// a % m == b % m, where a and b are nearer to each other than m.
static TermRef withoutRemainders(TermContext &Terms, TermRef Sum,
                                 llvm::function_ref<Bounds(TermRef)> Bounded) {
  if (Sum->operands().size() != 2 || Sum->value() ||
      Sum->coefficients()[0] != -Sum->coefficients()[1])
    return nullptr;
  const Term &A = *Sum->operands()[0], &B = *Sum->operands()[1];
  if (A.kind() != TermKind::Remainder || B.kind() != TermKind::Remainder ||
      &A.operand(1) != &B.operand(1) || !A.operand(1).isConstant() ||
      !A.operand(0).isNonNegative() || !B.operand(0).isNonNegative())
    return nullptr;
  int64_t M = A.operand(1).value();
  TermRef Difference = Terms.sub(&A.operand(0), &B.operand(0));
  Bounds Near = Bounded(Difference);
  return Near.Lo > -M && Near.Hi < M ? Difference : nullptr;
}

/// m * a + b == 0, where one multiple of m at most is in reach of b, says what
/// a and b are.
Presolver::Outcome Presolver::separate() {
  for (TermRef &F : Facts) {
    if (F->kind() != TermKind::Zero || F->operand(0).kind() != TermKind::Sum)
      continue;
    TermRef Sum = &F->operand(0);
    if (TermRef Plain = withoutRemainders(
            Terms, Sum, [&](TermRef T) { return bounds(T); })) {
      F = Terms.zero(Plain);
      return Outcome::Changed;
    }
    std::set<int64_t> Factors;
    for (int64_t C : Sum->coefficients())
      if (C != std::numeric_limits<int64_t>::min() && std::abs(C) > 1)
        Factors.insert(std::abs(C));
    for (int64_t M : llvm::reverse(Factors)) {
      TermRef Whole = Terms.constant(0), Rest = Terms.constant(Sum->value());
      for (auto [O, C] :
           llvm::zip_equal(Sum->operands(), Sum->coefficients())) {
        TermRef &Part = C % M ? Rest : Whole;
        Part = Terms.add(Part, Terms.scale(O, C));
      }
      Bounds B = bounds(Rest);
      if (B.Lo < -MostRange || B.Hi > MostRange)
        continue;
      int64_t First = llvm::divideCeilSigned(B.Lo, M) * M;
      if (First > B.Hi)
        return Outcome::Contradiction;
      if (Rest->isConstant() || First + M <= B.Hi)
        continue;
      F = Terms.zero(Terms.add(Whole, Terms.constant(First)));
      Facts.push_back(Terms.equal(Rest, Terms.constant(First)));
      return Outcome::Changed;
    }
  }
  return Outcome::Stable;
}

/// An operation on bits with a constant, as quotients and remainders; null
/// where it stays.
TermRef Presolver::withoutBits(TermRef T) {
  TermRef A = &T->operand(0), B = &T->operand(1);
  if (A->isConstant())
    std::swap(A, B);
  if (!B->isConstant() || B->value() <= 0 || B->value() > MostRange ||
      !A->isNonNegative())
    return nullptr;
  // The bits that both have, run by run.
  TermRef Both = Terms.constant(0);
  uint64_t Mask = B->value();
  for (unsigned Runs = 0; Mask; ++Runs) {
    if (Runs == MostRuns)
      return nullptr;
    uint64_t Low = llvm::countr_zero(Mask);
    uint64_t Run = ((uint64_t(1) << llvm::countr_one(Mask >> Low)) - 1) << Low;
    Both = Terms.add(Both, Terms.bitAnd(A, Terms.constant(Run)));
    Mask &= ~Run;
  }
  switch (T->kind()) {
  case TermKind::BitAnd:
    return Both;
  case TermKind::BitOr:
    return Terms.sub(Terms.add(A, B), Both);
  case TermKind::BitXor:
    return Terms.sub(Terms.add(A, B), Terms.scale(Both, 2));
  default:
    return nullptr;
  }
}

} // namespace oxide::prover
