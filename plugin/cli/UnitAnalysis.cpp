// SPDX-License-Identifier: Apache-2.0

#include "cli/UnitAnalysis.h"
#include "Analysis.h"
#include "cli/AsmRepair.h"
#include "cli/ErrorCollector.h"
#include "cli/NvccMacro.h"
#include "cli/NvccShim.h"
#include "cli/SharedBarrier.h"
#include "common/Pragma.h"
#include "core/Resolver.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Tool.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

namespace oxide {

namespace {

/// Resolves what the analysis reports while its locations still mean
/// something.
class ReportReporter final : public Reporter {
public:
  ReportReporter(PassReport &P, Resolver &R, const WarningFlags &Warnings)
      : P(P), R(R), Warnings(Warnings) {}

  void report(const Finding &F) override {
    ResolvedFinding &Result = P.Findings.emplace_back(R.resolve(F));
    Result.Passes = P.Passes;
    if (F.Level == Severity::Warning && Warnings.isError(*F.Checker))
      Result.Level = Severity::Error;
    if (!P.Arch.empty())
      Result.Archs.push_back(P.Arch);
  }
  void report(const KernelVerdict &K) override {
    P.Kernels.push_back(R.resolve(K));
  }
  void report(const ZoneRecord &Z) override { P.Zones.push_back(R.resolve(Z)); }

private:
  PassReport &P;
  Resolver &R;
  const WarningFlags &Warnings;
};

class AnalysisConsumer final : public clang::ASTConsumer {
public:
  AnalysisConsumer(clang::CompilerInstance &CI, const AnalysisSetup &Setup,
                   PassReport &P)
      : CI(CI), Setup(Setup), P(P), Tiers(Setup.Cfg, Setup.DefaultMode) {
    addPragmaHandler(CI.getPreprocessor(), Tiers.pragmas());
    if (Setup.ForNvcc)
      defineNvccForUserCode(CI.getPreprocessor());
  }

  void HandleInlineFunctionDefinition(clang::FunctionDecl *D) override {
    emptyBarrierDestructor(*D);
  }

  void HandleTranslationUnit(clang::ASTContext &AST) override {
    // Code that does not compile has no meaning to analyse.
    if (CI.getDiagnostics().hasUncompilableErrorOccurred())
      return;
    Resolver R(AST.getSourceManager(), AST.getLangOpts());
    listFiles(R);
    AnalysisOptions Options{Setup.Checkers, passes(), {}, Setup.Prover};
    ReportReporter Reporter(P, R, Setup.Warnings);
    analyse(AST, Tiers, Options, Reporter);
    P.Ok = true;
  }

private:
  Pass passes() const { return P.Passes; }

  void listFiles(Resolver &R) {
    clang::SourceManager &SM = CI.getSourceManager();
    for (unsigned I = 0, N = SM.local_sloc_entry_size(); I != N; ++I) {
      const clang::SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
      if (!Entry.isFile())
        continue;
      auto Kind = Entry.getFile().getFileCharacteristic();
      if (auto File = Entry.getFile().getContentCache().OrigEntry)
        (clang::SrcMgr::isSystem(Kind) ? P.SystemFiles : P.Files)
            .push_back(R.canonicalPath(File->getName()));
    }
  }

  clang::CompilerInstance &CI;
  const AnalysisSetup &Setup;
  PassReport &P;
  TierMap Tiers;
};

class AnalysisAction final : public clang::ASTFrontendAction {
public:
  AnalysisAction(const AnalysisSetup &Setup, PassReport &P)
      : Setup(Setup), P(P) {}

protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    return std::make_unique<AnalysisConsumer>(CI, Setup, P);
  }

private:
  const AnalysisSetup &Setup;
  PassReport &P;
};

using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// Which pass the invocation is; a compilation without CUDA is one pass that
/// answers for everything.
void describePass(const clang::CompilerInvocation &Invocation, PassReport &P) {
  const clang::LangOptions &Lang = Invocation.getLangOpts();
  P.Passes = !Lang.CUDA          ? Pass::Both
             : Lang.CUDAIsDevice ? Pass::Device
                                 : Pass::Host;
  if (Lang.CUDA && Lang.CUDAIsDevice)
    P.Arch = Invocation.getTargetOpts().CPU;
}

/// Runs one cc1 job.
void runPass(llvm::ArrayRef<const char *> Arguments, const FileSystem &FS,
             const AnalysisSetup &Setup, ErrorCollector &Errors,
             PassReport &P) {
  clang::DiagnosticOptions Options;
  auto Diags = clang::CompilerInstance::createDiagnostics(
      *FS, Options, &Errors, /*ShouldOwnClient=*/false);
  auto Invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*Invocation, Arguments,
                                                 *Diags))
    return;
  describePass(*Invocation, P);
  // The process lives on, and the user's own outputs are not ours to write.
  Invocation->getFrontendOpts().DisableFree = false;
  Invocation->getFrontendOpts().StatsFile.clear();
  Invocation->getDependencyOutputOpts() = {};
  Invocation->getDiagnosticOpts().VerifyDiagnostics = false;
  Invocation->getDiagnosticOpts().DiagnosticLogFile.clear();
  Invocation->getDiagnosticOpts().DiagnosticSerializationFile.clear();

  clang::CompilerInstance CI(std::move(Invocation));
  CI.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  CI.createVirtualFileSystem(FS, &Errors);
  CI.createDiagnostics(&Errors, /*ShouldOwnClient=*/false);
  CI.createFileManager();
  CI.createSourceManager();
  AnalysisAction Action(Setup, P);
  CI.ExecuteAction(Action);
}

