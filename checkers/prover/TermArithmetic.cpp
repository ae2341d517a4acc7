// SPDX-License-Identifier: Apache-2.0

#include "prover/Term.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace oxide::prover {

TermRef TermContext::sum(int64_t Value, Parts &Of) {
  llvm::sort(Of, [](const auto &A, const auto &B) {
    return A.first->id() < B.first->id();
  });
  llvm::SmallVector<TermRef> Operands;
  llvm::SmallVector<int64_t> Coefficients;
  for (auto [T, C] : Of) {
    int64_t Both;
    if (Operands.empty() || Operands.back() != T ||
        llvm::AddOverflow(Coefficients.back(), C, Both)) {
      // Where the coefficients do not fit together the operand stands twice.
      Operands.push_back(T);
      Coefficients.push_back(C);
    } else {
      Coefficients.back() = Both;
    }
    if (Coefficients.back() == 0) {
      Operands.pop_back();
      Coefficients.pop_back();
    }
  }
  if (Operands.empty())
    return constant(Value);
  if (Value == 0 && Operands.size() == 1 && Coefficients[0] == 1)
    return Operands[0];
  return intern(TermKind::Sum, Value, nullptr, Operands, Coefficients);
}

/// Adds \p Factor * \p T to the parts of a sum. What does not fit in 64 bits
/// stays one part, so that no value is ever lost.
void TermContext::addTo(TermRef T, int64_t Factor, int64_t &Value, Parts &To) {
  if (!T->isConstant() && T->kind() != TermKind::Sum) {
    To.emplace_back(T, Factor);
    return;
  }
  size_t Before = To.size();
  int64_t Scaled, Total;
  bool Fits = !llvm::MulOverflow(T->value(), Factor, Scaled) &&
              !llvm::AddOverflow(Value, Scaled, Total);
  for (auto [O, C] : llvm::zip_equal(T->operands(), T->coefficients())) {
    Fits = Fits && !llvm::MulOverflow(C, Factor, Scaled);
    if (Fits)
      To.emplace_back(O, Scaled);
  }
  if (Fits) {
    Value = Total;
    return;
  }
  To.resize(Before);
  To.emplace_back(T, Factor);
}

TermRef TermContext::add(TermRef A, TermRef B) {
  int64_t Value = 0;
  Parts All;
  addTo(A, 1, Value, All);
  addTo(B, 1, Value, All);
  return sum(Value, All);
}

TermRef TermContext::scale(TermRef A, int64_t Factor) {
  int64_t Value = 0;
  Parts All;
  if (Factor)
    addTo(A, Factor, Value, All);
  return sum(Value, All);
}

/// What divides the whole of a sum, with the sign of its first part.
static int64_t contentOf(TermRef T) {
  if (T->kind() != TermKind::Sum)
    return 1;
  constexpr int64_t Min = std::numeric_limits<int64_t>::min();
  int64_t Content = T->value();
  if (Content == Min || llvm::is_contained(T->coefficients(), Min))
    return 1;
  for (int64_t C : T->coefficients())
    Content = std::gcd(Content, C);
  return T->coefficients()[0] < 0 ? -Content : Content;
}

TermRef TermContext::mul(TermRef A, TermRef B) {
  if (A->isConstant())
    return scale(B, A->value());
  if (B->isConstant())
    return scale(A, B->value());
  // The factor that more threads agree on stands second: x * width.
  if (std::make_pair(A->varies(), A->id()) <
      std::make_pair(B->varies(), B->id()))
    std::swap(A, B);
  // What the coefficients share goes outside, so that products of one pair of
  // terms are one product.
  if (int64_t C = contentOf(A); C != 1)
    return scale(mul(dividedBy(A, C), B), C);
  if (int64_t C = contentOf(B); C != 1)
    return scale(mul(A, dividedBy(B, C)), C);
  return intern(TermKind::Product, 0, nullptr, {A, B});
}

TermRef TermContext::quotient(TermRef A, TermRef B) {
  if (B->isConstant()) {
    int64_t D = B->value();
    if (D == 1)
      return A;
    if (D == -1)
      return scale(A, -1);
    if (A->isConstant() && D != 0)
      return constant(A->value() / D);
    // (D*x + r) / D is x + r / D where neither x nor r is negative.
    if (D > 1 && A->kind() == TermKind::Sum && A->isNonNegative()) {
      Parts Whole, Part;
      for (auto [O, C] : llvm::zip_equal(A->operands(), A->coefficients()))
        (C % D ? Part : Whole).emplace_back(O, C % D ? C : C / D);
      TermRef R = sum(A->value(), Part);
      if (!Whole.empty() && R->isNonNegative())
        return add(sum(0, Whole), quotient(R, B));
    }
    if (D > 0 && A->isNonNegative() && A->hi() < D)
      return constant(0);
    // (x / a) / b, truncated both times.
    int64_t Both;
    if (D > 1 && A->kind() == TermKind::Quotient &&
        A->operand(1).isConstant() && A->operand(1).value() > 1 &&
        !llvm::MulOverflow(A->operand(1).value(), D, Both))
      return quotient(&A->operand(0), constant(Both));
  }
  return intern(TermKind::Quotient, 0, nullptr, {A, B});
}

TermRef TermContext::remainder(TermRef A, TermRef B) {
  if (B->isConstant()) {
    int64_t D = B->value();
    if (D == 1 || D == -1)
      return constant(0);
    if (A->isConstant() && D != 0)
      return constant(A->value() % D);
    if (D > 1 && A->isNonNegative() && A->hi() < D)
      return A;
    if (D > 1 && A->kind() == TermKind::Sum && A->isNonNegative()) {
      Parts Part;
      for (auto [O, C] : llvm::zip_equal(A->operands(), A->coefficients()))
        if (C % D)
          Part.emplace_back(O, C);
      if (Part.size() != A->operands().size() || A->value() >= D) {
        TermRef R = sum(A->value() % D, Part);
        if (R->isNonNegative())
          return remainder(R, B);
      }
    }
  }
  if (A->kind() == TermKind::Remainder && &A->operand(1) == B)
    return A;
  return intern(TermKind::Remainder, 0, nullptr, {A, B});
}

} // namespace oxide::prover
