// SPDX-License-Identifier: Apache-2.0

#include "KernelSetup.h"
#include "prover/LaunchFacts.h"

namespace oxide::prover {

using namespace llvm;

/// For all choices of launches of one kernel together.
static constexpr uint64_t StepLimit = 20'000'000;

KernelSetup::KernelSetup(CheckContext &Ctx, DeviceModule &Module,
                         const clang::FunctionDecl &Kernel, StringRef Name,
                         const LaunchShape &Shape, Function &F)
    : Ctx(Ctx), Module(Module), Kernel(Kernel), Shape(Shape), F(F), K(F),
      M(K, Shape.SameBuffer, Shape.OneBuffer), U(K, M),
      Inputs(kernelInputs(Module, F, Shape, Assumptions)),
      X(T, K, M, U, Inputs), S(T, StepLimit),
      Q(X, S, statedFacts(Ctx, Module, F, Name, Shape, X, Assumptions)),
      Accesses(accessesOf(X, K, M)) {}

} // namespace oxide::prover
