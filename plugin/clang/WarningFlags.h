// SPDX-License-Identifier: Apache-2.0
//
// -Woxide-x, -Wno-oxide-x, -Werror=oxide-x and their relatives.
//
// Clang 22 has no warning groups that a plugin could add to (LLVM pull request
// 208538), so the flags are read from the raw list that clang keeps.

#ifndef OXIDE_PLUGIN_CLANG_WARNINGFLAGS_H
#define OXIDE_PLUGIN_CLANG_WARNINGFLAGS_H

#include "core/CheckerFilter.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace oxide {

/// What the -W flags say about our checkers; later flags win.
class WarningFlags {
public:
  /// \p Flags without "-W", in command-line order: "oxide-x", "no-oxide-x",
  /// "error=oxide-x", "no-error=oxide-x", "error", "no-error", "everything",
  /// "no-everything". "oxide" stands for all checkers.
  WarningFlags(llvm::ArrayRef<std::string> Flags,
               llvm::ArrayRef<CheckerInfo> Table);

  /// Applies -Woxide-x and -Wno-oxide-x to the set of checkers.
  llvm::Error applyTo(CheckerFilter &Filter) const;

  /// Whether warnings of \p Checker become errors.
  bool isError(const CheckerInfo &Checker) const;

  /// A name after -Woxide- that no checker has, if there was one.
  const std::optional<std::string> &unknown() const { return Unknown; }

private:
  bool AllErrors = false;
  llvm::StringMap<bool> Errors; ///< "oxide-x" or "oxide" -> -Werror=x given
  std::vector<std::string> Globs;
  std::optional<std::string> Unknown;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_CLANG_WARNINGFLAGS_H
