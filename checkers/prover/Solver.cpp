// SPDX-License-Identifier: Apache-2.0

#include "prover/Solver.h"
#include "prover/Attempt.h"
#include "prover/BitFacts.h"
#include "prover/CaseSplit.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

namespace {

/// Values tried for the factors of products where a model is not one.
constexpr int64_t UsualSizes[] = {1, 2, 16, 32, 256};
/// Unknowns that one query is split over, and what Z3 may use before.
constexpr unsigned MostSplits = 2;
constexpr uint64_t StepsBeforeSplit = 40'000;
/// What Z3 may use to do without the conditions on bits.
constexpr uint64_t StepsWithoutBits = 40'000;
/// The part of what is left of the limit that goes with a question that stays
/// open: after it a kernel is hardly ever proven.
constexpr uint64_t PartGivenUp = 2;
/// Queries for making one term small.
constexpr unsigned MinimiseSteps = 14;

} // namespace

class Solver::Implementation {
public:
  Implementation(TermContext &Terms, uint64_t StepLimit)
      : Terms(Terms), Tools(Terms, StepLimit) {}

  /// \p Splits: unknowns that may still be told apart by their values.
  SolverAnswer check(llvm::ArrayRef<TermRef> Conditions, Assignment &Model,
                     unsigned Splits = MostSplits);
  void minimise(std::vector<TermRef> &Conditions, TermRef T, Assignment &Model);

  TermContext &Terms;
  SolverTools Tools;
  unsigned Queries = 0;

private:
  bool refutedWithoutBits(llvm::ArrayRef<TermRef> Facts);
  SolverAnswer checkCases(llvm::ArrayRef<TermRef> Conditions, const Cases &Of,
                          Assignment &Model, unsigned Splits);
  std::vector<TermRef> definedness(llvm::ArrayRef<TermRef> Conditions);
  SolverAnswer checkPinned(llvm::ArrayRef<TermRef> Conditions,
                           llvm::ArrayRef<std::pair<TermRef, int64_t>> Pins,
                           Assignment &Model);
};

Solver::Solver(TermContext &Terms, uint64_t StepLimit)
    : Impl(std::make_unique<Implementation>(Terms, StepLimit)) {}

Solver::~Solver() = default;

uint64_t Solver::steps() const { return Impl->Tools.Z3.steps(); }
bool Solver::exhausted() const { return Impl->Tools.Z3.exhausted(); }
unsigned Solver::queries() const { return Impl->Queries; }
unsigned Solver::hardQueries() const { return Impl->Tools.Z3.queries(); }

SolverAnswer Solver::Implementation::check(llvm::ArrayRef<TermRef> Conditions,
                                           Assignment &Model, unsigned Splits) {
  ++Queries;
  Attempt First(Tools, Conditions);
  if (First.refuted())
    return SolverAnswer::Unsatisfiable;
  std::optional<Cases> Split;
  if (First.needsBits()) {
    if (refutedWithoutBits(First.facts()))
      return SolverAnswer::Unsatisfiable;
    if (Splits)
      Split = casesIn(First.facts());
  }
  SolverAnswer Answer = First.run(Model, Split ? StepsBeforeSplit : 0);
  if (Split && Answer == SolverAnswer::Unknown && !First.foundFalseModel())
    return checkCases(Conditions, *Split, Model, Splits - 1);
  if (Answer != SolverAnswer::Unknown || !First.foundFalseModel())
    return Answer;
  // From here on a model is looked for, and only a model is an answer. It has
  // a value for every operation.
  std::vector<TermRef> Defined = definedness(Conditions);
  std::vector<std::pair<TermRef, int64_t>> Pins(First.pins());
  if (Defined.size() > Conditions.size()) {
    Attempt Second(Tools, Defined);
    Answer = Second.run(Model);
    if (Answer == SolverAnswer::Satisfiable)
      return Answer;
    if (Answer == SolverAnswer::Unsatisfiable)
      return SolverAnswer::Unknown;
    Pins = Second.pins();
  }
  if (Pins.empty())
    return SolverAnswer::Unknown;
  // The factors of products as the model has them, then small ones: what is
  // left is linear.
  if (checkPinned(Defined, Pins, Model) == SolverAnswer::Satisfiable)
    return SolverAnswer::Satisfiable;
  for (int64_t Size : UsualSizes) {
    for (auto &[T, V] : Pins)
      V = std::clamp(Size, T->lo(), T->hi());
    if (checkPinned(Defined, Pins, Model) == SolverAnswer::Satisfiable)
      return SolverAnswer::Satisfiable;
  }
  return SolverAnswer::Unknown;
}

