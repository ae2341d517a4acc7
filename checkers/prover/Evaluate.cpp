// SPDX-License-Identifier: Apache-2.0

#include "prover/Evaluate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace oxide::prover {

bool Assignment::set(const Symbol &S, llvm::ArrayRef<int64_t> Arguments,
                     int64_t Value) {
  auto [It, New] =
      Values.try_emplace({S.Id, Arguments.vec()}, Known{&S, Value});
  return New || It->second.Value == Value;
}

void Assignment::overwrite(const Symbol &S, llvm::ArrayRef<int64_t> Arguments,
                           int64_t Value) {
  Values[{S.Id, Arguments.vec()}] = {&S, Value};
}

std::optional<int64_t>
Assignment::get(const Symbol &S, llvm::ArrayRef<int64_t> Arguments) const {
  auto It = Values.find({S.Id, Arguments.vec()});
  if (It == Values.end())
    return std::nullopt;
  return It->second.Value;
}

std::optional<int64_t> Assignment::valueOf(TermRef Application) const {
  return evaluate(Application, *this);
}

std::vector<Assignment::Entry> Assignment::entries() const {
  std::vector<Entry> Result;
  for (const auto &[Key, V] : Values)
    Result.push_back({V.Function, Key.second, V.Value});
  return Result;
}

namespace {

using Result = std::optional<int64_t>;

Result divide(int64_t A, int64_t B, bool Remainder) {
  if (B == 0)
    return std::nullopt;
  if (B == -1) {
    int64_t Negated;
    if (Remainder)
      return 0;
    if (llvm::SubOverflow(int64_t(0), A, Negated))
      return std::nullopt;
    return Negated;
  }
  return Remainder ? A % B : A / B;
}

Result shift(int64_t A, int64_t By, bool Left) {
  if (By < 0)
    return std::nullopt;
  if (!Left)
    return A >> std::min<int64_t>(By, 63);
  if (A == 0)
    return 0;
  int64_t Value;
  if (By > 62 || llvm::MulOverflow(A, int64_t(1) << By, Value))
    return std::nullopt;
  return Value;
}

class Evaluator {
public:
  explicit Evaluator(const Assignment &Values) : Values(Values) {}

  Result visit(TermRef T) {
    if (auto It = Done.find(T); It != Done.end())
      return It->second;
    Result R = compute(T);
    Done[T] = R;
    return R;
  }

private:
  Result compute(TermRef T) {
    switch (T->kind()) {
    case TermKind::Constant:
    case TermKind::Truth:
      return T->value();
    case TermKind::Apply:
      return application(T);
    case TermKind::Sum:
      return sum(T);
    case TermKind::Select: {
      Result C = visit(&T->operand(0));
      if (!C)
        return std::nullopt;
      return visit(&T->operand(*C ? 1 : 2));
    }
    case TermKind::AllOf:
    case TermKind::AnyOf:
      return junction(T);
    case TermKind::Zero:
    case TermKind::NonNegative:
    case TermKind::Not: {
      Result A = visit(&T->operand(0));
      if (!A)
        return std::nullopt;
      return T->kind() == TermKind::NonNegative ? *A >= 0 : *A == 0;
    }
    default:
      return binary(T);
    }
  }

  Result application(TermRef T) {
    llvm::SmallVector<int64_t, 4> Arguments;
    for (TermRef O : T->operands()) {
      Result A = visit(O);
      if (!A)
        return std::nullopt;
      Arguments.push_back(*A);
    }
    return Values.get(T->symbol(), Arguments);
  }

  Result sum(TermRef T) {
    // 128 bits, so that the order of the parts does not matter.
    __int128 Total = T->value();
    for (auto [O, C] : llvm::zip_equal(T->operands(), T->coefficients())) {
      Result V = visit(O);
      if (!V ||
          __builtin_add_overflow(Total, static_cast<__int128>(*V) * C, &Total))
        return std::nullopt;
    }
    auto Narrow = static_cast<int64_t>(Total);
    if (Narrow != Total)
      return std::nullopt;
    return Narrow;
  }

  /// One deciding part decides, whatever the others are.
  Result junction(TermRef T) {
    bool Deciding = T->kind() == TermKind::AnyOf;
    bool Missing = false;
    for (TermRef O : T->operands()) {
      Result V = visit(O);
      if (V && (*V != 0) == Deciding)
        return Deciding;
      Missing |= !V;
    }
    if (Missing)
      return std::nullopt;
    return !Deciding;
  }

  Result binary(TermRef T) {
    Result A = visit(&T->operand(0)), B = visit(&T->operand(1));
    if (!A || !B)
      return std::nullopt;
    int64_t Value;
    switch (T->kind()) {
    case TermKind::Product:
      if (llvm::MulOverflow(*A, *B, Value))
        return std::nullopt;
      return Value;
    case TermKind::Quotient:
    case TermKind::Remainder:
      return divide(*A, *B, T->kind() == TermKind::Remainder);
    case TermKind::BitAnd:
      return *A & *B;
    case TermKind::BitOr:
      return *A | *B;
    case TermKind::BitXor:
      return *A ^ *B;
    default:
      return shift(*A, *B, T->kind() == TermKind::ShiftLeft);
    }
  }

  const Assignment &Values;
  llvm::DenseMap<TermRef, Result> Done;
};

} // namespace

std::optional<int64_t> evaluate(TermRef T, const Assignment &Values) {
  return Evaluator(Values).visit(T);
}

void complete(Assignment &Values, llvm::ArrayRef<TermRef> Terms) {
  for (TermRef A : applicationsIn(Terms))
    if (A->operands().empty() && !Values.valueOf(A)) {
      const Symbol &S = A->symbol();
      Values.overwrite(S, {}, std::clamp<int64_t>(0, S.Lo, S.Hi));
    }
}

bool holds(llvm::ArrayRef<TermRef> Conditions, const Assignment &Values) {
  Evaluator E(Values);
  return llvm::all_of(Conditions, [&](TermRef C) {
    Result R = E.visit(C);
    return R && *R != 0;
  });
}

} // namespace oxide::prover
