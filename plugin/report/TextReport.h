// SPDX-License-Identifier: Apache-2.0
//
// Findings for people, in the look of clang's own diagnostics.

#ifndef OXIDE_PLUGIN_REPORT_TEXTREPORT_H
#define OXIDE_PLUGIN_REPORT_TEXTREPORT_H

#include "report/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace oxide {

struct TextOptions {
  std::string Folder; ///< paths below it are shown relative to it
  bool Color = false;
  bool Remarks = false; ///< also the verdicts on each kernel
};

/// Writes each finding with its source line and its notes, and the verdicts if
/// they are asked for.
void writeText(const Report &R, const TextOptions &Options,
               llvm::raw_ostream &OS);

/// Writes one finding.
void writeText(const ResolvedFinding &F, const TextOptions &Options,
               llvm::raw_ostream &OS);

/// "3 kernels (2 safe, 1 unsafe): 1 error, 2 warnings"; one line.
std::string summaryLine(const Report &R);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_TEXTREPORT_H
