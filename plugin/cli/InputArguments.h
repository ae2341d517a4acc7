// SPDX-License-Identifier: Apache-2.0
//
// The command line of the subcommands that analyse code, and the work that it
// asks for.

#ifndef OXIDE_PLUGIN_CLI_INPUTARGUMENTS_H
#define OXIDE_PLUGIN_CLI_INPUTARGUMENTS_H

#include "cli/ProverArguments.h"
#include "cli/UnitAnalysis.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace oxide {

struct PlannedUnit {
  CompileUnit Unit;
  AnalysisSetup Setup;
};

/// Everything that a run will do, known before it starts.
struct Plan {
  std::vector<PlannedUnit> Units;
  /// Lines on how the units differ from what was asked for.
  std::vector<std::string> Remarks;
  std::string Root;   ///< of the project: fingerprints and URIs start here
  std::string Folder; ///< the working directory: shown paths start here
  unsigned Jobs = 1;
  bool Quiet = false;
  bool Color = false; ///< of the standard output
};

class InputArguments {
public:
  explicit InputArguments(llvm::cl::SubCommand &Sub);

  /// Makes the plan; \p Checks are globs as on the command line. An error is
  /// one line.
  llvm::Expected<Plan>
  plan(std::optional<llvm::ArrayRef<const char *>> CompilerFlags,
       llvm::ArrayRef<std::string> Checks) const;

  llvm::cl::list<std::string> Files;
  llvm::cl::opt<std::string> Build;
  llvm::cl::opt<bool> Enforce;
  llvm::cl::opt<bool> Audit;
  llvm::cl::opt<std::string> ConfigFile;
  llvm::cl::list<std::string> Archs;
  llvm::cl::opt<bool> HostOnly;
  llvm::cl::opt<bool> DeviceOnly;
  llvm::cl::opt<std::string> Jobs;
  llvm::cl::opt<bool> Quiet;
  llvm::cl::opt<std::string> Color;
  ProverArguments Prover;

private:
  llvm::Expected<std::vector<CompileUnit>>
  units(std::optional<llvm::ArrayRef<const char *>> CompilerFlags,
        std::vector<std::string> &Remarks) const;
  llvm::Expected<UnitOptions> unitOptions() const;
  /// Takes what concerns the checkers out of the command of \p Unit.
  llvm::Expected<AnalysisSetup> setup(CompileUnit &Unit,
                                      llvm::ArrayRef<std::string> Checks) const;
  llvm::Expected<bool> useColor() const;
};

/// Analyses all units of \p P, several at a time; the result does not depend
/// on how many.
std::vector<PassReport> runPlan(const Plan &P);

/// Writes the command of each unit, as a shell would take it; as comments, the
/// command that it was translated from and what was dropped.
void printCommands(const Plan &P, llvm::raw_ostream &OS);

/// The compile errors of \p Passes, each text once.
std::string errorTexts(llvm::ArrayRef<PassReport> Passes);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_INPUTARGUMENTS_H
