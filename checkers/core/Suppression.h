// SPDX-License-Identifier: Apache-2.0
//
// Suppressions that users write in the source: [[clang::suppress("...")]] and
// the NOLINT family.

#ifndef OXIDE_CHECKERS_CORE_SUPPRESSION_H
#define OXIDE_CHECKERS_CORE_SUPPRESSION_H

#include "core/Finding.h"
#include "core/NoLint.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include <string>
#include <vector>

namespace oxide {

class CheckContext;

/// One [[clang::suppress("oxide-x", "reason")]] on a declaration or statement.
struct AttributeSuppression {
  clang::SourceRange Range; ///< of the suppressed code
  clang::SourceLocation Loc;
  std::vector<std::string> Checkers; ///< globs that start with "oxide"
  bool HasReason = false;            ///< another string beside the globs
  bool Used = false;
};

/// Calls \p Do for each first-party file of the translation unit, in the order
/// in which they were entered.
void forEachFirstPartyFile(CheckContext &Ctx,
                           llvm::function_ref<void(clang::FileID)> Do);

/// All suppressions of a translation unit; remembers which were needed.
class SuppressionMap {
public:
  explicit SuppressionMap(CheckContext &Ctx);

  /// Whether \p F is suppressed in the source; marks what suppresses it.
  /// NOLINT is applied here for every front end: clang-tidy itself applies it
  /// to warnings only, and enforce mode has errors.
  bool suppresses(const Finding &F);

  const std::vector<AttributeSuppression> &attributes() const {
    return Attributes;
  }

  /// The NOLINT directives of \p File, scanned on first use.
  NoLintFile &noLint(clang::FileID File);

private:
  const clang::SourceManager &SM;
  std::vector<AttributeSuppression> Attributes;
  llvm::DenseMap<clang::FileID, std::unique_ptr<NoLintFile>> NoLints;
};

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_SUPPRESSION_H
