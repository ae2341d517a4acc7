// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// An access by threads beyond the last element; the prover finds it.
class MissingGuardChecker final
    : public ProverChecker<prover::DefectKind::MissingGuard> {};

} // namespace

OXIDE_REGISTER_CHECKER(MissingGuard)

} // namespace oxide
