// SPDX-License-Identifier: Apache-2.0

#include "common/Pragma.h"
#include "clang/Basic/DiagnosticParse.h"

namespace oxide {

namespace {

class ModePragma final : public clang::PragmaHandler {
public:
  explicit ModePragma(PragmaModes &Modes)
      : PragmaHandler("oxide"), Modes(Modes) {}

  void HandlePragma(clang::Preprocessor &PP, clang::PragmaIntroducer Intro,
                    clang::Token &First) override {
    clang::Token Tok;
    PP.LexUnexpandedToken(Tok);
    if (!isWord(Tok, "mode"))
      return fail(PP, Tok);
    PP.LexUnexpandedToken(Tok);
    if (Tok.isNot(clang::tok::l_paren))
      return fail(PP, Tok);
    PP.LexUnexpandedToken(Tok);
    std::optional<Mode> M;
    if (const clang::IdentifierInfo *Id = Tok.getIdentifierInfo())
      M = parseMode(Id->getName());
    if (!M)
      return fail(PP, Tok);
    PP.LexUnexpandedToken(Tok);
    if (Tok.isNot(clang::tok::r_paren))
      return fail(PP, Tok);
    PP.LexUnexpandedToken(Tok);
    if (Tok.isNot(clang::tok::eod))
      return fail(PP, Tok);
    const clang::SourceManager &SM = PP.getSourceManager();
    Modes[SM.getFileID(SM.getExpansionLoc(Intro.Loc))] = *M;
  }

private:
  static bool isWord(const clang::Token &Tok, llvm::StringRef Word) {
    const clang::IdentifierInfo *Id = Tok.getIdentifierInfo();
    return Id && Id->getName() == Word;
  }

  /// A misspelt mode must not switch enforcement off silently: an error, with
  /// a built-in id, since a custom one crashes clang-tidy.
  static void fail(clang::Preprocessor &PP, const clang::Token &At) {
    PP.Diag(At.getLocation(), clang::diag::err_expected)
        << "'#pragma oxide mode(off|audit|enforce)'";
  }

  PragmaModes &Modes;
};

} // namespace

void addPragmaHandler(clang::Preprocessor &PP, PragmaModes &Modes) {
  PP.AddPragmaHandler(new ModePragma(Modes));
}

} // namespace oxide
