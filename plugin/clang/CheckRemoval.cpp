// SPDX-License-Identifier: Apache-2.0

#include "clang/CheckRemoval.h"
#include "prover/CheckRemoval.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Mangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace oxide {

using namespace llvm;

void DeniedKernels::add(const clang::FunctionDecl &Kernel, bool AsError) {
  std::string Name;
  raw_string_ostream OS(Name);
  Kernel.getNameForDiagnostic(OS, Kernel.getASTContext().getPrintingPolicy(),
                              /*Qualified=*/true);
  clang::ASTNameGenerator Mangled(Kernel.getASTContext());
  Entries[Mangled.getName(&Kernel)] = {Kernel.getLocation(), Name, AsError};
}

namespace {

class ReportLeftChecks : public PassInfoMixin<ReportLeftChecks> {
public:
  ReportLeftChecks(clang::DiagnosticsEngine &Diags,
                   std::shared_ptr<const DeniedKernels> Denied)
      : Diags(&Diags), Denied(std::move(Denied)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    for (const auto &[Mangled, Kernel] : Denied->entries())
      if (const Function *F = M.getFunction(Mangled))
        if (unsigned Left = count(*F)) {
          unsigned Id = Diags->getCustomDiagID(
              Kernel.AsError ? clang::DiagnosticsEngine::Error
                             : clang::DiagnosticsEngine::Warning,
              "%0 bounds check%s0 left in the code of '%1', whose contract "
              "denies checks, though the prover shows that %plural{1:it is|:"
              "they are}0 redundant where all calls are inlined");
          Diags->Report(Kernel.Loc, Id) << Left << Kernel.Name;
        }
    return PreservedAnalyses::all();
  }

private:
  /// Checks in \p Kernel and in what it calls.
  static unsigned count(const Function &Kernel) {
    std::set<const Function *> Seen{&Kernel};
    SmallVector<const Function *, 8> Open{&Kernel};
    unsigned Result = 0;
    while (!Open.empty())
      for (const Instruction &I : instructions(*Open.pop_back_val())) {
        if (prover::isCheckFailure(I)) {
          ++Result;
          continue;
        }
        const auto *Call = dyn_cast<CallBase>(&I);
        const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
        if (Callee && Seen.insert(Callee).second)
          Open.push_back(Callee);
      }
    return Result;
  }

  clang::DiagnosticsEngine *Diags;
  std::shared_ptr<const DeniedKernels> Denied;
};

} // namespace

void addCheckRemoval(clang::CompilerInstance &CI,
                     std::shared_ptr<const DeniedKernels> Denied) {
  if (!CI.getLangOpts().CUDAIsDevice)
    return;
  CI.getCodeGenOpts().PassBuilderCallbacks.push_back(
      [&Diags = CI.getDiagnostics(),
       Denied = std::move(Denied)](PassBuilder &Builder) {
        prover::addCheckRemoval(Builder);
        Builder.registerOptimizerLastEPCallback(
            [&Diags, Denied](ModulePassManager &Passes, OptimizationLevel Level,
                             ThinOrFullLTOPhase) {
              if (Level != OptimizationLevel::O0)
                Passes.addPass(ReportLeftChecks(Diags, Denied));
            });
      });
}

} // namespace oxide
