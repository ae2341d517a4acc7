// SPDX-License-Identifier: Apache-2.0
//
// Findings as commands of a GitHub workflow: annotations without SARIF, for
// repositories and forks that may not upload it.

#ifndef OXIDE_PLUGIN_REPORT_GITHUBREPORT_H
#define OXIDE_PLUGIN_REPORT_GITHUBREPORT_H

#include "report/Report.h"

namespace oxide {

/// One line for each finding that no baseline knows and for each pass that did
/// not compile, errors first: GitHub shows ten of each level for a step.
std::string githubReport(const Report &R, llvm::StringRef Root);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_GITHUBREPORT_H
