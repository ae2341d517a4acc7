// SPDX-License-Identifier: Apache-2.0
//
// The contexts of Z3 for one kernel and the count of its steps.

#ifndef OXIDE_CHECKERS_PROVER_Z3_SESSION_H
#define OXIDE_CHECKERS_PROVER_Z3_SESSION_H

#include "prover/Solver.h"
#include <optional>
#include <z3.h>

namespace oxide::prover {

/// What every solver of the project has in common: it stops after \p Steps, and
/// it leaves signals to the program. Z3 would take SIGINT over while it works,
/// in a way that threads disturb: an interrupted program went on, or crashed.
/// \p Old chooses the older of its arithmetic solvers.
void setUp(Z3_context Context, Z3_solver Solver, uint64_t Steps, bool Old);

class Z3Session {
public:
  explicit Z3Session(uint64_t StepLimit) : Limit(StepLimit) {}
  ~Z3Session();
  Z3Session(const Z3Session &) = delete;
  Z3Session &operator=(const Z3Session &) = delete;

  struct Query {
    /// Linear conditions; one without a formula is left out, which can make
    /// the answer Satisfiable but never Unsatisfiable.
    std::vector<TermRef> Conditions;
    /// Of the bit-vectors, 0 for integers.
    unsigned Width = 0;
    /// That the query may use, 0 for the usual.
    uint64_t MostSteps = 0;
    /// Terms whose values are wanted on Satisfiable.
    std::vector<TermRef> Wanted;
    std::vector<std::optional<int64_t>> Values;
  };
  SolverAnswer solve(Query &Q);

  /// Gives up the given part of what is left of the limit.
  void giveUp(uint64_t Part) {
    Limit -= exhausted() ? 0 : (Limit - Used) / Part;
  }

  uint64_t steps() const { return Used; }
  bool exhausted() const { return Used >= Limit; }
  unsigned queries() const { return Queries; }

private:
  SolverAnswer solveIn(Z3_context Context, uint64_t &Counted, Query &Q,
                       uint64_t Steps);
  void renewShared();
  void count(Z3_context Context, Z3_solver Solver, uint64_t &Counted);

  uint64_t Limit;
  uint64_t Used = 0;
  unsigned Queries = 0;
  /// Making a context takes longer than a usual query.
  Z3_context Shared = nullptr;
  uint64_t SharedCounted = 0;
  unsigned SharedQueries = 0;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_Z3_SESSION_H
