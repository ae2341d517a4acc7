// SPDX-License-Identifier: Apache-2.0
//
// The part of the presolver that learns bounds from facts.

#include "prover/Presolver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace oxide::prover {

namespace {

constexpr int64_t Min = std::numeric_limits<int64_t>::min();
constexpr int64_t Max = std::numeric_limits<int64_t>::max();
/// Enough for what kernels do; bounds may also creep without an end.
constexpr unsigned MaxPasses = 6;

Bounds intersect(Bounds A, Bounds B) {
  return {std::max(A.Lo, B.Lo), std::min(A.Hi, B.Hi)};
}

/// Sum without its constant and with a positive leading coefficient; Negated
/// says that the sign changed.
TermRef linearForm(TermContext &Terms, TermRef T, bool &Negated) {
  Negated = false;
  if (T->kind() != TermKind::Sum || T->value() == Min)
    return T;
  TermRef Form = Terms.add(T, Terms.constant(-T->value()));
  if (T->coefficients()[0] < 0) {
    Negated = true;
    Form = Terms.scale(Form, -1);
  }
  return Form;
}

} // namespace

Bounds Presolver::bounds(TermRef T) {
  if (auto It = Cache.find(T); It != Cache.end())
    return It->second;
  auto Of = [&](const Term &O) {
    Bounds B = bounds(&O);
    return B.empty() ? Bounds{O.lo(), O.hi()} : B;
  };
  Bounds B = intersect({T->lo(), T->hi()}, boundsOf(*T, Of));
  bool Negated;
  TermRef Form = linearForm(Terms, T, Negated);
  if (auto It = Known.find(Form->id()); It != Known.end()) {
    Bounds Learnt = It->second.second;
    if (T != Form)
      Learnt =
          added(scaled(Learnt, Negated ? -1 : 1), {T->value(), T->value()});
    B = intersect(B, Learnt);
  }
  return Cache[T] = B;
}

bool Presolver::narrow(TermRef T, Bounds To) {
  auto [It, New] = Known.try_emplace(T->id(), T, Bounds{});
  Bounds Old = intersect(It->second.second, bounds(T));
  Bounds Now = intersect(Old, To);
  if (Now.empty())
    return false;
  if (Now == Old)
    return true;
  It->second.second = Now;
  Narrowed = true;
  Cache.clear();
  return true;
}

Presolver::Outcome Presolver::propagate() {
  for (unsigned Pass = 0; Pass < MaxPasses; ++Pass) {
    Narrowed = false;
    for (TermRef F : Facts)
      if (!learn(F))
        return Outcome::Contradiction;
    if (!Narrowed)
      break;
  }
  return Outcome::Stable;
}

/// False where \p Fact cannot hold.
bool Presolver::learn(TermRef Fact) {
  switch (Fact->kind()) {
  case TermKind::Zero:
    return learnSum(&Fact->operand(0), true);
  case TermKind::NonNegative:
    return learnSum(&Fact->operand(0), false);
  case TermKind::Not:
    return Fact->operand(0).kind() != TermKind::Zero ||
           exclude(&Fact->operand(0).operand(0));
  default:
    return true;
  }
}

/// Sum >= 0, or == 0 where \p Equal.
bool Presolver::learnSum(TermRef Sum, bool Equal) {
  if (Sum->kind() != TermKind::Sum)
    return narrow(Sum, {0, Equal ? 0 : Max});
  int64_t V = Sum->value();
  if (V == Min)
    return true;
  bool Negated;
  TermRef Form = linearForm(Terms, Sum, Negated);
  Bounds Whole{-V, Equal ? -V : Max};
  if (!narrow(Form, Negated ? scaled(Whole, -1) : Whole))
    return false;
  for (unsigned I = 0; I < Sum->operands().size(); ++I) {
    // C * O is -Rest where equal, and not less otherwise.
    Bounds Rest{V, V};
    for (unsigned J = 0; J < Sum->operands().size(); ++J)
      if (J != I)
        Rest = added(
            Rest, scaled(bounds(Sum->operands()[J]), Sum->coefficients()[J]));
    int64_t C = Sum->coefficients()[I];
    if (C == Min)
      continue;
    Bounds To = scaled(Rest, -1);
    if (!Equal)
      To.Hi = Max;
    if (C < 0)
      To = scaled(To, -1);
    C = std::abs(C);
    if (To.Lo != Min)
      To.Lo = llvm::divideCeilSigned(To.Lo, C);
    if (To.Hi != Max)
      To.Hi = llvm::divideFloorSigned(To.Hi, C);
    if (!narrow(Sum->operands()[I], To))
      return false;
  }
  return true;
}

/// Sum != 0: moves a bound that it touches.
bool Presolver::exclude(TermRef Sum) {
  Bounds B = bounds(Sum);
  if (B.Lo == 0 && B.Hi == 0)
    return false;
  if (B.Lo != 0 && B.Hi != 0)
    return true;
  bool Negated;
  TermRef Form = linearForm(Terms, Sum, Negated);
  if (B.Lo == 0)
    B.Lo = 1;
  else
    B.Hi = -1;
  if (Form != Sum) {
    B = added(B, scaled({Sum->value(), Sum->value()}, -1));
    if (Negated)
      B = scaled(B, -1);
  }
  return narrow(Form, B);
}

} // namespace oxide::prover
