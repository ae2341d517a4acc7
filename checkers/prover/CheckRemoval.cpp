// SPDX-License-Identifier: Apache-2.0

#include "prover/CheckRemoval.h"
#include "prover/CheckSites.h"
#include "prover/Pipeline.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Target/TargetMachine.h"

namespace oxide::prover {

using namespace llvm;

bool isCheckFailure(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && isCheckFailure(*Callee);
}

namespace {

class RemoveChecks : public PassInfoMixin<RemoveChecks> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    if (!hasChecks(*F.getParent()))
      return PreservedAnalyses::all();
    SmallVector<CheckSite, 0> Sites =
        findChecks(F, [](const Instruction &I) { return isCheckFailure(I); });
    if (Sites.empty())
      return PreservedAnalyses::all();
    TimeTraceScope Scope("Oxide check removal", F.getName());
    ExactBits Bits(F, Analyses.getResult<DominatorTreeAnalysis>(F),
                   Analyses.getResult<LoopAnalysis>(F),
                   Analyses.getResult<ScalarEvolutionAnalysis>(F));
    for (CheckSite &Site : Sites)
      judge(Site, Bits);
    // The analyses speak of the code as it is until here.
    erase_if(Sites, [](const CheckSite &Site) {
      return Site.Proof == CheckProof::None;
    });
    for (CheckSite &Site : Sites)
      discharge(Site);
    return Sites.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }
};

} // namespace

void addCheckRemoval(PassBuilder &Builder) {
  // After inlining, since operator[] belongs to many kernels, and before the
  // loop passes, which checks would hinder.
  Builder.registerPeepholeEPCallback(
      [](FunctionPassManager &Passes, OptimizationLevel Level) {
        if (Level != OptimizationLevel::O0)
          Passes.addPass(RemoveChecks());
      });
}

std::vector<CompiledCheck> compiledChecks(clang::ASTContext &AST,
                                          const clang::FunctionDecl &Kernel) {
  TimeTraceScope Scope("Oxide trial compilation");
  const clang::FunctionDecl *Wanted = &Kernel;
  std::unique_ptr<DeviceModule> Module = DeviceModule::build(AST, Wanted);
  Function *F = Module ? Module->find(&Kernel) : nullptr;
  std::unique_ptr<TargetMachine> Machine = createTargetMachine(AST);
  if (!F || !Machine)
    return {};
  resolveLibdevice(Module->module(), AST.getTargetInfo().getTargetOpts().CPU);

  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  PassBuilder Builder(Machine.get());
  addCheckRemoval(Builder);
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3)
      .run(Module->module(), Modules);

  DominatorTree DT(*F);
  LoopInfo LI(DT);
  std::vector<CompiledCheck> Result;
  for (const BasicBlock &B : *F)
    for (const Instruction &I : B)
      if (isCheckFailure(I))
        Result.push_back(
            {Module->lines().chain(I.getDebugLoc()), isMadeInLoop(B, LI)});
  return Result;
}

} // namespace oxide::prover
