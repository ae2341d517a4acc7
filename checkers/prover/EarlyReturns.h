// SPDX-License-Identifier: Apache-2.0
//
// Which exits of a kernel its author has written as a return. The code alone
// does not tell `if (c) return;` from the end of a body within `if (!c)`.

#ifndef OXIDE_CHECKERS_PROVER_EARLYRETURNS_H
#define OXIDE_CHECKERS_PROVER_EARLYRETURNS_H

#include "core/CheckContext.h"
#include "prover/DeviceModule.h"
#include "prover/ThreadExits.h"

namespace oxide::prover {

/// Those of \p Exits that come from a return before a barrier: of the kernel
/// itself, or of a function with which the kernel ends.
std::vector<ThreadExit> earlyReturns(CheckContext &Ctx,
                                     const DeviceModule &Module,
                                     const clang::FunctionDecl &Kernel,
                                     const KernelIR &K,
                                     llvm::ArrayRef<ThreadExit> Exits);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_EARLYRETURNS_H
