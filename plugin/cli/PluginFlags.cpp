// SPDX-License-Identifier: Apache-2.0

#include "cli/PluginFlags.h"
#include "Registry.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide {

/// Whether \p Flag, without "-W", is about Oxide. -Werror and -w are left to
/// the compiler: who runs the tool asks for its findings, and --fail-on says
/// which of them are too many.
static bool isOurs(llvm::StringRef Flag) {
  Flag.consume_front("no-");
  Flag.consume_front("error=");
  return Flag == "oxide" || Flag.starts_with("oxide-");
}

llvm::Expected<PluginFlags> takePluginFlags(std::vector<std::string> &Command) {
  std::vector<std::string> Checks, Warnings, Kept;
  std::optional<Mode> DefaultMode;
  std::string ConfigFile;
  ProverOptions Prover;
  for (const std::string &Argument : Command) {
    llvm::StringRef Flag = Argument;
    if (Flag.consume_front("-fplugin-arg-oxide-")) {
      auto [Key, Value] = Flag.split('=');
      if (Key == "checks") {
        Checks.push_back(Value.str());
      } else if (Key == "config") {
        ConfigFile = Value.str();
      } else if (Key == "report-unused-suppressions") {
        Checks.push_back("oxide-unused-suppression");
      } else if (Key == "require-justification") {
        Checks.push_back("oxide-unjustified-suppression");
      } else if (Flag == "keep-checks") {
        // About generated code, of which the tool makes none.
      } else if (Key == "mode") {
        DefaultMode = parseMode(Value);
        if (!DefaultMode)
          return llvm::createStringError(llvm::Twine(Argument) +
                                         " needs off, audit or enforce");
      } else {
        std::optional<llvm::StringRef> Given;
        if (Flag.contains('='))
          Given = Value;
        llvm::Expected<bool> Applied = Prover.apply(Key, Given);
        if (!Applied)
          return llvm::createStringError(
              "argument '-fplugin-arg-oxide-" + Key +
              "': " + llvm::toString(Applied.takeError()));
        if (!*Applied)
          return llvm::createStringError("unknown argument '" +
                                         llvm::Twine(Argument) + "'");
      }
    } else if (Flag.consume_front("-W") && isOurs(Flag)) {
      Warnings.push_back(Flag.str());
    } else if (!llvm::StringRef(Argument).starts_with("-fplugin")) {
      Kept.push_back(Argument);
    }
  }
  Command = std::move(Kept);
  return PluginFlags{std::move(Checks), DefaultMode, std::move(ConfigFile),
                     WarningFlags(Warnings, allCheckers()), std::move(Prover)};
}

} // namespace oxide
