// SPDX-License-Identifier: Apache-2.0
//
// oxide-tier-manual, see docs/checkers/tier-manual.md.

#include "core/Checker.h"
#include "tier/TierViolations.h"

namespace oxide {

namespace {

class TierManualChecker final : public Checker {
public:
  void finish() override {
    for (const tier::TierViolation &V :
         tier::violations(context(), OpTier::Manual))
      tier::describe(diag(V.Loc, V.Message + " outside a manual zone"), V,
                     "wrap this in OXIDE_MANUAL(\"contract\") { ... } and say "
                     "which protocol it follows");
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(TierManual)

} // namespace oxide
