// SPDX-License-Identifier: Apache-2.0

#include "core/LineKey.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringMap.h"

namespace oxide {

llvm::StringSet<> localNames(const clang::FunctionDecl *F) {
  llvm::StringSet<> Result;
  if (!F)
    return Result;
  if (const clang::FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
    F = Pattern;
  for (const clang::DeclContext *At = F; At; At = At->getParent()) {
    if (!At->isFunctionOrMethod())
      continue;
    for (const clang::Decl *D : At->decls())
      if (const auto *Local = llvm::dyn_cast<clang::ValueDecl>(D);
          Local && Local->getIdentifier())
        Result.insert(Local->getName());
  }
  return Result;
}

std::string lineKey(llvm::StringRef Line, const llvm::StringSet<> &Locals) {
  clang::LangOptions Lang;
  Lang.CPlusPlus = Lang.CPlusPlus11 = Lang.CPlusPlus20 = true;
  // The lexer reads up to a zero byte.
  std::string Text(Line);
  clang::Lexer Lex(clang::SourceLocation(), Lang, Text.data(), Text.data(),
                   Text.data() + Text.size());
  std::string Result;
  llvm::StringMap<unsigned> Numbers;
  clang::tok::TokenKind Before = clang::tok::unknown;
  for (clang::Token Token;; Before = Token.getKind()) {
    bool AtEnd = Lex.LexFromRawLexer(Token);
    if (Token.is(clang::tok::eof))
      return Result;
    llvm::StringRef Spelling(Lex.getBufferLocation() - Token.getLength(),
                             Token.getLength());
    // Members and qualified names are no locals, whatever they are called.
    bool IsLocal = Token.is(clang::tok::raw_identifier) &&
                   Locals.contains(Spelling) && Before != clang::tok::period &&
                   Before != clang::tok::arrow &&
                   Before != clang::tok::coloncolon;
    if (!Result.empty() && llvm::isAlnum(Result.back()) &&
        llvm::isAlnum(Spelling.front()))
      Result += ' ';
    if (IsLocal)
      Result +=
          "$" +
          std::to_string(
              Numbers.try_emplace(Spelling, Numbers.size() + 1).first->second);
    else
      Result += Spelling;
    if (AtEnd)
      return Result;
  }
}

} // namespace oxide
