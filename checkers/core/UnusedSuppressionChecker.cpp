// SPDX-License-Identifier: Apache-2.0
//
// Reports suppressions of Oxide checkers that suppress nothing, and NOLINT
// blocks that are not closed. Runs after all other checkers.

#include "core/Checker.h"
#include "core/Suppression.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide {

namespace {

class UnusedSuppressionChecker final : public Checker {
public:
  void finish() override {
    auto &Map = context().get<SuppressionMap>();
    for (const AttributeSuppression &S : Map.attributes())
      if (!S.Used && context().isFirstParty(S.Loc))
        reportUnused(S.Loc, S.Checkers);
    forEachFirstPartyFile(context(),
                          [&](clang::FileID File) { checkFile(File, Map); });
  }

private:
  /// Only the unit that a checker of the list really ran on can tell.
  bool allRan(llvm::ArrayRef<std::string> Globs) {
    return llvm::all_of(Globs, [&](llvm::StringRef Glob) {
      return llvm::any_of(context().enabled(), [&](const CheckerInfo *I) {
        return I->Name == Glob && I->Passes != Pass::None;
      });
    });
  }

  void reportUnused(clang::SourceLocation Loc,
                    llvm::ArrayRef<std::string> Globs) {
    if (!Globs.empty() && allRan(Globs))
      diag(Loc,
           "suppression of " + llvm::join(Globs, ", ") + " suppresses nothing");
  }

  void checkFile(clang::FileID File, SuppressionMap &Map) {
    clang::SourceLocation Start =
        context().sources().getLocForStartOfFile(File);
    for (const NoLintDirective &D : Map.noLint(File).directives()) {
      bool Ours = !D.Checkers.empty() &&
                  llvm::all_of(D.Checkers, [](llvm::StringRef Glob) {
                    return Glob.starts_with("oxide-");
                  });
      if (!Ours)
        continue;
      clang::SourceLocation Loc =
          Start.getLocWithOffset(static_cast<int>(D.Offset));
      // Every pass sees the comment, one reports it.
      if (D.Unmatched && context().pass() == Pass::Host)
        continue;
      if (D.Unmatched)
        diag(Loc, "NOLINTBEGIN and NOLINTEND for " +
                      llvm::join(D.Checkers, ", ") + " do not match");
      else if (!D.Used)
        reportUnused(Loc, D.Checkers);
    }
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(UnusedSuppression)

} // namespace oxide
