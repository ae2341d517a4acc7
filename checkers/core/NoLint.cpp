// SPDX-License-Identifier: Apache-2.0

#include "core/NoLint.h"
#include "core/CheckerFilter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace oxide {

bool NoLintDirective::covers(llvm::StringRef Checker) const {
  return Checkers.empty() || matchesAnyGlob(Checkers, Checker);
}

/// Takes "(a, b)" from the front of \p Rest. Returns false for a malformed
/// list.
static bool parseList(llvm::StringRef &Rest, std::vector<std::string> &Out) {
  if (!Rest.consume_front("("))
    return true;
  size_t Close = Rest.find_first_of(")\n");
  if (Close == llvm::StringRef::npos || Rest[Close] == '\n')
    return false;
  llvm::SmallVector<llvm::StringRef, 4> Parts;
  Rest.take_front(Close).split(Parts, ',');
  Rest = Rest.drop_front(Close + 1);
  for (llvm::StringRef P : Parts)
    // clang-tidy ignores negative globs here.
    if (P = P.trim(); !P.empty() && P.front() != '-')
      Out.push_back(P.str());
  // An empty list suppresses nothing, as in clang-tidy.
  return !Out.empty();
}

/// Whether \p Rest, what follows a directive, has a word before the line or the
/// comment ends.
static bool startsWithReason(llvm::StringRef Rest) {
  Rest = Rest.take_until([](char C) { return C == '\n'; });
  Rest = Rest.take_front(Rest.find("*/"));
  return llvm::any_of(Rest, [](char C) {
    return llvm::isAlnum(C) || static_cast<unsigned char>(C) >= 0x80;
  });
}

NoLintFile::NoLintFile(llvm::StringRef Text) {
  constexpr llvm::StringLiteral Word = "NOLINT";
  std::vector<NoLintDirective> Open;
  unsigned Line = 1;
  size_t Counted = 0;
  for (size_t At = Text.find(Word); At != llvm::StringRef::npos;
       At = Text.find(Word, At + Word.size())) {
    Line += Text.substr(Counted, At - Counted).count('\n');
    Counted = At;
    if (At > 0 && (llvm::isAlnum(Text[At - 1]) || Text[At - 1] == '_'))
      continue;
    llvm::StringRef Rest = Text.substr(At + Word.size());
    enum { Same, Next, Begin, End } Kind = Same;
    if (Rest.consume_front("NEXTLINE"))
      Kind = Next;
    else if (Rest.consume_front("BEGIN"))
      Kind = Begin;
    else if (Rest.consume_front("END"))
      Kind = End;
    if (!Rest.empty() && (llvm::isAlnum(Rest.front()) || Rest.front() == '_'))
      continue;
    NoLintDirective D;
    D.Offset = At;
    D.FirstLine = D.LastLine = Kind == Next ? Line + 1 : Line;
    if (!parseList(Rest, D.Checkers))
      continue;
    D.HasReason = startsWithReason(Rest);
    if (Kind == Begin) {
      Open.push_back(std::move(D));
    } else if (Kind == End) {
      if (Open.empty() || Open.back().Checkers != D.Checkers) {
        D.Unmatched = true;
        D.LastLine = 0;
        Directives.push_back(std::move(D));
        continue;
      }
      Open.back().LastLine = Line;
      Directives.push_back(std::move(Open.back()));
      Open.pop_back();
    } else {
      Directives.push_back(std::move(D));
    }
  }
  for (NoLintDirective &D : Open) {
    D.Unmatched = true;
    D.LastLine = 0;
    Directives.push_back(std::move(D));
  }
}

bool NoLintFile::suppresses(unsigned Line, llvm::StringRef Checker) {
  bool Result = false;
  for (NoLintDirective &D : Directives) {
    if (Line < D.FirstLine || Line > D.LastLine || !D.covers(Checker))
      continue;
    D.Used = true;
    Result = true;
  }
  return Result;
}

} // namespace oxide
