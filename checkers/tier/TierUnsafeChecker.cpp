// SPDX-License-Identifier: Apache-2.0
//
// oxide-tier-unsafe, see docs/checkers/tier-unsafe.md.

#include "core/Checker.h"
#include "tier/TierViolations.h"

namespace oxide {

namespace {

class TierUnsafeChecker final : public Checker {
public:
  void finish() override {
    for (const tier::TierViolation &V :
         tier::violations(context(), OpTier::Unsafe))
      tier::describe(diag(V.Loc, V.Message + " outside an unsafe zone"), V,
                     adviceFor(V.Effect));
  }

private:
  static llvm::StringRef adviceFor(cuda::OpEffect Effect) {
    switch (Effect) {
    case cuda::OpEffect::RawLoad:
      return "read through oxide::Slice<const T>, or wrap this in "
             "OXIDE_UNSAFE(\"contract\") { ... } and say why it is right";
    case cuda::OpEffect::RawStore:
      return "write through oxide::DisjointSlice<T>, or wrap this in "
             "OXIDE_UNSAFE(\"contract\") { ... } and say why it is right";
    default:
      return "wrap this in OXIDE_UNSAFE(\"contract\") { ... } and say why it "
             "is right";
    }
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(TierUnsafe)

} // namespace oxide
