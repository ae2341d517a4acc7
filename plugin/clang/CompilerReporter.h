// SPDX-License-Identifier: Apache-2.0
//
// Prints findings as compiler diagnostics.

#ifndef OXIDE_PLUGIN_CLANG_COMPILERREPORTER_H
#define OXIDE_PLUGIN_CLANG_COMPILERREPORTER_H

#include "core/Reporter.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/CheckRemoval.h"
#include "clang/WarningFlags.h"

namespace oxide {

class CompilerReporter final : public Reporter {
public:
  /// With \p Remarks, verdicts are printed as well. \p Denied gets the kernels
  /// whose contract denies checks and that need none.
  CompilerReporter(clang::DiagnosticsEngine &Diags, const WarningFlags &Flags,
                   bool Remarks, DeniedKernels &Denied)
      : Diags(Diags), Flags(Flags), Remarks(Remarks), Denied(Denied) {}

  using Reporter::report;
  void report(const Finding &F) override;
  void report(const KernelVerdict &K) override;

private:
  clang::DiagnosticsEngine &Diags;
  const WarningFlags &Flags;
  bool Remarks;
  DeniedKernels &Denied;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_CLANG_COMPILERREPORTER_H
