// SPDX-License-Identifier: Apache-2.0

#include "cuda/PtxText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <limits>

using llvm::StringRef;

namespace oxide::cuda {

bool isPtxWord(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '$' || C == '%' || C == '.';
}

PtxText::PtxText(StringRef AsmText, llvm::ArrayRef<StringRef> Names, bool Basic)
    : Names(Names), Basic(Basic), Buffer(AsmText.str()) {
  blankComments();
}

/// The end of a quoted string that starts at \p Pos and ends on its line, or
/// npos.
static size_t stringEnd(StringRef Text, size_t Pos) {
  size_t End = Text.find_first_of("\"\n", Pos + 1);
  if (End == StringRef::npos || Text[End] != '"')
    return StringRef::npos;
  return End + 1;
}

void PtxText::blankComments() {
  StringRef Source = Buffer;
  size_t P = 0;
  while (P < Buffer.size()) {
    size_t End = P;
    if (Buffer[P] == '"') {
      size_t Quote = stringEnd(Source, P);
      if (Quote == StringRef::npos) {
        Complete = false;
        ++P;
      } else {
        P = Quote;
      }
      continue;
    }
    if (Source.substr(P, 2) == "//") {
      End = std::min(Source.find('\n', P), Source.size());
    } else if (Source.substr(P, 2) == "/*") {
      End = Source.find("*/", P + 2);
      if (End == StringRef::npos) {
        Complete = false;
        End = Source.size();
      } else {
        End += 2;
      }
    } else if (!Basic && Buffer[P] == '%' && P + 1 < Buffer.size()) {
      // `%{`, `%|` and `%}` stand for the character; `%%` must not be taken
      // apart.
      char Next = Buffer[P + 1];
      if (Next == '{' || Next == '|' || Next == '}')
        Buffer[P] = ' ';
      P += 2;
      continue;
    } else {
      ++P;
      continue;
    }
    for (; P < End; ++P)
      if (Buffer[P] != '\n')
        Buffer[P] = ' ';
  }
}

size_t PtxText::unitEnd(size_t P) const {
  if (Buffer[P] == '"') {
    size_t End = stringEnd(Buffer, P);
    return End == StringRef::npos ? P + 1 : End;
  }
  if (Basic || Buffer[P] != '%')
    return P + 1;
  if (StringRef(Buffer).substr(P, 2) == "%%")
    return P + 2;
  size_t Name = P + 1;
  // A modifier letter may stand between `%` and `[`.
  if (Name < Buffer.size() && llvm::isAlpha(Buffer[Name]))
    ++Name;
  if (Name >= Buffer.size() || Buffer[Name] != '[')
    return P + 1;
  size_t End = Name + 1;
  while (End < Buffer.size() &&
         (llvm::isAlnum(Buffer[End]) || Buffer[End] == '_'))
    ++End;
  return End < Buffer.size() && Buffer[End] == ']' ? End + 1 : P + 1;
}

bool PtxText::references(StringRef Part, bool IsAddress,
                         llvm::SmallVectorImpl<PtxReference> &Out) const {
  if (Basic)
    return true;
  bool Known = true;
  size_t P = 0;
  while ((P = Part.find('%', P)) != StringRef::npos) {
    ++P;
    StringRef Rest = Part.drop_front(P);
    if (Rest.starts_with("%") || Rest.starts_with("=")) {
      ++P;
      continue;
    }
    // A modifier is one letter.
    if (Rest.size() > 1 && llvm::isAlpha(Rest[0]) &&
        (llvm::isDigit(Rest[1]) || Rest[1] == '[')) {
      Rest = Rest.drop_front();
      ++P;
    }
    if (Rest.consume_front("[")) {
      size_t End =
          Rest.find_if_not([](char C) { return llvm::isAlnum(C) || C == '_'; });
      if (End == StringRef::npos || Rest[End] != ']') {
        Known = false;
        continue;
      }
      const auto *Name = llvm::find(Names, Rest.take_front(End));
      if (End == 0 || Name == Names.end())
        Known = false;
      else
        Out.push_back({static_cast<unsigned>(Name - Names.begin()), IsAddress});
      P += End + 2;
      continue;
    }
    StringRef Digits = Rest.take_while(llvm::isDigit);
    unsigned Number;
    if (Digits.empty()) {
      // nvcc takes `%laneid` as `%%laneid`, which Clang rejects.
      Known &= !Rest.empty() && (llvm::isAlpha(Rest[0]) || Rest[0] == '_');
      continue;
    }
    if (Digits.getAsInteger(10, Number)) {
      Number = std::numeric_limits<unsigned>::max();
      Known = false;
    }
    Out.push_back({Number, IsAddress});
    P += Digits.size();
  }
  return Known;
}

bool isPlausiblePtxOperand(StringRef Operand) {
  bool AfterWord = false;
  bool AfterGap = false;
  for (char C : Operand) {
    if (llvm::isSpace(C)) {
      AfterGap = true;
    } else if (isPtxWord(C)) {
      if (AfterWord && AfterGap)
        return false;
      AfterWord = true;
      AfterGap = false;
    } else if (StringRef("+-*/:()[]{}<>|!~&^,=").contains(C)) {
      AfterWord = AfterGap = false;
    } else {
      return false;
    }
  }
  return true;
}

} // namespace oxide::cuda
