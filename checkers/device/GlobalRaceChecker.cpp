// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// Two threads conflict on memory of the whole grid; the prover finds it.
class GlobalRaceChecker final
    : public ProverChecker<prover::DefectKind::GlobalRace> {};

} // namespace

OXIDE_REGISTER_CHECKER(GlobalRace)

} // namespace oxide
