// SPDX-License-Identifier: Apache-2.0

#include "prover/Lowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace oxide::prover {

Lowering::~Lowering() {
  for (Z3_ast A : Kept)
    Z3_dec_ref(Context, A);
}

/// Holds \p A until the query ends; null on an error of Z3.
Z3_ast Lowering::keep(Z3_ast A) {
  if (!A || Z3_get_error_code(Context) != Z3_OK) {
    Failed = true;
    return nullptr;
  }
  Z3_inc_ref(Context, A);
  Kept.push_back(A);
  return A;
}

Z3_sort Lowering::integers() {
  return Width ? Z3_mk_bv_sort(Context, Width) : Z3_mk_int_sort(Context);
}

Z3_ast Lowering::number(int64_t V) {
  Z3_sort S = integers();
  Z3_inc_ref(Context, Z3_sort_to_ast(Context, S));
  Z3_ast A = keep(Z3_mk_int64(Context, V, S));
  Z3_dec_ref(Context, Z3_sort_to_ast(Context, S));
  return A;
}

Z3_ast Lowering::condition(TermRef Condition) {
  return Condition->isCondition() ? lower(Condition) : nullptr;
}

Z3_ast Lowering::lower(TermRef T) {
  if (auto It = Done.find(T); It != Done.end())
    return It->second;
  Z3_ast A = compute(T);
  return Done[T] = A;
}

/// \p T as a number: a condition is 0 or 1.
Z3_ast Lowering::integer(TermRef T) {
  Z3_ast A = lower(T);
  if (!A || !T->isCondition())
    return A;
  Z3_ast One = number(1), Zero = number(0);
  return One && Zero ? keep(Z3_mk_ite(Context, A, One, Zero)) : nullptr;
}

Z3_ast Lowering::compute(TermRef T) {
  switch (T->kind()) {
  case TermKind::Constant:
    return number(T->value());
  case TermKind::Truth:
    return keep(T->value() ? Z3_mk_true(Context) : Z3_mk_false(Context));
  case TermKind::Apply:
    return application(T);
  case TermKind::Sum:
    return sum(T);
  case TermKind::Select: {
    Z3_ast C = lower(&T->operand(0));
    Z3_ast A = integer(&T->operand(1)), B = integer(&T->operand(2));
    return C && A && B ? keep(Z3_mk_ite(Context, C, A, B)) : nullptr;
  }
  case TermKind::Zero:
  case TermKind::NonNegative:
    return compare(T);
  case TermKind::Not: {
    Z3_ast A = lower(&T->operand(0));
    return A ? keep(Z3_mk_not(Context, A)) : nullptr;
  }
  case TermKind::AllOf:
  case TermKind::AnyOf:
    return junction(T);
  default:
    return bits(T);
  }
}

Z3_ast Lowering::application(TermRef T) {
  const Symbol &S = T->symbol();
  Z3_symbol Name = Z3_mk_int_symbol(Context, static_cast<int>(S.Id));
  Z3_sort Range = S.Boolean ? Z3_mk_bool_sort(Context) : integers();
  Z3_ast RangeAst = Z3_sort_to_ast(Context, Range);
  Z3_inc_ref(Context, RangeAst);
  Z3_ast Result = nullptr;
  llvm::SmallVector<Z3_ast, 4> Arguments;
  for (TermRef O : T->operands())
    Arguments.push_back(integer(O));
  if (Arguments.empty()) {
    Result = keep(Z3_mk_const(Context, Name, Range));
  } else if (!llvm::is_contained(Arguments, nullptr)) {
    Z3_sort Domain = integers();
    Z3_ast DomainAst = Z3_sort_to_ast(Context, Domain);
    Z3_inc_ref(Context, DomainAst);
    llvm::SmallVector<Z3_sort, 4> Sorts(Arguments.size(), Domain);
    Z3_func_decl F =
        Z3_mk_func_decl(Context, Name, Sorts.size(), Sorts.data(), Range);
    Z3_ast FAst = F ? Z3_func_decl_to_ast(Context, F) : nullptr;
    if (keep(FAst))
      Result = keep(Z3_mk_app(Context, F, Arguments.size(), Arguments.data()));
    Z3_dec_ref(Context, DomainAst);
  }
  Z3_dec_ref(Context, RangeAst);
  if (Result && !S.Boolean)
    Unknowns.emplace_back(T, Result);
  return Result;
}

std::vector<Z3_ast> Lowering::bounds() {
  std::vector<Z3_ast> Result;
  for (auto [T, A] : Unknowns) {
    // The ends of int64_t mean that the bound is not known.
    if (T->lo() != std::numeric_limits<int64_t>::min())
      if (Z3_ast Lo = number(T->lo()))
        Result.push_back(atLeast(A, Lo));
    if (T->hi() != std::numeric_limits<int64_t>::max())
      if (Z3_ast Hi = number(T->hi()))
        Result.push_back(atLeast(Hi, A));
  }
  llvm::erase(Result, nullptr);
  return Result;
}

