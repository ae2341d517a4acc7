// SPDX-License-Identifier: Apache-2.0

#include "prover/Z3Session.h"
#include "prover/Lowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace oxide::prover {

namespace {

/// What one query costs besides, so that many small ones end as well.
constexpr uint64_t QueryCost = 4'000;
/// Limits of one query, in Z3's units.
constexpr uint64_t IntegerSteps = 600'000, BitSteps = 1'500'000;
/// What a query may use in the shared context. One that needs more gets a
/// context of its own: its answer must not depend on the queries before.
constexpr uint64_t SharedSteps = 200'000;
/// Terms of old queries stay in a context.
constexpr unsigned SharedLife = 256;

Z3_context makeContext() {
  Z3_config Config = Z3_mk_config();
  Z3_context Context = Z3_mk_context_rc(Config);
  Z3_del_config(Config);
  if (Context)
    Z3_set_error_handler(Context, nullptr);
  return Context;
}

Z3_solver makeSolver(Z3_context Context, bool Bits, uint64_t Steps) {
  // The plain core is four times faster on small integer queries; bit-vectors
  // need the preprocessing of their logic.
  Z3_solver Solver =
      Bits ? Z3_mk_solver_for_logic(Context,
                                    Z3_mk_string_symbol(Context, "QF_UFBV"))
           : Z3_mk_simple_solver(Context);
  if (!Solver)
    return nullptr;
  Z3_solver_inc_ref(Context, Solver);
  // The newer arithmetic of Z3 4.8 has loops that count no steps.
  setUp(Context, Solver, Steps, /*Old=*/!Bits);
  return Solver;
}

} // namespace

void setUp(Z3_context Context, Z3_solver Solver, uint64_t Steps, bool Old) {
  auto Name = [&](const char *Text) {
    return Z3_mk_string_symbol(Context, Text);
  };
  Z3_params Parameters = Z3_mk_params(Context);
  Z3_params_inc_ref(Context, Parameters);
  Z3_params_set_uint(Context, Parameters, Name("rlimit"),
                     static_cast<unsigned>(Steps));
  Z3_params_set_bool(Context, Parameters, Name("ctrl_c"), false);
  if (Old)
    Z3_params_set_uint(Context, Parameters, Name("arith.solver"), 2);
  Z3_solver_set_params(Context, Solver, Parameters);
  Z3_params_dec_ref(Context, Parameters);
}

Z3Session::~Z3Session() {
  if (Shared)
    Z3_del_context(Shared);
}

void Z3Session::renewShared() {
  if (Shared && SharedQueries < SharedLife)
    return;
  if (Shared)
    Z3_del_context(Shared);
  Shared = makeContext();
  SharedCounted = 0;
  SharedQueries = 0;
}

SolverAnswer Z3Session::solve(Query &Q) {
  if (exhausted())
    return SolverAnswer::Unknown;
  ++Queries;
  // One query must not take all that is left for the others.
  uint64_t Left = Limit - Used;
  uint64_t Steps = std::min(Q.Width ? BitSteps : IntegerSteps,
                            std::max(Left / 8, std::min(Left, SharedSteps)));
  if (Q.MostSteps)
    Steps = std::min(Steps, Q.MostSteps);
  renewShared();
  ++SharedQueries;
  SolverAnswer Answer = SolverAnswer::Unknown;
  if (Shared)
    Answer = solveIn(Shared, SharedCounted, Q, std::min(Steps, SharedSteps));
  if (Answer != SolverAnswer::Unknown || Steps <= SharedSteps || exhausted())
    return Answer;
  Z3_context Fresh = makeContext();
  if (!Fresh)
    return SolverAnswer::Unknown;
  uint64_t Counted = 0;
  Answer = solveIn(Fresh, Counted, Q, Steps);
  Z3_del_context(Fresh);
  return Answer;
}

SolverAnswer Z3Session::solveIn(Z3_context Context, uint64_t &Counted, Query &Q,
                                uint64_t Steps) {
  Lowering Formulas(Context, Q.Width);
  Z3_solver Solver = makeSolver(Context, Q.Width != 0, Steps);
  if (!Solver)
    return SolverAnswer::Unknown;
  for (TermRef C : Q.Conditions)
    if (Z3_ast A = Formulas.condition(C))
      Z3_solver_assert(Context, Solver, A);
  for (Z3_ast A : Formulas.bounds())
    Z3_solver_assert(Context, Solver, A);
  Z3_lbool Result = Z3_L_UNDEF;
  if (!Formulas.failed() && Z3_get_error_code(Context) == Z3_OK)
    Result = Z3_solver_check(Context, Solver);
  count(Context, Solver, Counted);
  SolverAnswer Answer = SolverAnswer::Unknown;
  if (Result == Z3_L_FALSE && Z3_get_error_code(Context) == Z3_OK)
    Answer = SolverAnswer::Unsatisfiable;
  Z3_model Model = nullptr;
  if (Result == Z3_L_TRUE)
    Model = Z3_solver_get_model(Context, Solver);
  if (Model) {
    Z3_model_inc_ref(Context, Model);
    Answer = SolverAnswer::Satisfiable;
    Q.Values.clear();
    for (TermRef T : Q.Wanted)
      Q.Values.push_back(Formulas.valueIn(Model, T));
    Z3_model_dec_ref(Context, Model);
  }
  Z3_solver_dec_ref(Context, Solver);
  return Answer;
}

/// Adds what the last check used; Z3 counts for the context as a whole.
void Z3Session::count(Z3_context Context, Z3_solver Solver, uint64_t &Counted) {
  Z3_stats Statistics = Z3_solver_get_statistics(Context, Solver);
  if (!Statistics)
    return;
  Z3_stats_inc_ref(Context, Statistics);
  for (unsigned I = 0; I < Z3_stats_size(Context, Statistics); ++I) {
    if (llvm::StringRef(Z3_stats_get_key(Context, Statistics, I)) !=
        "rlimit count")
      continue;
    uint64_t Total = Z3_stats_is_uint(Context, Statistics, I)
                         ? Z3_stats_get_uint_value(Context, Statistics, I)
                         : static_cast<uint64_t>(Z3_stats_get_double_value(
                               Context, Statistics, I));
    if (Total > Counted) {
      Used += Total - Counted + QueryCost;
      Counted = Total;
    }
  }
  Z3_stats_dec_ref(Context, Statistics);
}

} // namespace oxide::prover
