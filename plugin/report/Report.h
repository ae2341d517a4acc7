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
  /// Files that the pass read, without those of the system.
  std::vector<std::string> Files;
  std::vector<std::string> SystemFiles; ///< the rest
};

struct UnitReport {
  std::string File;
  Pass Passes = Pass::None;
  std::string Arch;
  bool Ok = false;
  std::vector<CompileError> Errors;
};

/// A finding of an earlier run that was accepted.
struct BaselineEntry {
  std::string Fingerprint;
  std::string Checker;
  std::string File; ///< relative to the project
  std::string Function;
  std::string Message;
};

struct Report {
  std::vector<ResolvedFinding> Findings;
  std::vector<ResolvedKernel> Kernels;
  std::vector<ResolvedZone> Zones;
  std::vector<UnitReport> Units;
  std::vector<std::string> Files; ///< read by passes that compiled; sorted
  bool HasBaseline = false;
  /// Entries of the baseline that are no longer found.
  std::vector<BaselineEntry> Fixed;

  bool allCompiled() const;
  /// The number of findings of exactly level \p S that no baseline knows.
  unsigned count(Severity S) const;
};

/// Puts the passes of all units together. A finding, kernel or zone that
/// several passes or units see is one entry; the order depends on the content
/// alone. \p Root is the folder that fingerprints are relative to.
Report merge(std::vector<PassReport> Passes, llvm::StringRef Root);

/// Sorts \p R, makes equal entries one and sets the fingerprints.
void unify(Report &R, llvm::StringRef Root);

/// Puts the reports of several runs together in the same way; their order does
/// not matter, and of equal ones there is one.
Report merge(std::vector<Report> Reports, llvm::StringRef Root);

/// Adds what is in \p From, as it is.
void append(Report &Into, Report From);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_REPORT_H
