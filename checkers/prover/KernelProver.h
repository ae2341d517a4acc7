// SPDX-License-Identifier: Apache-2.0
//
// One kernel under one launch: from its code to a proof.

#ifndef OXIDE_CHECKERS_PROVER_KERNELPROVER_H
#define OXIDE_CHECKERS_PROVER_KERNELPROVER_H

#include "core/CheckContext.h"
#include "core/KernelFacts.h"
#include "prover/LaunchShapes.h"
#include "prover/Pipeline.h"
#include "prover/Proof.h"

namespace oxide::prover {

/// Proves \p Kernel for \p Shape, with the facts that \p Options has for
/// \p Name.
KernelProof proveKernel(CheckContext &Ctx, DeviceModule &Module,
                        Pipeline &Passes, const clang::FunctionDecl &Kernel,
                        llvm::StringRef Name, const LaunchShape &Shape);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_KERNELPROVER_H
