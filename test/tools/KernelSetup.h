// SPDX-License-Identifier: Apache-2.0
//
// One kernel under one launch, taken apart as the prover does it.

#ifndef OXIDE_TEST_TOOLS_KERNELSETUP_H
#define OXIDE_TEST_TOOLS_KERNELSETUP_H

#include "core/CheckContext.h"
#include "prover/Access.h"
#include "prover/DeviceModule.h"
#include "prover/LaunchShapes.h"
#include "prover/Query.h"
#include "prover/Translator.h"

namespace oxide::prover {

class KernelSetup {
public:
  /// \p F is what the pipeline made of \p Kernel.
  KernelSetup(CheckContext &Ctx, DeviceModule &Module,
              const clang::FunctionDecl &Kernel, llvm::StringRef Name,
              const LaunchShape &Shape, llvm::Function &F);

  CheckContext &Ctx;
  DeviceModule &Module;
  const clang::FunctionDecl &Kernel;
  const LaunchShape &Shape;
  llvm::Function &F;
  KernelIR K;
  MemoryModel M;
  Uniformity U;
  std::vector<std::string> Assumptions;
  KernelInputs Inputs;
  TermContext T;
  Translator X;
  Solver S;
  Query Q;
  std::vector<Access> Accesses;
};

} // namespace oxide::prover

#endif // OXIDE_TEST_TOOLS_KERNELSETUP_H
