// SPDX-License-Identifier: Apache-2.0

#include "prover/BitWidth.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

namespace oxide::prover {

static unsigned bitsOf(int64_t V) {
  return 65 - llvm::countl_zero(static_cast<uint64_t>(V < 0 ? ~V : V));
}

unsigned BitWidth::of(TermRef T) {
  if (auto It = WithParts.find(T); It != WithParts.end())
    return It->second;
  unsigned Width = own(T);
  for (TermRef O : T->operands())
    Width = std::max(Width, of(O));
  return WithParts[T] = Width;
}

unsigned BitWidth::own(TermRef T) {
  if (auto It = Own.find(T); It != Own.end())
    return It->second;
  // The ends of int64_t mean that the bound is not known.
  Bounds B = Known(T);
  bool Finite = B.Lo != std::numeric_limits<int64_t>::min() &&
                B.Hi != std::numeric_limits<int64_t>::max();
  unsigned Width = Finite ? std::max(bitsOf(B.Lo), bitsOf(B.Hi))
                          : std::min(compute(T), Unlimited);
  return Own[T] = Width;
}

unsigned BitWidth::compute(TermRef T) {
  auto Of = [&](unsigned I) { return own(&T->operand(I)); };
  switch (T->kind()) {
  case TermKind::Constant:
    return bitsOf(T->value());
  case TermKind::Apply: {
    const Abstraction::Definition *D = Definitions.definitionOf(T);
    if (!D)
      return 64;
    switch (D->Is) {
    case Abstraction::Meaning::Product:
      return own(D->A) + own(D->B);
    case Abstraction::Meaning::Quotient:
      return own(D->A) + 1;
    case Abstraction::Meaning::FloorQuotient:
      return own(D->A);
    }
    return Unlimited;
  }
  case TermKind::Sum: {
    unsigned Widest = bitsOf(T->value());
    for (auto [O, C] : llvm::zip_equal(T->operands(), T->coefficients()))
      Widest = std::max(Widest, own(O) + (C == 1 ? 0 : bitsOf(C)));
    return Widest + llvm::Log2_64_Ceil(T->operands().size() + 1);
  }
  case TermKind::Product:
    return Of(0) + Of(1);
  case TermKind::Quotient:
    return Of(0) + 1;
  case TermKind::Remainder:
  case TermKind::ShiftRight:
    return Of(0);
  case TermKind::BitAnd:
  case TermKind::BitOr:
  case TermKind::BitXor:
    return std::max(Of(0), Of(1));
  case TermKind::ShiftLeft:
    return T->operand(1).hi() > 128
               ? Unlimited
               : Of(0) + std::max<int64_t>(T->operand(1).hi(), 0);
  case TermKind::Select:
    return std::max(Of(1), Of(2));
  default:
    return 2;
  }
}

} // namespace oxide::prover
