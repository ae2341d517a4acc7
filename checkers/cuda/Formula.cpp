// SPDX-License-Identifier: Apache-2.0

#include "cuda/Formula.h"
#include "llvm/Support/MathExtras.h"

namespace oxide::cuda {

using Op = FactExpr::Op;

std::optional<int64_t> constantOf(const FactExpr &E) {
  if (E.Kind == Op::Number && E.Value <= uint64_t{1} << 62)
    return static_cast<int64_t>(E.Value);
  if (E.Kind == Op::Negate)
    if (std::optional<int64_t> V = constantOf(E.Operands.front()))
      return -*V;
  return std::nullopt;
}

FactExpr number(int64_t V) {
  FactExpr E;
  E.Value = llvm::AbsoluteValue(V);
  if (V >= 0)
    return E;
  FactExpr Minus;
  Minus.Kind = Op::Negate;
  Minus.Operands.push_back(std::move(E));
  return Minus;
}

static std::optional<int64_t> folded(Op Kind, int64_t A, int64_t B) {
  int64_t R = 0;
  switch (Kind) {
  case Op::Add:
    return llvm::AddOverflow(A, B, R) ? std::nullopt : std::optional(R);
  case Op::Sub:
    return llvm::SubOverflow(A, B, R) ? std::nullopt : std::optional(R);
  case Op::Mul:
    return llvm::MulOverflow(A, B, R) ? std::nullopt : std::optional(R);
  case Op::Div:
    return B > 0 ? std::optional(A / B) : std::nullopt;
  case Op::Rem:
    return B > 0 ? std::optional(A % B) : std::nullopt;
  case Op::Lt:
    return A < B;
  case Op::Gt:
    return A > B;
  case Op::Le:
    return A <= B;
  case Op::Ge:
    return A >= B;
  case Op::Eq:
    return A == B;
  case Op::Ne:
    return A != B;
  default:
    return std::nullopt;
  }
}

FactExpr make(Op Kind, FactExpr A, FactExpr B) {
  std::optional<int64_t> CA = constantOf(A), CB = constantOf(B);
  if (CA && CB)
    if (std::optional<int64_t> R = folded(Kind, *CA, *CB))
      return number(*R);
  if (CB == 1 && (Kind == Op::Div || Kind == Op::Mul))
    return A;
  FactExpr E;
  E.Kind = Kind;
  E.Operands.push_back(std::move(A));
  E.Operands.push_back(std::move(B));
  return E;
}

FactExpr choice(FactExpr C, FactExpr A, FactExpr B) {
  if (std::optional<int64_t> Known = constantOf(C))
    return *Known ? A : B;
  FactExpr E;
  E.Kind = Op::Conditional;
  E.Operands = {std::move(C), std::move(A), std::move(B)};
  return E;
}

} // namespace oxide::cuda
