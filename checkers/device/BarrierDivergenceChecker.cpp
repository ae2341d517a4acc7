// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// A barrier that not all threads come to; the prover finds it.
class BarrierDivergenceChecker final
    : public ProverChecker<prover::DefectKind::BarrierDivergence> {};

} // namespace

OXIDE_REGISTER_CHECKER(BarrierDivergence)

} // namespace oxide
