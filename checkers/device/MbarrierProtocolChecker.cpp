// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// An mbarrier used against its protocol; the prover finds it.
class MbarrierProtocolChecker final
    : public ProverChecker<prover::DefectKind::MbarrierProtocol> {};

} // namespace

OXIDE_REGISTER_CHECKER(MbarrierProtocol)

} // namespace oxide
