// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// A read of shared memory that nobody has written; the prover finds it.
class UninitializedSharedChecker final
    : public ProverChecker<prover::DefectKind::UninitializedShared> {};

} // namespace

OXIDE_REGISTER_CHECKER(UninitializedShared)

} // namespace oxide
