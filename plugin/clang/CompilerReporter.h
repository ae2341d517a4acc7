// SPDX-License-Identifier: Apache-2.0
//
// Prints findings as compiler diagnostics.

#ifndef OXIDE_PLUGIN_CLANG_COMPILERREPORTER_H
#define OXIDE_PLUGIN_CLANG_COMPILERREPORTER_H

#include "core/Reporter.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/WarningFlags.h"

namespace oxide {

class CompilerReporter final : public Reporter {
public:
  CompilerReporter(clang::DiagnosticsEngine &Diags, const WarningFlags &Flags)
      : Diags(Diags), Flags(Flags) {}

  using Reporter::report;
  void report(const Finding &F) override;

private:
  clang::DiagnosticsEngine &Diags;
  const WarningFlags &Flags;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_CLANG_COMPILERREPORTER_H
