// SPDX-License-Identifier: Apache-2.0
//
// Findings as failed tests, for CI servers that show JUnit XML: GitLab,
// Jenkins and others.

#ifndef OXIDE_PLUGIN_REPORT_JUNITREPORT_H
#define OXIDE_PLUGIN_REPORT_JUNITREPORT_H

#include "report/Report.h"

namespace oxide {

/// One suite for each file: a test for each pass over it, in error when the
/// file did not compile, and a failed test for each error and warning that no
/// baseline knows. The name of a test does not depend on lines, so that a
/// server recognises it in the next run.
std::string junitReport(const Report &R, llvm::StringRef Root);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_JUNITREPORT_H
