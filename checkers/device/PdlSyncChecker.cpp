// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// A dependent kernel that does not wait; the prover finds it.
class PdlSyncChecker final : public ProverChecker<prover::DefectKind::PdlSync> {
};

} // namespace

OXIDE_REGISTER_CHECKER(PdlSync)

} // namespace oxide
