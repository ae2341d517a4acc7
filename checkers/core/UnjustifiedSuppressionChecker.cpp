// SPDX-License-Identifier: Apache-2.0
//
// Reports suppressions of Oxide checkers that do not say why they are there.

#include "core/Checker.h"
#include "core/Suppression.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide {

namespace {

class UnjustifiedSuppressionChecker final : public Checker {
public:
  void finish() override {
    // Every pass sees what is written there, one reports it.
    if (context().pass() == Pass::Host)
      return;
    auto &Map = context().get<SuppressionMap>();
    for (const AttributeSuppression &S : Map.attributes())
      if (!S.HasReason && context().isFirstParty(S.Loc))
        report(S.Loc, S.Checkers);
    forEachFirstPartyFile(context(),
                          [&](clang::FileID File) { checkFile(File, Map); });
  }

private:
  void report(clang::SourceLocation Loc, llvm::ArrayRef<std::string> Globs) {
    diag(Loc,
         "suppression of " + llvm::join(Globs, ", ") + " without a reason");
  }

  void checkFile(clang::FileID File, SuppressionMap &Map) {
    clang::SourceLocation Start =
        context().sources().getLocForStartOfFile(File);
    for (const NoLintDirective &D : Map.noLint(File).directives()) {
      if (D.HasReason || D.Unmatched)
        continue;
      std::vector<std::string> Ours;
      llvm::copy_if(
          D.Checkers, std::back_inserter(Ours),
          [](llvm::StringRef Glob) { return Glob.starts_with("oxide-"); });
      if (!Ours.empty())
        report(Start.getLocWithOffset(static_cast<int>(D.Offset)), Ours);
    }
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(UnjustifiedSuppression)

} // namespace oxide
