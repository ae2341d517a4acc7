// SPDX-License-Identifier: Apache-2.0
//
// What one run of `oxide` found, ready to be written in any format.

#ifndef OXIDE_PLUGIN_REPORT_REPORT_H
#define OXIDE_PLUGIN_REPORT_REPORT_H

#include "core/ResolvedFinding.h"
#include <string>
#include <vector>

namespace oxide {

/// An error of the compiler itself.
struct CompileError {
  SourcePoint At;
  std::string Message;
};

/// One compilation pass over one source file.
struct PassReport {
  std::string File; ///< the source file of the translation unit
  Pass Passes = Pass::None;
  std::string Arch; ///< of a device pass, "sm_90a"
  bool Ok = false;
  std::vector<CompileError> Errors; ///< none when Ok
  std::string ErrorText;            ///< the errors as the compiler prints them

  std::vector<ResolvedFinding> Findings;
  std::vector<ResolvedKernel> Kernels;
  std::vector<ResolvedZone> Zones;
  /// Files that the pass read; filled when suppressions are judged.
  std::vector<std::string> Files;
};

struct UnitReport {
  std::string File;
  Pass Passes = Pass::None;
  std::string Arch;
  bool Ok = false;
  std::vector<CompileError> Errors;
};

struct Report {
  std::vector<ResolvedFinding> Findings;
  std::vector<ResolvedKernel> Kernels;
  std::vector<ResolvedZone> Zones;
  std::vector<UnitReport> Units;

  bool allCompiled() const;
  /// The number of findings of exactly level \p S.
  unsigned count(Severity S) const;
};

/// Puts the passes of all units together. A finding, kernel or zone that
/// several passes or units see is one entry; the order depends on the content
/// alone. \p Root is the folder that fingerprints are relative to.
Report merge(std::vector<PassReport> Passes, llvm::StringRef Root);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_REPORT_H
