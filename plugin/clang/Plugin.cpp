// SPDX-License-Identifier: Apache-2.0
//
// The compiler plugin: `clang++ -fplugin=oxide.so` alone activates it, in each
// cc1 pass of a CUDA compilation.

#include "Analysis.h"
#include "Registry.h"
#include "common/Pragma.h"
#include "clang/CompilerReporter.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/PassSelection.h"
#include "clang/PluginArguments.h"
#include "llvm/ADT/STLExtras.h"

namespace {

using namespace oxide;

class OxideConsumer final : public clang::ASTConsumer {
public:
  OxideConsumer(clang::CompilerInstance &CI, PluginArguments Arguments)
      : CI(CI), Arguments(std::move(Arguments)),
        Tiers(this->Arguments.Cfg, this->Arguments.DefaultMode), Selection(CI) {
    addPragmaHandler(CI.getPreprocessor(), Tiers.pragmas());
    if (!this->Arguments.KeepChecks && this->Arguments.Prover.Enabled)
      addCheckRemoval(CI, reportsDenied() ? Denied
                                          : std::make_shared<DeniedKernels>());
  }

  void HandleTranslationUnit(clang::ASTContext &AST) override {
    // Code that does not compile has no meaning to analyse.
    if (CI.getDiagnostics().hasUncompilableErrorOccurred())
      return;
    AnalysisOptions Options{Arguments.Checkers, Selection.passes(),
                            Selection.locationFilter(), Arguments.Prover};
    // The first device pass speaks for all of them.
    bool Remarks = Arguments.Prover.Remarks && !Options.LocationFilter;
    CompilerReporter Reporter(CI.getDiagnostics(), Arguments.Flags, Remarks,
                              *Denied);
    analyse(AST, Tiers, Options, Reporter);
  }

private:
  bool reportsDenied() const {
    return llvm::any_of(Arguments.Checkers.enabled(), [](const CheckerInfo *I) {
      return I->Name == "oxide-denied-check";
    });
  }

  clang::CompilerInstance &CI;
  PluginArguments Arguments;
  TierMap Tiers;
  PassSelection Selection;
  std::shared_ptr<DeniedKernels> Denied = std::make_shared<DeniedKernels>();
};

class OxideAction final : public clang::PluginASTAction {
protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    return std::make_unique<OxideConsumer>(CI, std::move(*Arguments));
  }

  bool ParseArgs(const clang::CompilerInstance &CI,
                 const std::vector<std::string> &Args) override {
    llvm::Expected<PluginArguments> Parsed = parsePluginArguments(CI, Args);
    if (!Parsed) {
      // A mere `false` would end with exit code 0 and no message, and a typing
      // error would switch enforcement off.
      clang::DiagnosticsEngine &Diags = CI.getDiagnostics();
      unsigned Id =
          Diags.getCustomDiagID(clang::DiagnosticsEngine::Error, "oxide: %0");
      Diags.Report(Id) << llvm::toString(Parsed.takeError());
      return false;
    }
    Arguments = std::move(*Parsed);
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  std::optional<PluginArguments> Arguments;
};

} // namespace

static clang::FrontendPluginRegistry::Add<OxideAction>
    Registration("oxide", "safety tiers and checks for CUDA C++");
