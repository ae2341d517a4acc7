// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// One access of a conflict is atomic, the other is not; the prover finds it.
class AtomicMixChecker final
    : public ProverChecker<prover::DefectKind::AtomicMix> {};

} // namespace

OXIDE_REGISTER_CHECKER(AtomicMix)

} // namespace oxide
