// SPDX-License-Identifier: Apache-2.0
//
// The project file .oxide.json.

#ifndef OXIDE_CHECKERS_CORE_CONFIG_H
#define OXIDE_CHECKERS_CORE_CONFIG_H

#include "core/KernelFacts.h"
#include "core/Tier.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>
#include <string>
#include <vector>

namespace oxide {

/// The mode of every file whose path starts with Prefix; the longest matching
/// prefix wins. Prefixes are relative to the folder of the file they are in.
struct PathMode {
  std::string Prefix;
  Mode M;
};

/// \code
///   { "mode": "audit",
///     "paths": { "src/kernels/": "enforce", "third_party/": "off" },
///     "checkers": ["-oxide-raw-launch"],
///     "kernels": { "scan": { "launch": "<<<64,256>>>",
///                            "assume": ["n % 256 == 0"] } },
///     "lockstep": 32 }
/// \endcode
struct Config {
  std::string File;   ///< absolute path, empty when there is none
  std::string Folder; ///< the folder that prefixes are relative to
  std::optional<Mode> DefaultMode;
  std::vector<PathMode> Paths;
  std::vector<std::string> Checkers; ///< globs, '-' in front disables
  ProverOptions Prover; ///< "kernels" and "lockstep"; the rest as it starts
};

inline constexpr llvm::StringLiteral ConfigFileName = ".oxide.json";

/// Parses \p Text. An error reads "FILE:LINE:COLUMN: what is wrong".
llvm::Expected<Config> parseConfig(llvm::StringRef Text, llvm::StringRef File);

/// Reads \p File; an error names the file.
llvm::Expected<Config> readConfig(llvm::StringRef File,
                                  llvm::vfs::FileSystem &FS);

/// Finds .oxide.json in the folder of \p SourceFile or the nearest folder
/// above it; an empty Config when there is none.
llvm::Expected<Config> findConfig(llvm::StringRef SourceFile,
                                  llvm::vfs::FileSystem &FS);

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_CONFIG_H
