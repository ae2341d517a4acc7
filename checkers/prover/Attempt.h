// SPDX-License-Identifier: Apache-2.0

#ifndef OXIDE_CHECKERS_PROVER_ATTEMPT_H
#define OXIDE_CHECKERS_PROVER_ATTEMPT_H

#include "prover/Abstraction.h"
#include "prover/Presolver.h"
#include "prover/Z3Session.h"

namespace oxide::prover {

/// What all queries of one kernel share.
struct SolverTools {
  SolverTools(TermContext &Terms, uint64_t StepLimit)
      : Terms(Terms), Integers(Terms, false), Bits(Terms, true), Z3(StepLimit) {
  }
  TermContext &Terms;
  Abstraction Integers, Bits;
  Z3Session Z3;
};

/// One try at a conjunction: presolver, linear terms, Z3, check of the model.
class Attempt {
public:
  Attempt(SolverTools &Tools, llvm::ArrayRef<TermRef> Conditions)
      : Tools(Tools), Conditions(Conditions), Rules(Tools.Terms) {}

  /// With \p MostSteps, Z3 gives up after that many.
  SolverAnswer run(Assignment &Model, uint64_t MostSteps = 0);
  /// Whether integers are not enough for what the presolver leaves.
  bool needsBits();
  /// What the presolver leaves, unless it refutes the conditions.
  llvm::ArrayRef<TermRef> facts() const { return Rules.facts(); }
  /// Whether the presolver alone finds a contradiction.
  bool refuted();

  /// After Unknown: Z3 had a model of the linear terms, and it was not one of
  /// the conditions.
  bool foundFalseModel() const { return FalseModel; }
  /// After Unknown: unknowns that occur as factors, and their values in
  /// the last such model.
  llvm::ArrayRef<std::pair<TermRef, int64_t>> pins() const { return Pins; }

private:
  Abstraction &abstraction();
  Abstraction &chooseAbstraction();
  bool prepare(Abstraction &With);
  void addBounds(Abstraction &With);
  bool add(Abstraction &With, TermRef Condition);
  bool addLemma(Abstraction &With, llvm::ArrayRef<TermRef> Parts);
  bool read(Assignment &Model);
  bool complete(Assignment &Model);
  bool refine(Abstraction &With);
  bool refineProduct(Abstraction &With, const Abstraction::Definition &D);
  bool refinePair(Abstraction &With, const Abstraction::Pair &P);
  std::optional<int64_t> valueOf(TermRef Linear) const;
  void findPins(const Abstraction &With, const Assignment &Model);

  SolverTools &Tools;
  llvm::ArrayRef<TermRef> Conditions;
  Presolver Rules;
  /// Applications in the facts; the first of the query's wanted terms.
  std::vector<TermRef> Applications;
  std::vector<const Abstraction::Definition *> Definitions;
  Z3Session::Query Query;
  /// Where a term stands among the wanted ones.
  llvm::DenseMap<TermRef, size_t> Index;
  std::vector<std::pair<TermRef, int64_t>> Pins;
  std::optional<bool> Refuted;   ///< what refuted() has found
  Abstraction *Chosen = nullptr; ///< what abstraction() has found
  bool FalseModel = false;
  bool Exact = false;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_ATTEMPT_H
