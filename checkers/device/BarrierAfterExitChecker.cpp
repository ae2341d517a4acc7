// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// A barrier behind the return of other threads; the prover finds it.
class BarrierAfterExitChecker final
    : public ProverChecker<prover::DefectKind::BarrierAfterExit> {};

} // namespace

OXIDE_REGISTER_CHECKER(BarrierAfterExit)

} // namespace oxide
