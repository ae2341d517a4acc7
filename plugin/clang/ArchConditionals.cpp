// SPDX-License-Identifier: Apache-2.0

#include "clang/ArchConditionals.h"
#include "clang/ArchCondition.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide {

bool ArchConditionals::isHiddenFromFirstPass(clang::SourceLocation Loc) const {
  Loc = SM.getExpansionLoc(Loc);
  return llvm::any_of(HiddenRanges, [&](clang::SourceRange R) {
    return SM.isBeforeInTranslationUnit(R.getBegin(), Loc) &&
           SM.isBeforeInTranslationUnit(Loc, R.getEnd());
  });
}

void ArchConditionals::openBranch(clang::SourceLocation Loc,
                                  clang::SourceRange Condition, bool TrueHere) {
  Conditional &C = Stack.back();
  C.Start = Loc;
  llvm::StringRef Text = clang::Lexer::getSourceText(
      clang::CharSourceRange::getTokenRange(Condition), SM, Lang);
  std::optional<bool> TrueInFirst = TrueHere;
  if (mentionsArch(Text)) {
    C.OnArch = true;
    TrueInFirst = evaluateForArch(Text, FirstArch);
  }
  C.Hidden = C.TakenByFirst || !TrueInFirst.value_or(false);
  C.TakenByFirst |= TrueInFirst.value_or(false);
}

void ArchConditionals::closeBranch(clang::SourceLocation Loc) {
  const Conditional &C = Stack.back();
  if (C.OnArch && C.Hidden)
    HiddenRanges.push_back({C.Start, Loc});
}

void ArchConditionals::If(clang::SourceLocation Loc,
                          clang::SourceRange Condition,
                          ConditionValueKind Value) {
  Stack.emplace_back();
  openBranch(Loc, Condition, Value == CVK_True);
}

void ArchConditionals::Elif(clang::SourceLocation Loc,
                            clang::SourceRange Condition,
                            ConditionValueKind Value, clang::SourceLocation) {
  closeBranch(Loc);
  openBranch(Loc, Condition, Value == CVK_True);
}

void ArchConditionals::Ifdef(clang::SourceLocation Loc, const clang::Token &,
                             const clang::MacroDefinition &) {
  Stack.push_back({Loc});
}

void ArchConditionals::Ifndef(clang::SourceLocation Loc, const clang::Token &,
                              const clang::MacroDefinition &) {
  Stack.push_back({Loc});
}

void ArchConditionals::Else(clang::SourceLocation Loc, clang::SourceLocation) {
  closeBranch(Loc);
  Conditional &C = Stack.back();
  C.Start = Loc;
  C.Hidden = C.TakenByFirst;
}

void ArchConditionals::Endif(clang::SourceLocation Loc, clang::SourceLocation) {
  closeBranch(Loc);
  Stack.pop_back();
}

} // namespace oxide
