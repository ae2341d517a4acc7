// SPDX-License-Identifier: Apache-2.0

#include "cuda/ConditionalCode.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::cuda {

bool hasConditionalCode(clang::SourceRange Range,
                        const clang::ASTContext &AST) {
  const clang::SourceManager &SM = AST.getSourceManager();
  llvm::StringRef Text = clang::Lexer::getSourceText(
      SM.getExpansionRange(Range), SM, AST.getLangOpts());
  if (Text.empty())
    return true;
  llvm::SmallVector<llvm::StringRef, 32> Lines;
  Text.split(Lines, '\n');
  return llvm::any_of(
      Lines, [](llvm::StringRef L) { return L.ltrim().starts_with("#"); });
}

} // namespace oxide::cuda
