// SPDX-License-Identifier: Apache-2.0
//
// Flags that were written for another C++ compiler, mostly g++, read by clang.

#ifndef OXIDE_PLUGIN_CLI_HOSTFLAGS_H
#define OXIDE_PLUGIN_CLI_HOSTFLAGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace oxide {

/// What is said about a flag that clang does not know.
inline constexpr llvm::StringLiteral UnknownFlagText =
    "clang has no such flag; it is left out";

/// Takes the flags that clang does not know, or that lack their value, out of
/// \p Command, which begins with the compiler, and returns them.
std::vector<std::string> takeUnknownFlags(std::vector<std::string> &Command);

struct HostFlags {
  std::vector<std::string> Kept;
  std::vector<std::string> Dropped; ///< warnings, outputs, linking
  std::vector<std::string> Unknown; ///< not known to clang
};

/// Sorts flags for the host compiler, as they stand behind -Xcompiler. In a
/// CUDA unit those about the host's processor are kept from the device pass.
HostFlags sortHostFlags(llvm::ArrayRef<std::string> Flags, bool Cuda);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_HOSTFLAGS_H
