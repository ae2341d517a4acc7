// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// Waiting for a flag or counter in a way that cannot work; the prover finds
/// it.
class PlainFlagChecker final
    : public ProverChecker<prover::DefectKind::PlainFlag> {};

} // namespace

OXIDE_REGISTER_CHECKER(PlainFlag)

} // namespace oxide
