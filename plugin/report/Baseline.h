// SPDX-License-Identifier: Apache-2.0
//
// Findings that a project has accepted for now. A baseline names them by their
// fingerprints, which survive moved lines and renamed locals; the rest of an
// entry is for people.

#ifndef OXIDE_PLUGIN_REPORT_BASELINE_H
#define OXIDE_PLUGIN_REPORT_BASELINE_H

#include "report/Report.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace oxide {

/// Parses the text of the baseline \p File, schema "oxide-baseline-1". An
/// error is one line that names the file and the entry.
llvm::Expected<std::vector<BaselineEntry>> readBaseline(llvm::StringRef Text,
                                                        llvm::StringRef File);

/// The findings of \p R as a baseline. The order and the bytes do not depend on
/// line numbers, so that a change of the file shows changed findings.
std::string baselineText(const Report &R, llvm::StringRef Root);

/// Sets the state of each finding of \p R, and what is fixed: an entry that is
/// not found again although its file was analysed, or is gone from \p Root.
void applyBaseline(Report &R, llvm::ArrayRef<BaselineEntry> Entries,
                   llvm::StringRef Root);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_BASELINE_H
