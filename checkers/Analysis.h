// SPDX-License-Identifier: Apache-2.0
//
// Runs the enabled checkers over one translation unit. The three front ends
// call this and nothing else of the library.

#ifndef OXIDE_CHECKERS_ANALYSIS_H
#define OXIDE_CHECKERS_ANALYSIS_H

#include "core/CheckerFilter.h"
#include "core/KernelFacts.h"
#include "core/Reporter.h"
#include "core/TierMap.h"
#include "clang/AST/ASTContext.h"
#include <functional>

namespace oxide {

struct AnalysisOptions {
  CheckerFilter Checkers;
  /// Passes that this run answers for; checkers of other passes do not run.
  Pass Passes = Pass::Both;
  /// Where it is set, only findings in these locations are reported: the
  /// front end uses it in the second and later device passes.
  std::function<bool(clang::SourceLocation)> LocationFilter = {};
  ProverOptions Prover = {};
};

/// Analyses \p AST, which must have been parsed without errors, and reports
/// findings, kernel verdicts and zones in source order.
void analyse(clang::ASTContext &AST, const TierMap &Tiers,
             const AnalysisOptions &Options, Reporter &R);

} // namespace oxide

#endif // OXIDE_CHECKERS_ANALYSIS_H
