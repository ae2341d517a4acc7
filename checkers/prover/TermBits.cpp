// SPDX-License-Identifier: Apache-2.0

#include "prover/Term.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace oxide::prover {

bool isMultipleOf(TermRef T, int64_t Factor) {
  if (T->isConstant())
    return T->value() % Factor == 0;
  if (T->kind() != TermKind::Sum)
    return false;
  return T->value() % Factor == 0 &&
         llvm::all_of(T->coefficients(),
                      [&](int64_t C) { return C % Factor == 0; });
}

TermRef TermContext::bitAnd(TermRef A, TermRef B) {
  if (A->isConstant())
    std::swap(A, B);
  if (B->isConstant()) {
    int64_t Mask = B->value();
    if (A->isConstant())
      return constant(A->value() & Mask);
    if (Mask == 0 || Mask == -1)
      return Mask ? A : B;
    // x & (2^k - 1) is x % 2^k, for negative x of two's complement as well.
    if (Mask > 0 && Mask < (int64_t(1) << 62) && llvm::isMask_64(Mask)) {
      TermRef P = constant(Mask + 1);
      if (A->isNonNegative())
        return remainder(A, P);
      return remainder(add(remainder(A, P), P), P);
    }
    // x & -2^k rounds down.
    if (Mask < 0 && llvm::isPowerOf2_64(-static_cast<uint64_t>(Mask)) &&
        Mask >= -(int64_t(1) << 62))
      return A->isNonNegative() ? scale(quotient(A, constant(-Mask)), -Mask)
                                : sub(A, bitAnd(A, constant(~Mask)));
    // A run of ones: (x >> k) % 2^n << k.
    if (Mask > 0 && !(Mask & 1) && llvm::isShiftedMask_64(Mask)) {
      unsigned Low = llvm::countr_zero(static_cast<uint64_t>(Mask));
      return scale(bitAnd(shiftRight(A, constant(Low)), constant(Mask >> Low)),
                   int64_t(1) << Low);
    }
  }
  if (A == B)
    return A;
  if (A->id() > B->id())
    std::swap(A, B);
  return intern(TermKind::BitAnd, 0, nullptr, {A, B});
}

TermRef TermContext::bitOr(TermRef A, TermRef B) {
  if (A->isConstant())
    std::swap(A, B);
  if (A->isConstant() && B->isConstant())
    return constant(A->value() | B->value());
  if (B->isConstant() && B->value() == 0)
    return A;
  // Without a common bit it is a sum.
  for (auto [X, Y] : {std::pair(A, B), std::pair(B, A)})
    if (X->isNonNegative() && X->hi() < (int64_t(1) << 40) &&
        isMultipleOf(Y, static_cast<int64_t>(llvm::NextPowerOf2(X->hi()))))
      return add(A, B);
  if (A == B)
    return A;
  if (A->id() > B->id())
    std::swap(A, B);
  return intern(TermKind::BitOr, 0, nullptr, {A, B});
}

TermRef TermContext::bitXor(TermRef A, TermRef B) {
  if (A->isConstant())
    std::swap(A, B);
  if (A == B)
    return constant(0);
  if (B->isConstant()) {
    if (A->isConstant())
      return constant(A->value() ^ B->value());
    if (B->value() == 0)
      return A;
    if (B->value() == -1)
      return sub(constant(-1), A);
    // A single bit, flipped.
    if (A->isNonNegative() && B->value() == 1 && A->hi() <= 1)
      return sub(One, A);
  }
  if (A->id() > B->id())
    std::swap(A, B);
  return intern(TermKind::BitXor, 0, nullptr, {A, B});
}

TermRef TermContext::shiftLeft(TermRef A, TermRef B) {
  if (B->isConstant() && B->value() >= 0 && B->value() < 62)
    return scale(A, int64_t(1) << B->value());
  return intern(TermKind::ShiftLeft, 0, nullptr, {A, B});
}

TermRef TermContext::shiftRight(TermRef A, TermRef B) {
  if (B->isConstant() && B->value() >= 0 && B->value() < 63) {
    if (A->isConstant())
      return constant(A->value() >> B->value());
    if (B->value() < 62 && A->isNonNegative())
      return quotient(A, constant(int64_t(1) << B->value()));
  }
  if (A->isConstant() && A->value() == 0)
    return A;
  return intern(TermKind::ShiftRight, 0, nullptr, {A, B});
}

} // namespace oxide::prover
