// SPDX-License-Identifier: Apache-2.0

#include "tidy/CheckerAdapter.h"
#include "clang/ASTMatchers/ASTMatchers.h"

namespace oxide {

using clang::DiagnosticIDs;

CheckerAdapter::CheckerAdapter(llvm::StringRef Name,
                               clang::tidy::ClangTidyContext *Context,
                               const CheckerInfo &Row,
                               std::shared_ptr<TidySession> Session)
    : ClangTidyCheck(Name, Context), Session(std::move(Session)) {
  OptionsView Shared("oxide", Context->getOptions().CheckOptions, Context);
  ModeOption = Shared.get("Mode", "").str();
  ConfigOption = Shared.get("Config", "").str();
  this->Session->add(Row, *this);
}

void CheckerAdapter::registerPPCallbacks(const clang::SourceManager &,
                                         clang::Preprocessor *PP,
                                         clang::Preprocessor *) {
  Session->start(*this, *PP);
}

void CheckerAdapter::registerMatchers(
    clang::ast_matchers::MatchFinder *Finder) {
  Finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
}

void CheckerAdapter::check(
    const clang::ast_matchers::MatchFinder::MatchResult &R) {
  Session->analyse(*R.Context);
}

void CheckerAdapter::storeOptions(
    clang::tidy::ClangTidyOptions::OptionMap &All) {
  All.insert_or_assign("oxide.Mode", llvm::StringRef(ModeOption));
  All.insert_or_assign("oxide.Config", llvm::StringRef(ConfigOption));
}

static DiagnosticIDs::Level levelOf(Severity S) {
  switch (S) {
  case Severity::Note:
    return DiagnosticIDs::Remark;
  case Severity::Warning:
    return DiagnosticIDs::Warning;
  case Severity::Error:
    return DiagnosticIDs::Error;
  }
  llvm_unreachable("not a severity");
}

void CheckerAdapter::report(const Finding &F) {
  {
    clang::DiagnosticBuilder Builder = diag(F.Loc, "%0", levelOf(F.Level));
    Builder << F.Message;
    if (F.Range.isValid())
      Builder << F.Range;
    for (const clang::FixItHint &Fix : F.Fixes)
      Builder << Fix;
  }
  for (const FindingNote &Note : F.Notes)
    diag(Note.Loc, "%0", DiagnosticIDs::Note) << Note.Message;
}

void CheckerAdapter::configurationError(llvm::StringRef Message) {
  configurationDiag("%0", DiagnosticIDs::Error) << Message;
}

} // namespace oxide
