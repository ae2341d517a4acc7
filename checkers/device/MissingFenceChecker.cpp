// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// A signal without the fence that it needs; the prover finds it.
class MissingFenceChecker final
    : public ProverChecker<prover::DefectKind::MissingFence> {};

} // namespace

OXIDE_REGISTER_CHECKER(MissingFence)

} // namespace oxide
