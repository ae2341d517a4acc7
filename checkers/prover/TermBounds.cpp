// SPDX-License-Identifier: Apache-2.0

#include "prover/TermBounds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace oxide::prover {

namespace {

constexpr int64_t Min = std::numeric_limits<int64_t>::min();
constexpr int64_t Max = std::numeric_limits<int64_t>::max();

int64_t saturate(__int128 V) {
  return V < Min ? Min : V > Max ? Max : static_cast<int64_t>(V);
}

bool isFinite(Bounds B) { return B.Lo != Min && B.Hi != Max; }

Bounds productBounds(Bounds A, Bounds B) {
  if (A.Lo >= 0 && B.Lo >= 0)
    return {saturate(static_cast<__int128>(A.Lo) * B.Lo),
            A.Hi == 0 || B.Hi == 0 ? 0
            : A.Hi == Max || B.Hi == Max
                ? Max
                : saturate(static_cast<__int128>(A.Hi) * B.Hi)};
  if (!isFinite(A) || !isFinite(B))
    return {};
  __int128 Corners[] = {
      static_cast<__int128>(A.Lo) * B.Lo, static_cast<__int128>(A.Lo) * B.Hi,
      static_cast<__int128>(A.Hi) * B.Lo, static_cast<__int128>(A.Hi) * B.Hi};
  auto [Least, Most] =
      std::minmax_element(std::begin(Corners), std::end(Corners));
  return {saturate(*Least), saturate(*Most)};
}

Bounds quotientBounds(Bounds A, Bounds B) {
  if (B.Lo < 1)
    return {};
  if (A.Lo >= 0)
    return {B.Hi == Max ? 0 : A.Lo / B.Hi, A.Hi == Max ? Max : A.Hi / B.Lo};
  // Truncation moves towards zero.
  return {A.Lo == Min ? Min : A.Lo / B.Lo,
          A.Hi == Max ? Max : std::max<int64_t>(A.Hi / B.Lo, 0)};
}

Bounds remainderBounds(Bounds A, Bounds B) {
  Bounds R{Min, A.Hi == Max ? Max : std::max<int64_t>(A.Hi, 0)};
  if (A.Lo != Min)
    R.Lo = std::min<int64_t>(A.Lo, 0);
  if (B.Lo >= 1 && B.Hi != Max) {
    R.Lo = std::max(R.Lo, 1 - B.Hi);
    R.Hi = std::min(R.Hi, B.Hi - 1);
  }
  return R;
}

Bounds shiftLeftBounds(Bounds A, Bounds By) {
  if (A.Lo < 0)
    return {};
  if (A.Hi == 0)
    return {0, 0};
  if (By.Hi > 62 || A.Hi == Max)
    return {0, Max};
  return {0,
          saturate(static_cast<__int128>(A.Hi) << std::max<int64_t>(By.Hi, 0))};
}

/// \p V as Sign * \p S + Rest with a constant rest.
struct Relation {
  int64_t Sign, Rest;
};
std::optional<Relation> relation(const Term &V, const Term &S) {
  auto Parts = [](const Term &T) {
    bool Sum = T.kind() == TermKind::Sum;
    static constexpr int64_t One[] = {1};
    const Term *Self = &T;
    return std::tuple(Sum ? llvm::SmallVector<const Term *, 4>(T.operands())
                          : llvm::SmallVector<const Term *, 4>{Self},
                      Sum ? T.coefficients() : llvm::ArrayRef<int64_t>(One),
                      Sum ? T.value() : 0);
  };
  auto [Operands, Factors, Value] = Parts(V);
  auto [OtherOperands, OtherFactors, OtherValue] = Parts(S);
  if (Operands != OtherOperands)
    return std::nullopt;
  for (int64_t Sign : {1, -1}) {
    int64_t Rest, Scaled;
    if (llvm::all_of(llvm::zip_equal(Factors, OtherFactors),
                     [&](auto Both) {
                       auto [F, O] = Both;
                       return O != Min && F == Sign * O;
                     }) &&
        !llvm::MulOverflow(OtherValue, Sign, Scaled) &&
        !llvm::SubOverflow(Value, Scaled, Rest))
      return Relation{Sign, Rest};
  }
  return std::nullopt;
}

/// Bounds \p B of \p V where \p C holds, or where it does not.
Bounds boundsUnder(const Term &C, bool Holds, const Term &V, Bounds B) {
  if (C.kind() != TermKind::NonNegative)
    return B;
  std::optional<Relation> R = relation(V, C.operand(0));
  if (!R || R->Rest == Min || R->Rest == Max)
    return B;
  // V is Sign * S + Rest, and S is 0 at least, or -1 at most.
  if (Holds == (R->Sign > 0))
    B.Lo = std::max(B.Lo, Holds ? R->Rest : R->Rest + 1);
  else
    B.Hi = std::min(B.Hi, Holds ? R->Rest : R->Rest - 1);
  return B;
}

} // namespace

