// SPDX-License-Identifier: Apache-2.0
//
// What an analysis of one kernel under one launch begins with: the inputs of
// the translator, and the facts that the user and the code state.

#ifndef OXIDE_CHECKERS_PROVER_LAUNCHFACTS_H
#define OXIDE_CHECKERS_PROVER_LAUNCHFACTS_H

#include "core/CheckContext.h"
#include "prover/DeviceModule.h"
#include "prover/LaunchShapes.h"
#include "prover/Translator.h"

namespace oxide::prover {

/// The inputs of \p F under \p Shape. Dimensions that the kernel does not look
/// at are taken to be one. What that assumes is added to \p Assumptions.
KernelInputs kernelInputs(const DeviceModule &Module, const llvm::Function &F,
                          const LaunchShape &Shape,
                          std::vector<std::string> &Assumptions);

/// What `--assume` says about the kernel \p Name, the relations of \p Shape,
/// and what the kernel \p F itself assumes where control comes to it. What
/// others than the kernel say is added to \p Assumptions.
std::vector<TermRef> statedFacts(CheckContext &Ctx, const DeviceModule &Module,
                                 const llvm::Function &F, llvm::StringRef Name,
                                 const LaunchShape &Shape, Translator &X,
                                 std::vector<std::string> &Assumptions);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_LAUNCHFACTS_H
