// SPDX-License-Identifier: Apache-2.0
//
// Compiles one unit in this process, pass by pass, and runs the checkers.

#ifndef OXIDE_PLUGIN_CLI_UNITANALYSIS_H
#define OXIDE_PLUGIN_CLI_UNITANALYSIS_H

#include "cli/CompileUnit.h"
#include "core/CheckerFilter.h"
#include "core/Config.h"
#include "report/Report.h"
#include "clang/WarningFlags.h"
#include <optional>
#include <vector>

namespace oxide {

struct AnalysisSetup {
  CheckerFilter Checkers;
  Config Cfg;
  std::optional<Mode> DefaultMode;
  WarningFlags Warnings; ///< of the unit's own flags
  ProverOptions Prover = {};
  bool ForNvcc = false; ///< the unit is written for nvcc
  bool Color = false;              ///< in the text of compile errors
};

/// One report for each pass of the compilation, in the order in which clang
/// runs them; a single failed one when there is nothing to run. Safe to call
/// from several threads at once.
std::vector<PassReport> analyseUnit(const CompileUnit &Unit,
                                    const AnalysisSetup &Setup);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_UNITANALYSIS_H
