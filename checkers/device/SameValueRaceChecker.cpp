// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// Conflicting writes that store one value; the prover finds it.
class SameValueRaceChecker final
    : public ProverChecker<prover::DefectKind::SameValueRace> {};

} // namespace

OXIDE_REGISTER_CHECKER(SameValueRace)

} // namespace oxide
