// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// A signal for the block before its threads are ready; the prover finds it.
class SignalOrderChecker final
    : public ProverChecker<prover::DefectKind::SignalOrder> {};

} // namespace

OXIDE_REGISTER_CHECKER(SignalOrder)

} // namespace oxide
