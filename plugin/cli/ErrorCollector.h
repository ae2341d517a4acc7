// SPDX-License-Identifier: Apache-2.0
//
// Keeps the errors of a compilation, as data and as clang prints them.

#ifndef OXIDE_PLUGIN_CLI_ERRORCOLLECTOR_H
#define OXIDE_PLUGIN_CLI_ERRORCOLLECTOR_H

#include "report/Report.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

namespace oxide {

/// Warnings and the notes that belong to them are dropped.
class ErrorCollector final : public clang::DiagnosticConsumer {
public:
  explicit ErrorCollector(bool Color);

  void BeginSourceFile(const clang::LangOptions &Lang,
                       const clang::Preprocessor *PP) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

  std::vector<CompileError> Errors;
  llvm::StringSet<> Files; ///< that have errors, by the names they are read by
  std::string Text;

private:
  clang::DiagnosticOptions Options;
  llvm::raw_string_ostream OS;
  clang::TextDiagnosticPrinter Printer;
  bool LastWasError = false;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_ERRORCOLLECTOR_H
