// SPDX-License-Identifier: Apache-2.0
//
// Which mode holds where.

#ifndef OXIDE_CHECKERS_CORE_TIERMAP_H
#define OXIDE_CHECKERS_CORE_TIERMAP_H

#include "core/Config.h"
#include "core/Tier.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace oxide {

/// The files that carry `#pragma oxide mode(...)`.
using PragmaModes = llvm::DenseMap<clang::FileID, Mode>;

/// Resolves modes, strongest first: attribute of the function, pragma of the
/// file, longest path prefix of .oxide.json, the command line, the "mode" of
/// .oxide.json, audit.
class TierMap {
public:
  /// \p CommandLine is the default mode that the command line asks for; it is
  /// stronger than the one of the configuration.
  explicit TierMap(Config Cfg, std::optional<Mode> CommandLine = std::nullopt)
      : C(std::move(Cfg)) {
    if (CommandLine)
      C.DefaultMode = CommandLine;
  }

  Mode modeAt(clang::SourceLocation Loc, const clang::FunctionDecl *Function,
              const clang::ASTContext &AST) const;

  /// The mode that the configuration gives to \p Path, an absolute path
  /// without dots.
  Mode modeOfPath(llvm::StringRef Path) const;

  /// Filled by the pragma handler while the unit is parsed.
  PragmaModes &pragmas() { return Pragmas; }
  const Config &config() const { return C; }

private:
  Mode modeOfFile(clang::FileID File, const clang::SourceManager &SM) const;

  Config C;
  PragmaModes Pragmas;
};

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_TIERMAP_H
