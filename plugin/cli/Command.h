// SPDX-License-Identifier: Apache-2.0
//
// One subcommand of `oxide`: one source file and one row in main.cpp.

#ifndef OXIDE_PLUGIN_CLI_COMMAND_H
#define OXIDE_PLUGIN_CLI_COMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CommandLine.h"
#include <memory>
#include <optional>

namespace oxide {

/// Exit codes of every subcommand. The larger number does not win: see
/// CheckCommand.cpp for what is reported when several hold.
enum ExitCode : int {
  ExitClean = 0,
  ExitToolError = 1,   ///< wrong usage, configuration or environment
  ExitFindings = 2,    ///< findings at or above --fail-on
  ExitNotCompiled = 3, ///< a translation unit did not compile
};

class Command {
public:
  Command(llvm::StringRef Name, llvm::StringRef Summary) : Sub(Name, Summary) {}
  virtual ~Command() = default;

  /// Runs the command after its options were parsed. \p CompilerFlags is what
  /// stands behind "--", absent when there is no "--".
  virtual int
  run(std::optional<llvm::ArrayRef<const char *>> CompilerFlags) = 0;

  llvm::StringRef name() const { return Sub.getName(); }
  llvm::StringRef summary() const { return Sub.getDescription(); }

protected:
  llvm::cl::SubCommand Sub;
};

std::unique_ptr<Command> makeCheckCommand();
std::unique_ptr<Command> makeReportCommand();
std::unique_ptr<Command> makeAuditCommand();
std::unique_ptr<Command> makeExplainCommand();
std::unique_ptr<Command> makeDoctorCommand();

/// Prints "oxide: error: \p Message" and returns ExitToolError.
int toolError(const llvm::Twine &Message);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_COMMAND_H
