// SPDX-License-Identifier: Apache-2.0
//
// Reports of earlier runs, read back: our JSON, and SARIF of us or of others.
//
// An error is one line that names the file and the place in it. Whatever the
// bytes are, nothing worse happens.

#ifndef OXIDE_PLUGIN_REPORT_REPORTREADER_H
#define OXIDE_PLUGIN_REPORT_REPORTREADER_H

#include "report/CheckerTable.h"
#include "report/JsonNode.h"
#include "report/Report.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace oxide {

struct LoadedReport {
  Report Content;
  /// The root of the project on the machine that wrote the report; empty when
  /// it does not say, and then paths may be relative.
  std::string Root;
};

/// Reads \p Bytes, the content of \p File, by what it says that it is. The
/// findings point into \p Checkers.
llvm::Expected<LoadedReport>
readReport(llvm::StringRef Bytes, llvm::StringRef File, CheckerTable &Checkers);

/// Reads schema "oxide-1". Mistakes are left in \p From.
LoadedReport readJsonReport(const JsonNode &From, CheckerTable &Checkers);

/// Reads SARIF 2.1.0, all runs of it. Mistakes are left in \p From.
LoadedReport readSarifReport(const JsonNode &From, CheckerTable &Checkers);

/// Moves the report to the root \p To. Files outside of its own root stay.
void moveTo(LoadedReport &R, llvm::StringRef To);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_REPORTREADER_H
