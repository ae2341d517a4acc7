// SPDX-License-Identifier: Apache-2.0

#include "device/ProverChecker.h"

namespace oxide {

namespace {

/// Atomic to the threads of a block, shared by more; the prover finds it.
class AtomicScopeChecker final
    : public ProverChecker<prover::DefectKind::AtomicScope> {};

} // namespace

OXIDE_REGISTER_CHECKER(AtomicScope)

} // namespace oxide
