// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// Two threads of a block conflict on shared memory; the prover finds it.
class SharedRaceChecker final
    : public ProverChecker<prover::DefectKind::SharedRace> {};

} // namespace

OXIDE_REGISTER_CHECKER(SharedRace)

} // namespace oxide
