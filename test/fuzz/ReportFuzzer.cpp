// SPDX-License-Identifier: Apache-2.0

#include "CheckerRows.h"
#include "Fuzzer.h"
#include "report/CheckerTable.h"
#include "report/ReportReader.h"

namespace {

/// JSON and SARIF: the reader sees which it is.
llvm::Expected<oxide::LoadedReport> read(llvm::StringRef Text) {
  static oxide::CheckerTable Checkers(oxide::allCheckers());
  return oxide::readReport(Text, "fuzz.json", Checkers);
}

} // namespace

OXIDE_FUZZ_READER(read(Text))
