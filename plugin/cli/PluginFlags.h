// SPDX-License-Identifier: Apache-2.0
//
// What the compiler flags of a unit say to the compiler plugin. A project that
// switches enforcement on in its build means it here too.

#ifndef OXIDE_PLUGIN_CLI_PLUGINFLAGS_H
#define OXIDE_PLUGIN_CLI_PLUGINFLAGS_H

#include "core/KernelFacts.h"
#include "core/Tier.h"
#include "clang/WarningFlags.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace oxide {

struct PluginFlags {
  std::vector<std::string> Checks; ///< of -fplugin-arg-oxide-checks=
  std::optional<Mode> DefaultMode; ///< of -fplugin-arg-oxide-mode=
  std::string ConfigFile;          ///< of -fplugin-arg-oxide-config=
  WarningFlags Warnings;           ///< -Woxide-x and the like
  ProverOptions Prover;            ///< of -fplugin-arg-oxide-launch= etc.
};

/// Takes these flags, and all that load a plugin, out of \p Command.
llvm::Expected<PluginFlags> takePluginFlags(std::vector<std::string> &Command);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_PLUGINFLAGS_H
