// SPDX-License-Identifier: Apache-2.0

#include "prover/Attempt.h"
#include "prover/BitWidth.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

namespace oxide::prover {

namespace {

/// Wider bit-vectors are not worth their time.
constexpr unsigned MaxWidth = 160;
/// Alternatives that the presolver tries before Z3 does.
constexpr unsigned SplitLeaves = 16;
/// Rounds of lemmas about the values that products have in a model.
constexpr unsigned MaxRefinements = 8;

} // namespace

bool Attempt::refuted() {
  if (!Refuted) {
    unsigned Leaves = SplitLeaves;
    Refuted =
        !Rules.run(Conditions) ||
        (llvm::any_of(Rules.facts(),
                      [](TermRef F) { return F->kind() == TermKind::AnyOf; }) &&
         Presolver(Tools.Terms).refute(Rules.facts(), Leaves));
  }
  return *Refuted;
}

bool Attempt::needsBits() {
  return !refuted() && abstraction().usesBitVectors();
}

SolverAnswer Attempt::run(Assignment &Model, uint64_t MostSteps) {
  Model.clear();
  Query.MostSteps = MostSteps;
  if (refuted())
    return SolverAnswer::Unsatisfiable;
  if (Rules.facts().empty() && complete(Model))
    return SolverAnswer::Satisfiable;

  Abstraction &With = abstraction();
  if (!prepare(With))
    return SolverAnswer::Unsatisfiable;
  for (unsigned Round = 0;; ++Round) {
    SolverAnswer Answer = Tools.Z3.solve(Query);
    if (Answer != SolverAnswer::Satisfiable)
      return Answer;
    Model.clear();
    bool Read = read(Model);
    if (Read && complete(Model))
      return SolverAnswer::Satisfiable;
    FalseModel = true;
    findPins(With, Model);
    if (Round == MaxRefinements || !refine(With))
      return SolverAnswer::Unknown;
  }
}

Abstraction &Attempt::abstraction() {
  if (!Chosen)
    Chosen = &chooseAbstraction();
  return *Chosen;
}

/// Integers where all operations on bits turn into arithmetic.
Abstraction &Attempt::chooseAbstraction() {
  auto Uses = [](TermRef T) { return T->usesBits(); };
  if (llvm::none_of(Rules.facts(), Uses))
    return Tools.Integers;
  std::vector<TermRef> Linear;
  for (TermRef F : Rules.facts())
    Linear.push_back(Tools.Integers.linear(F));
  // x - (x - 2*q) is 2*q, but q is still about x.
  for (const auto *D : Tools.Integers.definitionsIn(Linear))
    llvm::append_range(Linear, std::array{D->A, D->B});
  return llvm::any_of(Linear, Uses) ? Tools.Bits : Tools.Integers;
}

/// The query of Z3: facts and lemmas.
bool Attempt::prepare(Abstraction &With) {
  std::vector<TermRef> Linear;
  for (TermRef F : Rules.facts())
    Linear.push_back(With.linear(F));
  llvm::append_range(Linear, With.lemmas(Linear));
  Definitions = With.definitionsIn(Linear);
  for (TermRef F : Linear)
    if (!add(With, F))
      return false;
  Applications = applicationsIn(Rules.facts());
  if (With.usesBitVectors())
    addBounds(With);
  for (TermRef A : Applications)
    Query.Wanted.push_back(With.linear(A));
  for (const Abstraction::Definition *D : Definitions)
    for (TermRef T : {D->Unknown, D->A, D->B})
      if (Index.try_emplace(T, Query.Wanted.size()).second)
        Query.Wanted.push_back(T);
  return true;
}

/// The width rests on bounds that the facts imply: beyond them they may wrap.
void Attempt::addBounds(Abstraction &With) {
  TermContext &T = Tools.Terms;
  for (TermRef A : Applications) {
    if (A->isCondition())
      continue;
    Bounds B = Rules.bounds(A);
    if (B.Lo > A->lo())
      Query.Conditions.push_back(T.lessEqual(T.constant(B.Lo), With.linear(A)));
    if (B.Hi < A->hi())
      Query.Conditions.push_back(T.lessEqual(With.linear(A), T.constant(B.Hi)));
  }
}

/// Adds a linear condition; false where it alone cannot hold.
bool Attempt::add(Abstraction &With, TermRef Condition) {
  if (With.usesBitVectors()) {
    // A condition that would need too many bits is left out: what is proven
    // without it is proven, and a model is checked against all.
    auto Known = [&](TermRef T) { return Rules.bounds(T); };
    unsigned Width = BitWidth(With, Known).of(Condition) + 1;
    if (Width > MaxWidth)
      return true;
    Query.Width = std::max(Query.Width, Width);
  }
  if (!Condition->isTrue())
    Query.Conditions.push_back(Condition);
  return !Condition->isFalse();
}

/// The values of the facts' applications from Z3's model.
bool Attempt::read(Assignment &Model) {
  for (auto [A, V] : llvm::zip(Applications, Query.Values)) {
    if (!V)
      return false;
    llvm::SmallVector<int64_t, 4> Arguments;
    for (TermRef O : A->operands()) {
      std::optional<int64_t> Value = evaluate(O, Model);
      if (!Value)
        return false;
      Arguments.push_back(*Value);
    }
    if (!Model.set(A->symbol(), Arguments, *V))
      return false;
  }
  return true;
}

/// Values for what the presolver replaced or found no need of; false where the
/// model then fails the conditions.
bool Attempt::complete(Assignment &Model) {
  auto Default = [&](TermRef A) {
    llvm::SmallVector<int64_t, 4> Arguments;
    for (TermRef O : A->operands()) {
      std::optional<int64_t> Value = evaluate(O, Model);
      if (!Value)
        return;
      Arguments.push_back(*Value);
    }
    if (!Model.get(A->symbol(), Arguments))
      Model.overwrite(A->symbol(), Arguments,
                      A->isCondition() ? 0
                      : A->lo() > 0    ? A->lo()
                                       : std::min<int64_t>(A->hi(), 0));
  };
  for (auto [Variable, Value] : llvm::reverse(Rules.substituted())) {
    for (TermRef A : applicationsIn({Value}))
      Default(A);
    std::optional<int64_t> V = evaluate(Value, Model);
    if (!V || !Model.set(Variable->symbol(), {}, *V))
      return false;
  }
  std::vector<TermRef> All = applicationsIn(Conditions);
  for (TermRef A : All)
    Default(A);
  return holds(Conditions, Model) && llvm::all_of(All, [&](TermRef A) {
           std::optional<int64_t> V = Model.valueOf(A);
           return V && (A->isCondition() || (A->lo() <= *V && *V <= A->hi()));
         });
}

/// Program unknowns that the model should fix for all products and quotients
/// to be linear.
void Attempt::findPins(const Abstraction &With, const Assignment &Model) {
  Pins.clear();
  std::vector<TermRef> Factors;
  for (const Abstraction::Definition *D : Definitions)
    if (D->Is != Abstraction::Meaning::FloorQuotient)
      Factors.push_back(D->B);
  std::vector<TermRef> Parts(Factors);
  for (const Abstraction::Definition *D : With.definitionsIn(Factors))
    llvm::append_range(Parts, std::array{D->A, D->B});
  for (TermRef A : applicationsIn(Parts))
    if (A->operands().empty() && !A->isCondition() && !With.definitionOf(A))
      if (std::optional<int64_t> V = Model.valueOf(A))
        Pins.emplace_back(A, *V);
}

} // namespace oxide::prover
