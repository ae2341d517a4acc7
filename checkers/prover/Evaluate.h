// SPDX-License-Identifier: Apache-2.0
//
// The value of a term under an assignment: what a solver claims is checked
// here before anybody believes it.

#ifndef OXIDE_CHECKERS_PROVER_EVALUATE_H
#define OXIDE_CHECKERS_PROVER_EVALUATE_H

#include "prover/Term.h"
#include <map>
#include <optional>
#include <vector>

namespace oxide::prover {

/// Values of symbols. An application is found by its symbol and the values of
/// its arguments, so that a symbol is a function: equal arguments, equal value.
class Assignment {
public:
  /// Sets the value for \p Arguments; false, and nothing changes, where the
  /// symbol has another value there.
  [[nodiscard]] bool set(const Symbol &S, llvm::ArrayRef<int64_t> Arguments,
                         int64_t Value);
  /// As set, but takes the place of a value already there.
  void overwrite(const Symbol &S, llvm::ArrayRef<int64_t> Arguments,
                 int64_t Value);
  std::optional<int64_t> get(const Symbol &S,
                             llvm::ArrayRef<int64_t> Arguments = {}) const;
  /// The value of an application; nothing if an argument has none.
  std::optional<int64_t> valueOf(TermRef Application) const;
  bool empty() const { return Values.empty(); }
  void clear() { Values.clear(); }

  struct Entry {
    const Symbol *Function;
    std::vector<int64_t> Arguments;
    int64_t Value;
  };
  /// All values, in order of symbols and arguments.
  std::vector<Entry> entries() const;

private:
  struct Known {
    const Symbol *Function;
    int64_t Value;
  };
  std::map<std::pair<unsigned, std::vector<int64_t>>, Known> Values;
};

/// The value of \p T, 0 or 1 for a condition, in checked 64-bit arithmetic:
/// nothing on overflow, division by zero, a shift by a negative amount, and
/// where a value is missing that the result depends on.
std::optional<int64_t> evaluate(TermRef T, const Assignment &Values);

/// Gives the unknowns in \p Terms that have no value the one closest to zero:
/// what no condition is about may be anything.
void complete(Assignment &Values, llvm::ArrayRef<TermRef> Terms);

/// Whether all of \p Conditions hold for certain.
bool holds(llvm::ArrayRef<TermRef> Conditions, const Assignment &Values);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_EVALUATE_H
