// SPDX-License-Identifier: Apache-2.0

#include "prover/Presolver.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

namespace {

constexpr int64_t Min = std::numeric_limits<int64_t>::min();
constexpr int64_t Max = std::numeric_limits<int64_t>::max();
constexpr unsigned MaxRounds = 64;

bool isVariable(TermRef T) {
  return T->kind() == TermKind::Apply && T->operands().empty();
}

} // namespace

bool Presolver::run(llvm::ArrayRef<TermRef> Conditions) {
  Facts.assign(Conditions.begin(), Conditions.end());
  Substituted.clear();
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    if (!flatten())
      return false;
    Known.clear();
    Cache.clear();
    // Before a digit is replaced by what it is equal to.
    Outcome O = separate();
    if (O == Outcome::Contradiction)
      return false;
    if (O == Outcome::Changed || substituteEqualities())
      continue;
    Cache.clear();
    O = propagate();
    if (O == Outcome::Stable)
      O = substituteFixed();
    if (O == Outcome::Stable)
      O = prune();
    if (O == Outcome::Stable)
      O = splitDigits();
    if (O == Outcome::Contradiction)
      return false;
    if (O == Outcome::Stable)
      break;
  }
  return flatten();
}

bool Presolver::refute(llvm::ArrayRef<TermRef> Conditions, unsigned &Leaves) {
  if (!run(Conditions))
    return true;
  TermRef Split = nullptr;
  for (TermRef F : Facts)
    if (F->kind() == TermKind::AnyOf &&
        (!Split || F->operands().size() < Split->operands().size()))
      Split = F;
  if (!Split || Split->operands().size() > Leaves)
    return false;
  Leaves -= Split->operands().size();
  llvm::SmallVector<TermRef, 16> Rest(Facts);
  llvm::erase(Rest, Split);
  for (TermRef Choice : Split->operands()) {
    llvm::SmallVector<TermRef, 16> With(Rest);
    With.push_back(Choice);
    if (!Presolver(Terms).refute(With, Leaves))
      return false;
    Rest.push_back(Terms.logicalNot(Choice));
  }
  return true;
}

/// One fact for each part of a conjunction, each once.
bool Presolver::flatten() {
  TermRef All = Terms.allOf(Facts);
  if (All->isFalse())
    return false;
  Facts.clear();
  if (All->kind() == TermKind::AllOf)
    llvm::append_range(Facts, All->operands());
  else if (!All->isTrue())
    Facts.push_back(All);
  return true;
}

bool Presolver::substituteEqualities() {
  Nonlinear.clear();
  std::vector<TermRef> Stack(Facts.begin(), Facts.end());
  llvm::DenseSet<TermRef> Seen;
  llvm::SmallVector<TermRef, 16> Inside;
  while (!Stack.empty()) {
    TermRef T = Stack.back();
    Stack.pop_back();
    if (!Seen.insert(T).second)
      continue;
    if (T->kind() != TermKind::Sum && !T->isCondition())
      llvm::append_range(Inside, T->operands());
    llvm::append_range(Stack, T->operands());
  }
  for (TermRef A : applicationsIn(Inside))
    Nonlinear.insert(A->id());

  for (TermRef F : Facts) {
    if (isVariable(F) ||
        (F->kind() == TermKind::Not && isVariable(&F->operand(0)))) {
      bool Positive = isVariable(F);
      substitute(Positive ? F : &F->operand(0), Terms.truth(Positive));
      return true;
    }
    if (F->kind() != TermKind::Zero)
      continue;
    TermRef Value = nullptr;
    if (TermRef V = pickVariable(&F->operand(0), Value)) {
      substitute(V, Value);
      return true;
    }
  }
  return false;
}

/// The variable of \p Sum == 0 to be replaced by the \p Value of the rest.
TermRef Presolver::pickVariable(TermRef Sum, TermRef &Value) {
  if (isVariable(Sum) && !Sum->isCondition()) {
    Value = Terms.constant(0);
    return Sum;
  }
  if (Sum->kind() != TermKind::Sum)
    return nullptr;
  // A variable inside of products is replaced by something simple only: the
  // structure of an index must not be lost. Nor must a digit, which separate()
  // finds the value of.
  bool Simple =
      Sum->operands().size() <= 2 && llvm::all_of(Sum->operands(), isVariable);
  TermRef Best = nullptr;
  int64_t Factor = 0;
  auto Key = [&](TermRef T) {
    return std::make_tuple(!Nonlinear.count(T->id()), T->varies(), T->id());
  };
  for (auto [O, C] : llvm::zip_equal(Sum->operands(), Sum->coefficients()))
    if (isVariable(O) && !O->isCondition() && (C == 1 || C == -1) &&
        (Simple || (!Nonlinear.count(O->id()) &&
                    O->symbol().Kind != SymbolKind::Digit)) &&
        (!Best || Key(O) > Key(Best))) {
      Best = O;
      Factor = C;
    }
  if (!Best)
    return nullptr;
  Value = Terms.add(Sum, Terms.scale(Best, -Factor));
  if (Factor == 1)
    Value = Terms.scale(Value, -1);
  if (llvm::is_contained(applicationsIn({Value}), Best))
    return nullptr;
  return Best;
}

