// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// A wgmma used against its protocol; the prover finds it.
class WgmmaProtocolChecker final
    : public ProverChecker<prover::DefectKind::WgmmaProtocol> {};

} // namespace

OXIDE_REGISTER_CHECKER(WgmmaProtocol)

} // namespace oxide
