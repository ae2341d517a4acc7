// SPDX-License-Identifier: Apache-2.0
//
// Decides whether conditions can hold at the same time: cheap rules first, then
// Z3 with a limit on its steps, never on time, so that the answer is the same
// on every machine. Products of unknowns are abstracted with lemmas.
//
// Unsatisfiable is a proof. Satisfiable comes with a model under which every
// condition was evaluated. Everything else is Unknown.

#ifndef OXIDE_CHECKERS_PROVER_SOLVER_H
#define OXIDE_CHECKERS_PROVER_SOLVER_H

#include "prover/Evaluate.h"
#include "prover/Term.h"
#include <memory>

namespace oxide::prover {

enum class SolverAnswer : uint8_t { Unsatisfiable, Satisfiable, Unknown };

/// The solver of one kernel.
///
/// Values of symbols are 64-bit integers between their Lo and Hi; arithmetic on
/// them does not wrap. A quotient by zero and a shift by a negative amount are
/// any number.
class Solver {
public:
  /// \p StepLimit is for all queries together, in units of Z3's rlimit.
  Solver(TermContext &Terms, uint64_t StepLimit);
  ~Solver();
  Solver(const Solver &) = delete;
  Solver &operator=(const Solver &) = delete;

  /// Whether all of \p Conditions can hold. On Satisfiable, \p Model has a
  /// value for every application in them.
  SolverAnswer check(llvm::ArrayRef<TermRef> Conditions,
                     Assignment *Model = nullptr);
  /// Whether the rules before Z3 show that \p Conditions cannot hold.
  bool refutes(llvm::ArrayRef<TermRef> Conditions);
  /// As check, with a model in which the terms of \p Small are small, the
  /// first of them first.
  SolverAnswer checkSmall(llvm::ArrayRef<TermRef> Conditions,
                          llvm::ArrayRef<TermRef> Small, Assignment &Model);

  /// What the queries have used of the limit.
  uint64_t steps() const;
  /// The limit is used up: every further query that needs Z3 is Unknown.
  bool exhausted() const;
  /// Calls of check, and those that needed Z3.
  unsigned queries() const;
  unsigned hardQueries() const;

private:
  class Implementation;
  std::unique_ptr<Implementation> Impl;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_SOLVER_H
