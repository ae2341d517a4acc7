// SPDX-License-Identifier: Apache-2.0
//
// -fplugin-arg-oxide-KEY=VALUE, the -W flags and .oxide.json, put together.

#ifndef OXIDE_PLUGIN_CLANG_PLUGINARGUMENTS_H
#define OXIDE_PLUGIN_CLANG_PLUGINARGUMENTS_H

#include "core/CheckerFilter.h"
#include "core/Config.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/WarningFlags.h"

namespace oxide {

struct PluginArguments {
  Config Cfg;
  std::optional<Mode> DefaultMode;
  CheckerFilter Checkers;
  WarningFlags Flags;
  ProverOptions Prover;    ///< of the arguments and the configuration
  bool KeepChecks = false; ///< bounds checks stay, redundant or not
};

/// Accepts
///   checks=GLOBS        checkers to add or, with '-', to remove
///   mode=off|audit|enforce
///   config=FILE         instead of the nearest .oxide.json
///   report-unused-suppressions
///   require-justification
///   keep-checks         bounds checks stay, proven redundant or not
///   what ProverOptions::apply() knows: launch=, assume=, lockstep=, ...
/// An error is one line that names the argument.
llvm::Expected<PluginArguments>
parsePluginArguments(const clang::CompilerInstance &CI,
                     llvm::ArrayRef<std::string> Args);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLANG_PLUGINARGUMENTS_H
