// SPDX-License-Identifier: Apache-2.0
//
// What can be decided without a solver: equalities are substituted, bounds
// propagated, alternatives that the bounds exclude removed. Most queries about
// races end here.

#ifndef OXIDE_CHECKERS_PROVER_PRESOLVER_H
#define OXIDE_CHECKERS_PROVER_PRESOLVER_H

#include "prover/Evaluate.h"
#include "prover/TermBounds.h"
#include <map>
#include <set>

namespace oxide::prover {

class Presolver {
public:
  explicit Presolver(TermContext &Terms) : Terms(Terms) {}

  /// Simplifies \p Conditions; false where they contradict each other.
  bool run(llvm::ArrayRef<TermRef> Conditions);
  /// Whether they contradict each other, trying the alternatives of up to
  /// \p Leaves disjunctions.
  bool refute(llvm::ArrayRef<TermRef> Conditions, unsigned &Leaves);

  /// What is left, equivalent to the conditions up to the substituted terms.
  llvm::ArrayRef<TermRef> facts() const { return Facts; }
  /// Bounds of \p T under the facts.
  Bounds bounds(TermRef T);
  /// Applications without arguments and what took their place; an entry may
  /// use applications that a later one replaces.
  llvm::ArrayRef<std::pair<TermRef, TermRef>> substituted() const {
    return Substituted;
  }

private:
  enum class Outcome { Contradiction, Changed, Stable };

  bool flatten();
  bool substituteEqualities();
  TermRef pickVariable(TermRef Sum, TermRef &Value);
  void substitute(TermRef Variable, TermRef Value);
  Outcome propagate();
  bool learn(TermRef Fact);
  bool learnSum(TermRef Sum, bool Equal);
  bool exclude(TermRef Sum);
  bool narrow(TermRef T, Bounds To);
  Outcome substituteFixed();
  Outcome prune();
  Outcome splitDigits();
  Outcome separate();
  TermRef withoutBits(TermRef T);
  TermRef simplified(TermRef T, llvm::DenseMap<TermRef, TermRef> &Done);

  TermContext &Terms;
  llvm::SmallVector<TermRef, 16> Facts;
  llvm::SmallVector<std::pair<TermRef, TermRef>, 8> Substituted;
  std::set<unsigned> Nonlinear;
  std::map<unsigned, std::pair<TermRef, Bounds>> Known;
  llvm::DenseMap<TermRef, Bounds> Cache;
  bool Narrowed = false;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_PRESOLVER_H
