// SPDX-License-Identifier: Apache-2.0
//
// Linear terms as formulas of Z3: over the integers, or over bit-vectors that
// are wide enough for no value to wrap.

#ifndef OXIDE_CHECKERS_PROVER_LOWERING_H
#define OXIDE_CHECKERS_PROVER_LOWERING_H

#include "prover/Term.h"
#include <optional>
#include <z3.h>

namespace oxide::prover {

/// One query, in a context of Z3 that outlives it.
class Lowering {
public:
  /// \p Width 0 is the integers, without a limit.
  Lowering(Z3_context Context, unsigned Width)
      : Context(Context), Width(Width) {}
  ~Lowering();
  Lowering(const Lowering &) = delete;
  Lowering &operator=(const Lowering &) = delete;

  /// Null where \p Condition has something without a formula.
  Z3_ast condition(TermRef Condition);
  /// The bounds of the unknowns that the conditions so far use.
  std::vector<Z3_ast> bounds();
  /// The value of an integer or a condition in \p Model.
  std::optional<int64_t> valueIn(Z3_model Model, TermRef T);
  /// Something went wrong inside of Z3.
  bool failed() const { return Failed; }

private:
  Z3_ast lower(TermRef T);
  Z3_ast compute(TermRef T);
  Z3_ast integer(TermRef T);
  Z3_ast application(TermRef T);
  Z3_ast sum(TermRef T);
  Z3_ast compare(TermRef T);
  Z3_ast bits(TermRef T);
  Z3_ast atLeast(Z3_ast A, Z3_ast B);
  Z3_ast junction(TermRef T);
  Z3_ast number(int64_t V);
  Z3_sort integers();
  Z3_ast keep(Z3_ast A);

  Z3_context Context;
  unsigned Width;
  bool Failed = false;
  std::vector<Z3_ast> Kept;
  std::vector<std::pair<TermRef, Z3_ast>> Unknowns;
  llvm::DenseMap<TermRef, Z3_ast> Done;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_LOWERING_H
