// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// An asynchronous copy that its wait does not cover; the prover finds it.
class CpAsyncWaitChecker final
    : public ProverChecker<prover::DefectKind::CpAsyncWait> {};

} // namespace

OXIDE_REGISTER_CHECKER(CpAsyncWait)

} // namespace oxide
