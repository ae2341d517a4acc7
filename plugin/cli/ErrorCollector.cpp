// SPDX-License-Identifier: Apache-2.0

#include "cli/ErrorCollector.h"
#include "core/Resolver.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"

namespace oxide {

static clang::DiagnosticOptions printingOptions(bool Color) {
  clang::DiagnosticOptions Options;
  Options.ShowColors = Color;
  Options.ShowPresumedLoc = true;
  return Options;
}

ErrorCollector::ErrorCollector(bool Color)
    : Options(printingOptions(Color)), OS(Text), Printer(OS, Options) {
  OS.enable_colors(Color);
}

void ErrorCollector::BeginSourceFile(const clang::LangOptions &Lang,
                                     const clang::Preprocessor *PP) {
  Printer.BeginSourceFile(Lang, PP);
}

void ErrorCollector::EndSourceFile() { Printer.EndSourceFile(); }

void ErrorCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                                      const clang::Diagnostic &Info) {
  DiagnosticConsumer::HandleDiagnostic(Level, Info);
  if (Level != clang::DiagnosticsEngine::Note)
    LastWasError = Level >= clang::DiagnosticsEngine::Error;
  if (!LastWasError)
    return;
  Printer.HandleDiagnostic(Level, Info);
  if (Level == clang::DiagnosticsEngine::Note)
    return;
  llvm::SmallString<128> Message;
  Info.FormatDiagnostic(Message);
  CompileError &E = Errors.emplace_back();
  E.Message = std::string(Message);
  if (Info.hasSourceManager()) {
    clang::LangOptions Lang;
    const clang::SourceManager &SM = Info.getSourceManager();
    E.At = Resolver(SM, Lang).point(Info.getLocation());
    Files.insert(SM.getFilename(SM.getSpellingLoc(Info.getLocation())));
  }
}

} // namespace oxide
