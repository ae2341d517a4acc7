// SPDX-License-Identifier: Apache-2.0

#include "prover/Unroll.h"
#include "prover/KernelIR.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

namespace oxide::prover {

using namespace llvm;

static constexpr const char *MarkKind = "oxide.unroll";

/// The phases of a kernel grow with the copies, and pairs of accesses with the
/// square of those between two barriers.
static constexpr unsigned MostIterations = 64;
static constexpr unsigned MostInstructions = 4000;

void markForUnrolling(Instruction &I) {
  I.setMetadata(MarkKind, MDNode::get(I.getContext(), {}));
}

static bool isWorthIt(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *B) {
    return any_of(*B, [](const Instruction &I) {
      return I.hasMetadata(MarkKind) || asSync(I);
    });
  });
}

static size_t sizeOf(const Loop &L) {
  size_t Size = 0;
  for (const BasicBlock *B : L.blocks())
    Size += B->size();
  return Size;
}

bool unrollOneLoop(Function &F, FunctionAnalysisManager &Functions) {
  auto &Loops = Functions.getResult<LoopAnalysis>(F);
  auto &Evolution = Functions.getResult<ScalarEvolutionAnalysis>(F);
  size_t Now = F.getInstructionCount();
  for (Loop *L : Loops.getLoopsInPreorder()) {
    unsigned Iterations = Evolution.getSmallConstantMaxTripCount(L);
    if (!Iterations || Iterations > MostIterations ||
        !L->isLoopSimplifyForm() || !isWorthIt(*L) ||
        Now + sizeOf(*L) * (Iterations - 1) > MostInstructions)
      continue;
    UnrollLoopOptions Options{};
    Options.Count = Iterations;
    Options.Force = true;
    Options.ForgetAllSCEV = true;
    auto &Remarks = Functions.getResult<OptimizationRemarkEmitterAnalysis>(F);
    if (UnrollLoop(L, Options, &Loops, &Evolution,
                   &Functions.getResult<DominatorTreeAnalysis>(F),
                   &Functions.getResult<AssumptionAnalysis>(F),
                   &Functions.getResult<TargetIRAnalysis>(F), &Remarks,
                   /*PreserveLCSSA=*/true) == LoopUnrollResult::FullyUnrolled)
      return true;
  }
  return false;
}

} // namespace oxide::prover
