// SPDX-License-Identifier: Apache-2.0
//
// Runs of a kernel in the interpreter, with a launch and arguments that a host
// might pass. What arrays contain decides many races of ordinary code, and no
// solver finds contents that make a chain of loads, loops and branches meet.

#ifndef OXIDE_CHECKERS_PROVER_TRIALRUNS_H
#define OXIDE_CHECKERS_PROVER_TRIALRUNS_H

#include "prover/Races.h"

namespace oxide::prover {

struct TrialSetup {
  std::optional<uint64_t> SharedBytes; ///< of the dynamic shared memory
  unsigned Lockstep = 0;               ///< as RaceOptions
  /// Also look for what depends on input.
  bool InputDependent = false;
};

/// Adds to \p Report the conflicts that happen in runs of \p F, each with the
/// run as its model. They depend on input, unless the launch is known and no
/// content decides what the kernel does. What \p Report knows better stays.
void addTrialRaces(const llvm::Function &F, Query &Q,
                   llvm::ArrayRef<Access> Accesses, const TrialSetup &Setup,
                   RaceReport &Report);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_TRIALRUNS_H