/// Runs a failed job again with the assembly of the files that have errors as
/// clang wants it. If that helps, the result replaces \p P.
void retryRepaired(llvm::ArrayRef<const char *> Arguments, const FileSystem &FS,
                   const AnalysisSetup &Setup, const ErrorCollector &Errors,
                   PassReport &P) {
  FileSystem Repaired = repairAsmIn(Errors.Files, FS);
  if (!Repaired)
    return;
  ErrorCollector Ignored(Setup.Color);
  PassReport Second;
  Second.File = P.File;
  runPass(Arguments, Repaired, Setup, Ignored, Second);
  if (Second.Ok)
    P = std::move(Second);
}

} // namespace

std::vector<PassReport> analyseUnit(const CompileUnit &Unit,
                                    const AnalysisSetup &Setup) {
  FileSystem FS = fileSystemWithShim();
  std::vector<PassReport> Result;
  auto Fail = [&](ErrorCollector &Errors, llvm::StringRef Otherwise) {
    PassReport &P = Result.emplace_back();
    P.File = Unit.File;
    P.Errors = std::move(Errors.Errors);
    P.ErrorText = std::move(Errors.Text);
    if (P.Errors.empty()) {
      P.Errors.push_back({{}, Otherwise.str()});
      P.ErrorText = ("error: " + Otherwise + "\n").str();
    }
    return std::move(Result);
  };

  ErrorCollector DriverErrors(Setup.Color);
  if (std::error_code EC = FS->setCurrentWorkingDirectory(Unit.Directory))
    return Fail(DriverErrors, "cannot enter the folder '" + Unit.Directory +
                                  "': " + EC.message());
  clang::DiagnosticOptions Options;
  auto Diags = clang::CompilerInstance::createDiagnostics(
      *FS, Options, &DriverErrors, /*ShouldOwnClient=*/false);
  clang::driver::Driver Driver(Unit.Command.front(),
                               llvm::sys::getDefaultTargetTriple(), *Diags,
                               "oxide", FS);
  std::vector<const char *> Arguments;
  for (const std::string &Arg : Unit.Command)
    Arguments.push_back(Arg.c_str());
  std::unique_ptr<clang::driver::Compilation> Compilation(
      Driver.BuildCompilation(Arguments));
  if (!Compilation || Diags->hasErrorOccurred())
    return Fail(DriverErrors, "the compiler rejects its command line");

  for (const clang::driver::Command &Job : Compilation->getJobs()) {
    const llvm::opt::ArgStringList &JobArguments = Job.getArguments();
    if (JobArguments.empty() || llvm::StringRef(JobArguments[0]) != "-cc1")
      continue;
    ErrorCollector Errors(Setup.Color);
    PassReport &P = Result.emplace_back();
    P.File = Unit.File;
    auto Cc1 = llvm::ArrayRef(JobArguments).drop_front();
    runPass(Cc1, FS, Setup, Errors, P);
    if (!P.Ok && !Unit.Nvcc.empty())
      retryRepaired(Cc1, FS, Setup, Errors, P);
    if (P.Ok)
      continue;
    P.Errors = std::move(Errors.Errors);
    P.ErrorText = std::move(Errors.Text);
    if (P.Errors.empty())
      P.Errors.push_back({{}, "the compiler gave up without a message"});
  }
  if (Result.empty())
    return Fail(DriverErrors, "the command compiles nothing");
  return Result;
}

} // namespace oxide