bool Solver::Implementation::refutedWithoutBits(llvm::ArrayRef<TermRef> Facts) {
  std::vector<TermRef> Weak = withoutBits(Terms, Facts), Linear;
  for (TermRef F : Weak)
    Linear.push_back(Tools.Integers.linear(F));
  // Steps of products take too long for a try.
  Assignment Ignored;
  return !Weak.empty() &&
         llvm::all_of(Tools.Integers.definitionsIn(Linear),
                      [](const Abstraction::Definition *D) {
                        return D->B->isConstant();
                      }) &&
         Attempt(Tools, Weak).run(Ignored, StepsWithoutBits) ==
             SolverAnswer::Unsatisfiable;
}

SolverAnswer
Solver::Implementation::checkCases(llvm::ArrayRef<TermRef> Conditions,
                                   const Cases &Of, Assignment &Model,
                                   unsigned Splits) {
  SolverAnswer Answer = SolverAnswer::Unsatisfiable;
  for (TermRef Case : Of.conditions(Terms)) {
    std::vector<TermRef> All(Conditions);
    All.push_back(Case);
    SolverAnswer Here = check(All, Model, Splits);
    if (Here == SolverAnswer::Satisfiable)
      return Here;
    if (Here == SolverAnswer::Unknown)
      Answer = Here;
    if (Tools.Z3.exhausted())
      return SolverAnswer::Unknown;
  }
  return Answer;
}

/// \p Conditions, and that every operation in them has a value.
std::vector<TermRef>
Solver::Implementation::definedness(llvm::ArrayRef<TermRef> Conditions) {
  std::vector<TermRef> Result(Conditions.begin(), Conditions.end());
  forEachTerm(Conditions, [&](TermRef T) {
    TermRef Needed = nullptr;
    if (T->kind() == TermKind::Quotient || T->kind() == TermKind::Remainder)
      Needed = Terms.logicalNot(Terms.zero(&T->operand(1)));
    else if (T->kind() == TermKind::ShiftLeft ||
             T->kind() == TermKind::ShiftRight)
      Needed = Terms.nonNegative(&T->operand(1));
    if (Needed && !Needed->isTrue())
      Result.push_back(Needed);
  });
  return Result;
}

SolverAnswer Solver::Implementation::checkPinned(
    llvm::ArrayRef<TermRef> Conditions,
    llvm::ArrayRef<std::pair<TermRef, int64_t>> Pins, Assignment &Model) {
  std::vector<TermRef> Pinned(Conditions.begin(), Conditions.end());
  for (auto [T, V] : Pins)
    Pinned.push_back(Terms.equal(T, Terms.constant(V)));
  Attempt A(Tools, Pinned);
  return A.run(Model);
}

/// Makes \p T smaller while a model can be found, then keeps it there.
void Solver::Implementation::minimise(std::vector<TermRef> &Conditions,
                                      TermRef T, Assignment &Model) {
  std::optional<int64_t> Value = evaluate(T, Model);
  if (!Value)
    return;
  // Small is near to zero. Most terms can be, so the aim starts at the floor
  // and moves away from it in growing steps, then halves the last one.
  int64_t Best = *Value, Floor = std::max<int64_t>(T->lo(), 0), Step = 0;
  for (unsigned I = 0; I < MinimiseSteps && Floor < Best; ++I) {
    int64_t Half = (Best - Floor) / 2, Aim = Floor + std::min(Step, Half);
    std::vector<TermRef> Smaller(Conditions);
    Smaller.push_back(Terms.lessEqual(Terms.constant(Floor), T));
    Smaller.push_back(Terms.lessEqual(T, Terms.constant(Aim)));
    Assignment Found;
    if (check(Smaller, Found) == SolverAnswer::Satisfiable) {
      Model = std::move(Found);
      Best = evaluate(T, Model).value_or(Aim);
    } else {
      Floor = Aim + 1;
      Step = 2 * Step + 1;
    }
  }
  Conditions.push_back(Terms.equal(T, Terms.constant(Best)));
}

SolverAnswer Solver::check(llvm::ArrayRef<TermRef> Conditions,
                           Assignment *Model) {
  Assignment Found;
  SolverAnswer Answer = Impl->check(Conditions, Found);
  if (Answer == SolverAnswer::Unknown)
    Impl->Tools.Z3.giveUp(PartGivenUp);
  if (Model && Answer == SolverAnswer::Satisfiable)
    *Model = std::move(Found);
  return Answer;
}

bool Solver::refutes(llvm::ArrayRef<TermRef> Conditions) {
  return Attempt(Impl->Tools, Conditions).refuted();
}

SolverAnswer Solver::checkSmall(llvm::ArrayRef<TermRef> Conditions,
                                llvm::ArrayRef<TermRef> Small,
                                Assignment &Model) {
  SolverAnswer Answer = check(Conditions, &Model);
  if (Answer != SolverAnswer::Satisfiable)
    return Answer;
  std::vector<TermRef> All(Conditions.begin(), Conditions.end());
  for (TermRef T : Small)
    Impl->minimise(All, T, Model);
  return Answer;
}

} // namespace oxide::prover
