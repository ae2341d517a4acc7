// SPDX-License-Identifier: Apache-2.0

#include "KernelSetup.h"
#include "prover/Annotations.h"
#include "prover/FactTerms.h"

namespace oxide::prover {

using namespace llvm;

/// For all choices of launches of one kernel together.
static constexpr uint64_t StepLimit = 20'000'000;

KernelSetup::KernelSetup(CheckContext &Ctx, DeviceModule &Module,
                         const clang::FunctionDecl &Kernel, StringRef Name,
                         const LaunchShape &Shape, Function &F)
    : Ctx(Ctx), Module(Module), Kernel(Kernel), Shape(Shape), F(F), K(F),
      M(K, Shape.SameBuffer, Shape.OneBuffer), U(K, M), Inputs(inputs()),
      X(T, K, M, U, Inputs), S(T, StepLimit), Q(X, S, facts(Name)),
      Accesses(accessesOf(X, K, M)) {}

KernelInputs KernelSetup::inputs() const {
  KernelInputs Result;
  for (const Argument &A : F.args()) {
    KernelInputs::Parameter Parameter;
    if (const clang::ParmVarDecl *D = Module.parameter(A)) {
      Parameter.Name = D->getNameAsString();
      Parameter.Unsigned = D->getType()->isUnsignedIntegerOrEnumerationType();
    }
    for (const auto &[Number, Value] : Shape.Scalars)
      if (Number == A.getArgNo() && A.getType()->isIntegerTy())
        Parameter.Value = Value;
    Result.Parameters.push_back(std::move(Parameter));
  }
  for (unsigned D = 0; D != 3; ++D) {
    Result.Block[D] = Shape.Dims.Block[D];
    Result.Grid[D] = Shape.Dims.Grid[D];
    bool Threads = readsDimension(F, "tid", D);
    if (!Result.Block[D] && !Threads)
      Result.Block[D] = 1;
    if (!Result.Grid[D] && !readsDimension(F, "ctaid", D))
      Result.Grid[D] = 1;
  }
  Result.MaxThreads = Shape.MaxThreads;
  return Result;
}

std::vector<TermRef> KernelSetup::facts(StringRef Name) {
  std::vector<TermRef> Result;
  auto Scalar = [&](StringRef Wanted) -> TermRef {
    for (const Argument &A : F.args())
      if (A.getType()->isIntegerTy())
        if (const clang::ParmVarDecl *D = Module.parameter(A);
            D && D->getName() == Wanted)
          return X.term(&A);
    return nullptr;
  };
  for (const Assumption &A : Ctx.prover().Assumptions) {
    std::string Missing;
    if (A.Kernel.empty() || meansKernel(A.Kernel, Name))
      if (TermRef Fact = factTerm(X, A.Expr, Scalar, Missing))
        Result.push_back(Fact);
  }
  for (const BasicBlock &B : F)
    for (const Instruction &I : B)
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (const Value *Assumed = assumedBy(*Call); Assumed && !X.inLoop(&B))
          Result.push_back(T.implies(X.reach(&B), X.term(Assumed)));
  return Result;
}

} // namespace oxide::prover