Z3_ast Lowering::atLeast(Z3_ast A, Z3_ast B) {
  return keep(Width ? Z3_mk_bvsge(Context, A, B) : Z3_mk_ge(Context, A, B));
}

Z3_ast Lowering::sum(TermRef T) {
  llvm::SmallVector<Z3_ast, 8> Parts;
  if (T->value())
    Parts.push_back(number(T->value()));
  for (auto [O, C] : llvm::zip_equal(T->operands(), T->coefficients())) {
    Z3_ast A = integer(O);
    if (A && C != 1) {
      Z3_ast Factors[] = {number(C), A};
      if (Factors[0])
        A = keep(Width ? Z3_mk_bvmul(Context, Factors[0], A)
                       : Z3_mk_mul(Context, 2, Factors));
    }
    Parts.push_back(A);
  }
  if (llvm::is_contained(Parts, nullptr))
    return nullptr;
  if (!Width)
    return keep(Z3_mk_add(Context, Parts.size(), Parts.data()));
  Z3_ast Total = Parts[0];
  for (Z3_ast A : llvm::ArrayRef<Z3_ast>(Parts).drop_front())
    if (Total)
      Total = keep(Z3_mk_bvadd(Context, Total, A));
  return Total;
}

Z3_ast Lowering::compare(TermRef T) {
  Z3_ast A = integer(&T->operand(0)), Zero = number(0);
  if (!A || !Zero)
    return nullptr;
  if (T->kind() == TermKind::Zero)
    return keep(Z3_mk_eq(Context, A, Zero));
  return atLeast(A, Zero);
}

Z3_ast Lowering::junction(TermRef T) {
  llvm::SmallVector<Z3_ast, 8> Parts;
  for (TermRef O : T->operands())
    Parts.push_back(lower(O));
  if (llvm::is_contained(Parts, nullptr))
    return nullptr;
  return keep(T->kind() == TermKind::AllOf
                  ? Z3_mk_and(Context, Parts.size(), Parts.data())
                  : Z3_mk_or(Context, Parts.size(), Parts.data()));
}

/// What the integers have as a product only.
Z3_ast Lowering::bits(TermRef T) {
  Z3_ast A = integer(&T->operand(0)), B = integer(&T->operand(1));
  if (!A || !B)
    return nullptr;
  if (!Width) {
    Z3_ast Factors[] = {A, B};
    return T->kind() == TermKind::Product ? keep(Z3_mk_mul(Context, 2, Factors))
                                          : nullptr;
  }
  switch (T->kind()) {
  case TermKind::Product:
    return keep(Z3_mk_bvmul(Context, A, B));
  case TermKind::BitAnd:
    return keep(Z3_mk_bvand(Context, A, B));
  case TermKind::BitOr:
    return keep(Z3_mk_bvor(Context, A, B));
  case TermKind::BitXor:
    return keep(Z3_mk_bvxor(Context, A, B));
  case TermKind::ShiftLeft:
    return keep(Z3_mk_bvshl(Context, A, B));
  case TermKind::ShiftRight:
    return keep(Z3_mk_bvashr(Context, A, B));
  case TermKind::Quotient:
  case TermKind::Remainder: {
    const Term &D = T->operand(1);
    bool Quotient = T->kind() == TermKind::Quotient;
    if (!D.isConstant() || D.value() < 1)
      return nullptr;
    auto Power = static_cast<uint64_t>(D.value());
    if (!T->operand(0).isNonNegative() || !llvm::isPowerOf2_64(Power))
      return keep(Quotient ? Z3_mk_bvsdiv(Context, A, B)
                           : Z3_mk_bvsrem(Context, A, B));
    Z3_ast Other = number(Quotient ? llvm::Log2_64(Power) : D.value() - 1);
    if (!Other)
      return nullptr;
    return keep(Quotient ? Z3_mk_bvlshr(Context, A, Other)
                         : Z3_mk_bvand(Context, A, Other));
  }
  default:
    return nullptr;
  }
}

std::optional<int64_t> Lowering::valueIn(Z3_model Model, TermRef T) {
  Z3_ast A = lower(T);
  if (!A)
    return std::nullopt;
  if (!T->isCondition() && Width)
    A = keep(Z3_mk_bv2int(Context, A, true));
  Z3_ast Value = nullptr;
  if (!A || !Z3_model_eval(Context, Model, A, true, &Value) || !keep(Value))
    return std::nullopt;
  if (T->isCondition()) {
    Z3_lbool B = Z3_get_bool_value(Context, Value);
    if (B == Z3_L_UNDEF)
      return std::nullopt;
    return B == Z3_L_TRUE;
  }
  int64_t Result = 0;
  if (Z3_get_ast_kind(Context, Value) != Z3_NUMERAL_AST ||
      !Z3_get_numeral_int64(Context, Value, &Result))
    return std::nullopt;
  return Result;
}

} // namespace oxide::prover
