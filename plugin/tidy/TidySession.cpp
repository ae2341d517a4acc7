// SPDX-License-Identifier: Apache-2.0

#include "tidy/TidySession.h"
#include "Analysis.h"
#include "Registry.h"
#include "common/Pragma.h"
#include "tidy/CheckerAdapter.h"

namespace oxide {

namespace {

/// Hands each finding to the check that has its name.
class TidyReporter final : public Reporter {
public:
  using AdapterMap = llvm::DenseMap<const CheckerInfo *, CheckerAdapter *>;

  explicit TidyReporter(const AdapterMap &Adapters) : Adapters(Adapters) {}

  using Reporter::report;
  void report(const Finding &F) override {
    Adapters.lookup(F.Checker)->report(F);
  }

private:
  const AdapterMap &Adapters;
};

} // namespace

static llvm::Expected<TierMap> readTiers(const CheckerAdapter &Options,
                                         llvm::vfs::FileSystem &FS,
                                         ProverOptions &Prover) {
  std::optional<Mode> DefaultMode;
  if (!Options.mode().empty()) {
    DefaultMode = parseMode(Options.mode());
    if (!DefaultMode)
      return llvm::createStringError("option oxide.Mode needs off, audit or "
                                     "enforce, not '" +
                                     llvm::Twine(Options.mode()) + "'");
  }
  llvm::Expected<Config> Cfg = Options.configFile().empty()
                                   ? findConfig(Options.mainFile(), FS)
                                   : readConfig(Options.configFile(), FS);
  if (!Cfg)
    return Cfg.takeError();
  // clang-tidy's own --checks decides what runs; the list of the file is read
  // for its mistakes only.
  CheckerFilter Ignored(allCheckers());
  for (llvm::StringRef Glob : Cfg->Checkers)
    if (llvm::Error E = Ignored.applyOne(Glob))
      return llvm::createStringError(Cfg->File + ": " +
                                     llvm::toString(std::move(E)));
  Prover = Cfg->Prover;
  return TierMap(std::move(*Cfg), DefaultMode);
}

void TidySession::start(CheckerAdapter &First, clang::Preprocessor &PP) {
  if (Started)
    return;
  Started = true;
  llvm::Expected<TierMap> Read =
      readTiers(First, PP.getFileManager().getVirtualFileSystem(), Prover);
  if (!Read) {
    First.configurationError(llvm::toString(Read.takeError()));
    return;
  }
  Tiers.emplace(std::move(*Read));
  addPragmaHandler(PP, Tiers->pragmas());
}

void TidySession::analyse(clang::ASTContext &AST) {
  // Code that does not compile has no meaning to analyse.
  if (Done || !Tiers || AST.getDiagnostics().hasUncompilableErrorOccurred())
    return;
  Done = true;
  CheckerFilter Enabled(allCheckers());
  for (const CheckerInfo &Row : allCheckers())
    llvm::cantFail(Enabled.applyOne(
        ((Adapters.contains(&Row) ? "" : "-") + Row.Name).str()));
  // clang-tidy runs one device pass of a CUDA compilation and no host pass. It
  // applies NOLINT to warnings only, never to errors, so the library does it.
  AnalysisOptions Options{Enabled, Pass::Both, {}, Prover};
  TidyReporter Reporter(Adapters);
  oxide::analyse(AST, *Tiers, Options, Reporter);
}

} // namespace oxide
