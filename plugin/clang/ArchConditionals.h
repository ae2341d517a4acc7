// SPDX-License-Identifier: Apache-2.0
//
// Code of a later device pass that the first device pass did not see.

#ifndef OXIDE_PLUGIN_CLANG_ARCHCONDITIONALS_H
#define OXIDE_PLUGIN_CLANG_ARCHCONDITIONALS_H

#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include <vector>

namespace oxide {

/// Watches #if, #elif, #else and #endif and keeps the source ranges whose
/// condition is false, or unknown, for the first architecture. Unknown counts
/// as unseen: a repeated finding is better than a lost one.
class ArchConditionals final : public clang::PPCallbacks {
public:
  /// \p FirstArch is the value of __CUDA_ARCH__ in the first device pass.
  ArchConditionals(const clang::SourceManager &SM,
                   const clang::LangOptions &Lang, unsigned FirstArch)
      : SM(SM), Lang(Lang), FirstArch(FirstArch) {}

  bool isHiddenFromFirstPass(clang::SourceLocation Loc) const;

  void If(clang::SourceLocation Loc, clang::SourceRange Condition,
          ConditionValueKind Value) override;
  void Elif(clang::SourceLocation Loc, clang::SourceRange Condition,
            ConditionValueKind Value, clang::SourceLocation IfLoc) override;
  void Ifdef(clang::SourceLocation Loc, const clang::Token &Name,
             const clang::MacroDefinition &) override;
  void Ifndef(clang::SourceLocation Loc, const clang::Token &Name,
              const clang::MacroDefinition &) override;
  void Else(clang::SourceLocation Loc, clang::SourceLocation IfLoc) override;
  void Endif(clang::SourceLocation Loc, clang::SourceLocation IfLoc) override;

private:
  struct Conditional {
    clang::SourceLocation Start; ///< of the current branch
    bool TakenByFirst = false;   ///< an earlier branch is the first pass's
    bool Hidden = false;         ///< the current branch is not
    bool OnArch = false;         ///< some condition names the architecture
  };

  void openBranch(clang::SourceLocation Loc, clang::SourceRange Condition,
                  bool TrueHere);
  void closeBranch(clang::SourceLocation Loc);

  const clang::SourceManager &SM;
  const clang::LangOptions &Lang;
  unsigned FirstArch;
  std::vector<Conditional> Stack;
  std::vector<clang::SourceRange> HiddenRanges;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_CLANG_ARCHCONDITIONALS_H
