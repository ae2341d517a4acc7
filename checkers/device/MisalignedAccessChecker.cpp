// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// An access whose address is no multiple of its alignment; the prover finds
/// it.
class MisalignedAccessChecker final
    : public ProverChecker<prover::DefectKind::Misaligned> {};

} // namespace

OXIDE_REGISTER_CHECKER(MisalignedAccess)

} // namespace oxide
