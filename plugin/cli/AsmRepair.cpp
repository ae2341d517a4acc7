// SPDX-License-Identifier: Apache-2.0

#include "cli/AsmRepair.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

namespace oxide {

namespace tok = clang::tok;
using clang::Token;

namespace {

class Repair {
public:
  explicit Repair(llvm::StringRef Source) : Source(Source) {
    clang::LangOptions Lang;
    Lang.CPlusPlus = Lang.CPlusPlus11 = true;
    clang::Lexer Lexer(clang::SourceLocation(), Lang, Source.begin(),
                       Source.begin(), Source.end());
    for (Token T; !Lexer.LexFromRawLexer(T);)
      Tokens.push_back(T);
  }

  std::optional<std::string> run() {
    for (size_t I = 0; I < Tokens.size(); ++I)
      if (isAsm(I))
        statement(I);
    if (Insertions.empty())
      return std::nullopt;
    std::string Result;
    size_t From = 0;
    for (auto [At, C] : Insertions) {
      Result += Source.slice(From, At);
      Result += C;
      From = At;
    }
    return Result + Source.drop_front(From).str();
  }

private:
  size_t offset(size_t I) const {
    return Tokens[I].getLocation().getRawEncoding();
  }
  llvm::StringRef text(size_t I) const {
    return Source.substr(offset(I), Tokens[I].getLength());
  }
  bool isAsm(size_t I) const {
    return Tokens[I].is(tok::raw_identifier) &&
           llvm::is_contained({"asm", "__asm__", "__asm"}, text(I));
  }

  /// Mends the statement that begins at \p I and leaves I at its end.
  void statement(size_t &I) {
    while (++I < Tokens.size() && Tokens[I].is(tok::raw_identifier))
      ; // volatile and the like
    if (I == Tokens.size() || Tokens[I].isNot(tok::l_paren))
      return;
    std::vector<size_t> Template;
    bool Operands = false;
    for (unsigned Depth = 0; I < Tokens.size(); ++I) {
      const Token &T = Tokens[I];
      if (T.is(tok::l_paren)) {
        ++Depth;
      } else if (T.is(tok::r_paren)) {
        if (!--Depth)
          break;
      } else if (Depth == 1 && T.isOneOf(tok::colon, tok::coloncolon)) {
        if (!Operands)
          for (size_t String : Template)
            percents(String);
        Operands = true;
      } else if (Depth == 1 && T.is(tok::string_literal)) {
        if (!Operands)
          Template.push_back(I);
        else if (Tokens[I - 1].is(tok::r_paren))
          Insertions.push_back({offset(I), ','});
      }
    }
  }

  /// Doubles each percent sign in the string that begins no operand. Without
  /// operands at all, clang leaves them alone itself.
  void percents(size_t String) {
    llvm::StringRef Text = text(String);
    for (size_t At = 0; (At = Text.find('%', At)) != llvm::StringRef::npos;) {
      llvm::StringRef Behind = Text.drop_front(At + 1);
      char First = Behind.front(); // the closing quote is always there
      // %0, %[name], %c0, %c[name]; %%, %=, %{, %|, %}.
      llvm::StringRef Operand =
          llvm::isAlpha(First) ? Behind.drop_front() : Behind;
      bool Fine = llvm::isDigit(Operand.front()) || Operand.front() == '[' ||
                  llvm::StringRef("%={|}").contains(First);
      if (!Fine)
        Insertions.push_back({offset(String) + At, '%'});
      At += First == '%' ? 2 : 1;
    }
  }

  llvm::StringRef Source;
  std::vector<Token> Tokens;
  std::vector<std::pair<size_t, char>> Insertions;
};

} // namespace

std::optional<std::string> repairAsm(llvm::StringRef Source) {
  return Repair(Source).run();
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
repairAsmIn(const llvm::StringSet<> &Files,
            llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  bool Any = false;
  for (llvm::StringRef Name : Files.keys()) {
    llvm::SmallString<256> File(Name);
    if (FS->makeAbsolute(File))
      continue;
    auto Buffer = FS->getBufferForFile(File);
    if (!Buffer)
      continue;
    if (auto Text = repairAsm((*Buffer)->getBuffer()))
      Any |= Memory->addFile(File, /*ModificationTime=*/0,
                             llvm::MemoryBuffer::getMemBufferCopy(*Text));
  }
  if (!Any)
    return nullptr;
  auto Result =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(FS));
  Result->pushOverlay(std::move(Memory));
  return Result;
}

} // namespace oxide
