// SPDX-License-Identifier: Apache-2.0

#include "clang/CompilerReporter.h"

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

} // namespace oxide
