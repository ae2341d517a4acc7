// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// Lanes of a warp conflict that old hardware ran in lock-step; the prover
/// finds it.
class WarpSyncChecker final
    : public ProverChecker<prover::DefectKind::WarpSync> {};

} // namespace

OXIDE_REGISTER_CHECKER(WarpSync)

} // namespace oxide
