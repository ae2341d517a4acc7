// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// A mask that leaves out or names the wrong lanes; the prover finds it.
class WarpMaskChecker final
    : public ProverChecker<prover::DefectKind::WarpMask> {};

} // namespace

OXIDE_REGISTER_CHECKER(WarpMask)

} // namespace oxide
