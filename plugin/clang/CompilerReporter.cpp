// SPDX-License-Identifier: Apache-2.0

#include "clang/CompilerReporter.h"
#include "cuda/LaunchContract.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/raw_ostream.h"

namespace oxide {

using clang::DiagnosticsEngine;

void CompilerReporter::report(const Finding &F) {
  // Custom diagnostics ignore -Werror and -w by design, so both are applied
  // here.
  bool Promoted = F.Level == Severity::Warning && Flags.isError(*F.Checker);
  bool IsError = Promoted || F.Level == Severity::Error;
  if (!IsError && Diags.getIgnoreAllWarnings())
    return;
  std::string Tag = (llvm::Twine(" [") + (Promoted ? "-Werror,-W" : "-W") +
                     F.Checker->Name + "]")
                        .str();
  DiagnosticsEngine::Level Level = IsError ? DiagnosticsEngine::Error
                                   : F.Level == Severity::Warning
                                       ? DiagnosticsEngine::Warning
                                       : DiagnosticsEngine::Remark;
  {
    clang::DiagnosticBuilder Builder =
        Diags.Report(F.Loc, Diags.getCustomDiagID(Level, "%0%1"));
    Builder << F.Message << Tag;
    if (F.Range.isValid())
      Builder << F.Range;
    for (const clang::FixItHint &Fix : F.Fixes)
      Builder << Fix;
  }
  for (const FindingNote &Note : F.Notes)
    Diags.Report(Note.Loc, Diags.getCustomDiagID(DiagnosticsEngine::Note, "%0"))
        << Note.Message;
}

void CompilerReporter::report(const KernelVerdict &K) {
  if (!K.Kernel)
    return;
  // Where the verdict is that some are left, that has been reported.
  bool AllRedundant = K.Checks.Discharged && !K.Checks.Hoisted &&
                      !K.Checks.InPlace && K.EffectiveMode != Mode::Off;
  if (AllRedundant)
    if (std::optional<cuda::LaunchContract> C = cuda::contractOf(*K.Kernel);
        C && C->DenyChecks)
      Denied.add(*K.Kernel, K.EffectiveMode == Mode::Enforce);
  if (!Remarks)
    return;
  auto Say = [&](DiagnosticsEngine::Level Level, clang::SourceLocation Loc,
                 llvm::StringRef Text) {
    Diags.Report(Loc, Diags.getCustomDiagID(Level, "%0")) << Text;
  };
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  K.Kernel->getNameForDiagnostic(OS,
                                 K.Kernel->getASTContext().getPrintingPolicy(),
                                 /*Qualified=*/true);
  Say(DiagnosticsEngine::Remark, K.Kernel->getLocation(),
      verdictText(Name, K.Race, K.Barrier, K.Bounds));
  for (const VerdictReason &Reason : K.Reasons)
    Say(DiagnosticsEngine::Note, Reason.Loc, Reason.Message);
  for (const std::string &Assumption : K.Assumptions)
    Say(DiagnosticsEngine::Note, K.Kernel->getLocation(),
        "assumes " + Assumption);
  if (std::string Checks = checksText(K.Checks); !Checks.empty())
    Say(DiagnosticsEngine::Note, K.Kernel->getLocation(), Checks);
}

} // namespace oxide
