// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// An access that leaves its array; the prover finds it.
class OutOfBoundsChecker final
    : public ProverChecker<prover::DefectKind::OutOfBounds> {};

} // namespace

OXIDE_REGISTER_CHECKER(OutOfBounds)

} // namespace oxide
