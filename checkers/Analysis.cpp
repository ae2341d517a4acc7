// SPDX-License-Identifier: Apache-2.0

#include "Analysis.h"
#include "Registry.h"
#include "core/Suppression.h"
#include "cuda/CodeModel.h"
#include "prover/Proof.h"
#include "tier/Discharge.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/TimeProfiler.h"
#include <algorithm>
#include <tuple>

namespace oxide {

namespace {

/// One run over one translation unit.
class Run {
public:
  Run(clang::ASTContext &AST, const TierMap &Tiers,
      const AnalysisOptions &Options, Reporter &R)
      : Options(Options), R(R), Ctx(AST, Tiers, Options.Passes, Options.Prover),
        Finder(finderOptions()) {
    for (const CheckerInfo *I : Options.Checkers.enabled())
      if (runsHere(*I))
        Checkers.push_back(createChecker(*I, Ctx));
    for (const std::unique_ptr<Checker> &C : Checkers)
      Ctx.enable(C->info());
  }

  void go() {
    for (auto &C : Checkers)
      C->registerMatchers(Finder);
    Finder.matchAST(Ctx.ast());
    finish(/*Core=*/false);
    // Core checkers judge the suppressions that the others needed.
    finish(/*Core=*/true);
    emit();
    if (intersects(Options.Passes, Pass::Device))
      reportKernels();
  }

private:
  static clang::ast_matchers::MatchFinder::MatchFinderOptions finderOptions() {
    clang::ast_matchers::MatchFinder::MatchFinderOptions O;
    O.IgnoreSystemHeaders = true;
    return O;
  }

  /// Findings must come once from a compilation of several passes, so a
  /// checker that could decide in either pass belongs to the device pass.
  bool runsHere(const CheckerInfo &I) const {
    if (Options.Passes == Pass::Both || I.Group == CheckerGroup::Core)
      return true;
    if (Options.Passes == Pass::Host)
      return I.Passes == Pass::Host;
    return I.Passes != Pass::Host;
  }

  void finish(bool Core) {
    for (auto &C : Checkers)
      if ((C->info().Group == CheckerGroup::Core) == Core)
        C->finish();
    for (CheckContext::Submitted &S : Ctx.takeFindings())
      keep(std::move(S.F), S.M);
  }

  void keep(Finding F, Mode M) {
    if (M == Mode::Off)
      return;
    if (Options.LocationFilter && !Options.LocationFilter(F.Loc))
      return;
    if (Ctx.get<SuppressionMap>().suppresses(F))
      return;
    if (F.Checker->Kind == CheckerKind::Enforced && M != Mode::Enforce)
      return;
    F.Level = M == Mode::Enforce
                  ? F.Checker->Level
                  : std::min(F.Checker->Level, Severity::Warning);
    Kept.push_back(std::move(F));
  }

  /// Source order; a finding that a template repeats for each instantiation
  /// is reported once.
  void emit() {
    const clang::SourceManager &SM = Ctx.sources();
    auto Before = [&](const Finding &A, const Finding &B) {
      clang::SourceLocation LA = SM.getExpansionLoc(A.Loc);
      clang::SourceLocation LB = SM.getExpansionLoc(B.Loc);
      if (LA != LB)
        return SM.isBeforeInTranslationUnit(LA, LB);
      return std::tie(A.Checker->Name, A.Message) <
             std::tie(B.Checker->Name, B.Message);
    };
    llvm::sort(Kept, Before);
    auto Same = [](const Finding &A, const Finding &B) {
      return A.Loc == B.Loc && A.Checker == B.Checker && A.Message == B.Message;
    };
    Kept.erase(std::unique(Kept.begin(), Kept.end(), Same), Kept.end());
    for (const Finding &F : Kept)
      R.report(F);
  }

  void reportKernels() {
    cuda::CodeModel &Model = Ctx.get<cuda::CodeModel>();
    prover::Proofs &Proofs = Ctx.get<prover::Proofs>();
    Ctx.get<tier::Discharge>();
    for (KernelVerdict K : Model.verdicts()) {
      if (const prover::KernelProof *P = Proofs.find(K.Kernel))
        P->addTo(K);
      R.report(K);
    }
    for (const ZoneRecord &Z : Model.zones())
      R.report(Z);
  }

  const AnalysisOptions &Options;
  Reporter &R;
  CheckContext Ctx;
  clang::ast_matchers::MatchFinder Finder;
  std::vector<std::unique_ptr<Checker>> Checkers;
  std::vector<Finding> Kept;
};

} // namespace

void analyse(clang::ASTContext &AST, const TierMap &Tiers,
             const AnalysisOptions &Options, Reporter &R) {
  llvm::TimeTraceScope Scope("Oxide checkers");
  Run(AST, Tiers, Options, R).go();
}

} // namespace oxide
