// SPDX-License-Identifier: Apache-2.0
//
// NOLINT, NOLINTNEXTLINE, NOLINTBEGIN and NOLINTEND, with clang-tidy's
// grammar: no space before '(', globs allowed, BEGIN and END name the same
// checkers.

#ifndef OXIDE_CHECKERS_CORE_NOLINT_H
#define OXIDE_CHECKERS_CORE_NOLINT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace oxide {

struct NoLintDirective {
  unsigned FirstLine = 0; ///< first suppressed line, 1-based
  unsigned LastLine = 0;  ///< last suppressed line
  size_t Offset = 0;      ///< of the directive in the file
  /// Globs; empty when the directive names none and so covers every checker.
  std::vector<std::string> Checkers;
  bool HasReason = false; ///< words behind it on its line
  bool Unmatched = false; ///< a BEGIN without END or an END without BEGIN
  bool Used = false;

  bool covers(llvm::StringRef Checker) const;
};

/// The directives of one file.
class NoLintFile {
public:
  explicit NoLintFile(llvm::StringRef Text);

  /// Whether a finding of \p Checker on \p Line is suppressed; marks the
  /// directives that do.
  bool suppresses(unsigned Line, llvm::StringRef Checker);

  const std::vector<NoLintDirective> &directives() const { return Directives; }

private:
  std::vector<NoLintDirective> Directives;
};

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_NOLINT_H
