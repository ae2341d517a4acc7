// SPDX-License-Identifier: Apache-2.0

#include "clang/PluginArguments.h"
#include "Registry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace oxide {

static llvm::Error unknownArgument(llvm::StringRef Key) {
  llvm::SmallVector<llvm::StringRef, 16> Known{"checks",
                                               "mode",
                                               "config",
                                               "report-unused-suppressions",
                                               "require-justification",
                                               "keep-checks"};
  llvm::append_range(Known, ProverOptionKeys);
  llvm::StringRef Nearest = Known[0];
  for (llvm::StringRef K : Known)
    if (K.edit_distance(Key) < Nearest.edit_distance(Key))
      Nearest = K;
  return llvm::createStringError(
      "unknown argument '-fplugin-arg-oxide-" + llvm::Twine(Key) +
      "'; did you mean '-fplugin-arg-oxide-" + Nearest + "'?");
}

llvm::Expected<PluginArguments>
parsePluginArguments(const clang::CompilerInstance &CI,
                     llvm::ArrayRef<std::string> Args) {
  llvm::StringRef ConfigFile;
  std::optional<Mode> DefaultMode;
  std::vector<llvm::StringRef> Checks;
  ProverOptions Prover;
  bool KeepChecks = false;
  for (llvm::StringRef Arg : Args) {
    auto [Key, Value] = Arg.split('=');
    bool HasValue = Key.size() != Arg.size();
    auto Need = [&](llvm::StringRef What) {
      return llvm::createStringError("argument '-fplugin-arg-oxide-" + Key +
                                     "' needs a value: " + What);
    };
    if (Key == "checks") {
      if (Value.empty())
        return Need(
            "checkers, as in checks=oxide-tier-unsafe,-oxide-raw-launch");
      Checks.push_back(Value);
    } else if (Key == "mode") {
      DefaultMode = parseMode(Value);
      if (!DefaultMode)
        return Need("off, audit or enforce, not '" + Value.str() + "'");
    } else if (Key == "config") {
      if (Value.empty())
        return Need("the path of a configuration file");
      ConfigFile = Value;
    } else if (Key == "report-unused-suppressions" && !HasValue) {
      Checks.push_back("oxide-unused-suppression");
    } else if (Key == "require-justification" && !HasValue) {
      Checks.push_back("oxide-unjustified-suppression");
    } else if (Key == "keep-checks") {
      if (HasValue)
        return llvm::createStringError(
            "argument '-fplugin-arg-oxide-keep-checks' takes no value");
      KeepChecks = true;
    } else {
      std::optional<llvm::StringRef> Given;
      if (HasValue)
        Given = Value;
      llvm::Expected<bool> Applied = Prover.apply(Key, Given);
      if (!Applied)
        return llvm::createStringError(
            "argument '-fplugin-arg-oxide-" + Key +
            "': " + llvm::toString(Applied.takeError()));
      if (!*Applied)
        return unknownArgument(Key);
    }
  }

  // The plugin runs before the main action creates the file manager.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS =
      CI.hasFileManager() ? CI.getVirtualFileSystemPtr()
                          : llvm::vfs::getRealFileSystem();
  llvm::StringRef Source = CI.getFrontendOpts().Inputs.empty()
                               ? llvm::StringRef()
                               : CI.getFrontendOpts().Inputs.front().getFile();
  llvm::Expected<Config> Cfg = ConfigFile.empty() ? findConfig(Source, *FS)
                                                  : readConfig(ConfigFile, *FS);
  if (!Cfg)
    return Cfg.takeError();

  PluginArguments Result{
      std::move(*Cfg),
      DefaultMode,
      CheckerFilter(allCheckers()),
      WarningFlags(CI.getDiagnosticOpts().Warnings, allCheckers()),
      {}};
  Result.Prover = Result.Cfg.Prover;
  Result.Prover.add(Prover);
  Result.KeepChecks = KeepChecks;
  for (llvm::StringRef Glob : Result.Cfg.Checkers)
    if (llvm::Error E = Result.Checkers.applyOne(Glob))
      return llvm::createStringError(Result.Cfg.File + ": " +
                                     llvm::toString(std::move(E)));
  for (llvm::StringRef Globs : Checks)
    if (llvm::Error E = Result.Checkers.apply(Globs))
      return llvm::createStringError("argument '-fplugin-arg-oxide-checks': " +
                                     llvm::toString(std::move(E)));
  if (const std::optional<std::string> &Unknown = Result.Flags.unknown())
    if (llvm::Error E = Result.Checkers.applyOne(*Unknown))
      return llvm::createStringError("-W flag: " +
                                     llvm::toString(std::move(E)));
  if (llvm::Error E = Result.Flags.applyTo(Result.Checkers))
    return E;
  return Result;
}

} // namespace oxide