Bounds scaled(Bounds B, int64_t Factor) {
  if (Factor == 0)
    return {0, 0};
  if (Factor < 0)
    std::swap(B.Lo, B.Hi);
  bool LoKnown = B.Lo != (Factor > 0 ? Min : Max);
  bool HiKnown = B.Hi != (Factor > 0 ? Max : Min);
  return {LoKnown ? saturate(static_cast<__int128>(B.Lo) * Factor) : Min,
          HiKnown ? saturate(static_cast<__int128>(B.Hi) * Factor) : Max};
}

Bounds added(Bounds A, Bounds B) {
  bool LoKnown = A.Lo != Min && B.Lo != Min;
  bool HiKnown = A.Hi != Max && B.Hi != Max;
  return {LoKnown ? saturate(static_cast<__int128>(A.Lo) + B.Lo) : Min,
          HiKnown ? saturate(static_cast<__int128>(A.Hi) + B.Hi) : Max};
}

Bounds boundsOf(const Term &T,
                llvm::function_ref<Bounds(const Term &)> Operand) {
  auto Of = [&](unsigned I) { return Operand(T.operand(I)); };
  switch (T.kind()) {
  case TermKind::Constant:
  case TermKind::Truth:
    return {T.value(), T.value()};
  case TermKind::Apply:
    if (T.symbol().Boolean)
      return {0, 1};
    return {T.symbol().Lo, T.symbol().Hi};
  case TermKind::Sum: {
    Bounds B{T.value(), T.value()};
    for (auto [O, C] : llvm::zip_equal(T.operands(), T.coefficients()))
      B = added(B, scaled(Operand(*O), C));
    return B;
  }
  case TermKind::Product:
    return productBounds(Of(0), Of(1));
  case TermKind::Quotient:
    return quotientBounds(Of(0), Of(1));
  case TermKind::Remainder:
    return remainderBounds(Of(0), Of(1));
  case TermKind::BitAnd: {
    Bounds A = Of(0), B = Of(1);
    if (A.Lo >= 0 && B.Lo >= 0)
      return {0, std::min(A.Hi, B.Hi)};
    if (A.Lo >= 0 || B.Lo >= 0)
      return {0, A.Lo >= 0 ? A.Hi : B.Hi};
    return {};
  }
  case TermKind::BitOr:
  case TermKind::BitXor: {
    Bounds A = Of(0), B = Of(1);
    if (A.Lo < 0 || B.Lo < 0)
      return {};
    uint64_t Largest = std::max(A.Hi, B.Hi);
    return {0, Largest >> 62
                   ? Max
                   : static_cast<int64_t>(llvm::NextPowerOf2(Largest) - 1)};
  }
  case TermKind::ShiftLeft:
    return shiftLeftBounds(Of(0), Of(1));
  case TermKind::ShiftRight: {
    Bounds A = Of(0);
    return {A.Lo == Min ? Min : std::min<int64_t>(A.Lo, 0),
            A.Hi == Max ? Max : std::max<int64_t>(A.Hi, -1)};
  }
  case TermKind::Select: {
    const Term &C = T.operand(0);
    Bounds A = boundsUnder(C, true, T.operand(1), Of(1));
    Bounds B = boundsUnder(C, false, T.operand(2), Of(2));
    // A choice that is never made has no values.
    if (A.empty() || B.empty())
      return A.empty() ? B : A;
    return {std::min(A.Lo, B.Lo), std::max(A.Hi, B.Hi)};
  }
  default:
    return {0, 1};
  }
}

/// Grade, scope and bounds of a new term from those of its parts.
void TermContext::describe(Term &T) {
  if (T.Sym) {
    T.Rests = T.Sym->Rests;
    T.Varies = T.Sym->Varies;
  }
  for (TermRef O : T.Operands) {
    T.Rests = std::max(T.Rests, O->Rests);
    T.Varies = std::max(T.Varies, O->Varies);
    T.Bits |= O->Bits;
  }
  T.Bits |= T.Kind >= TermKind::BitAnd && T.Kind <= TermKind::ShiftRight;
  Bounds B = boundsOf(T, [](const Term &O) { return Bounds{O.Lo, O.Hi}; });
  T.Lo = B.Lo;
  T.Hi = B.Hi;
}

} // namespace oxide::prover
