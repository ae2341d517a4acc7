// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// A generic write that the async proxy reads without a proxy fence; the prover
/// finds it.
class AsyncProxyFenceChecker final
    : public ProverChecker<prover::DefectKind::AsyncProxyFence> {};

} // namespace

OXIDE_REGISTER_CHECKER(AsyncProxyFence)

} // namespace oxide