void Presolver::substitute(TermRef Variable, TermRef Value) {
  auto Replace = [&](const Symbol &S, llvm::ArrayRef<TermRef>) -> TermRef {
    return &S == &Variable->symbol() ? Value : nullptr;
  };
  for (TermRef &F : Facts)
    F = Terms.replace(F, Replace);
  if (!Variable->isCondition()) {
    if (Variable->lo() != Min)
      Facts.push_back(Terms.lessEqual(Terms.constant(Variable->lo()), Value));
    if (Variable->hi() != Max)
      Facts.push_back(Terms.lessEqual(Value, Terms.constant(Variable->hi())));
  }
  Substituted.emplace_back(Variable, Value);
}

/// What has one value left is that value.
Presolver::Outcome Presolver::substituteFixed() {
  for (auto &[Id, Entry] : Known) {
    TermRef T = Entry.first;
    Bounds B = bounds(T);
    if (B.Lo != B.Hi || T->isCondition())
      continue;
    if (isVariable(T)) {
      substitute(T, Terms.constant(B.Lo));
      return Outcome::Changed;
    }
    // a <= b and b <= a, of which an equality can be substituted.
    TermRef Equal = Terms.equal(T, Terms.constant(B.Lo));
    if (T->kind() == TermKind::Sum && !llvm::is_contained(Facts, Equal)) {
      Facts.push_back(Equal);
      return Outcome::Changed;
    }
  }
  return Outcome::Stable;
}

/// Replaces what the bounds decide.
Presolver::Outcome Presolver::prune() {
  llvm::DenseMap<TermRef, TermRef> Done;
  bool Changed = false;
  for (TermRef &F : Facts) {
    // A fact must not be dropped because of the bounds it gave itself.
    TermRef New = F;
    if (F->kind() == TermKind::Zero || F->kind() == TermKind::NonNegative) {
      New = Terms.rebuild(F, {simplified(&F->operand(0), Done)});
    } else if (F->kind() == TermKind::Not &&
               F->operand(0).kind() == TermKind::Zero) {
      New = Terms.logicalNot(Terms.rebuild(
          &F->operand(0), {simplified(&F->operand(0).operand(0), Done)}));
    } else {
      New = simplified(F, Done);
    }
    Changed |= New != F;
    F = New;
  }
  return Changed ? Outcome::Changed : Outcome::Stable;
}

TermRef Presolver::simplified(TermRef T,
                              llvm::DenseMap<TermRef, TermRef> &Done) {
  if (auto It = Done.find(T); It != Done.end())
    return It->second;
  TermRef Result = nullptr;
  switch (T->kind()) {
  case TermKind::Zero:
  case TermKind::NonNegative: {
    Bounds B = bounds(&T->operand(0));
    bool Equal = T->kind() == TermKind::Zero;
    if (B.Hi < 0 || (Equal && B.Lo > 0))
      Result = Terms.truth(false);
    else if (Equal ? B.Lo == 0 && B.Hi == 0 : B.Lo >= 0)
      Result = Terms.truth(true);
    break;
  }
  case TermKind::Quotient:
  case TermKind::Remainder: {
    const Term &D = T->operand(1);
    Bounds B = bounds(&T->operand(0));
    if (D.isConstant() && B.Lo >= 0 && B.Hi < D.value())
      Result = T->kind() == TermKind::Quotient
                   ? Terms.constant(0)
                   : simplified(&T->operand(0), Done);
    break;
  }
  case TermKind::BitAnd:
  case TermKind::BitOr:
  case TermKind::BitXor:
    if (TermRef Linear = withoutBits(T))
      Result = simplified(Linear, Done);
    break;
  default:
    break;
  }
  if (!Result) {
    llvm::SmallVector<TermRef, 8> Operands;
    for (TermRef O : T->operands())
      Operands.push_back(simplified(O, Done));
    Result =
        llvm::equal(Operands, T->operands()) ? T : Terms.rebuild(T, Operands);
  }
  return Done[T] = Result;
}

} // namespace oxide::prover
