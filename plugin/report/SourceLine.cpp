// SPDX-License-Identifier: Apache-2.0

#include "report/SourceLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"
#include <algorithm>

namespace oxide {

/// The number of bytes of the well-formed UTF-8 sequence in front of \p Text,
/// 0 when there is none.
static unsigned sequenceLength(llvm::StringRef Text) {
  const auto *Begin = reinterpret_cast<const llvm::UTF8 *>(Text.data());
  const auto *End = Begin + Text.size();
  unsigned Length = llvm::getNumBytesForUTF8(*Begin);
  if (Length > Text.size() || !llvm::isLegalUTF8Sequence(Begin, End))
    return 0;
  return Length;
}

SourceLine::SourceLine(llvm::StringRef Bytes) {
  constexpr unsigned TabStop = 8;
  unsigned Column = 0;
  while (!Bytes.empty()) {
    unsigned Length = std::max(1u, sequenceLength(Bytes));
    llvm::StringRef Char = Bytes.take_front(Length);
    int Width = llvm::sys::unicode::columnWidthUTF8(Char);
    std::string Shown = Char.str();
    if (Char == "\t") {
      Shown.assign(TabStop - Column % TabStop, ' ');
      Width = Shown.size();
    } else if (Width < 0) {
      Shown.clear();
      for (char C : Char)
        Shown += "<" +
                 llvm::utohexstr(static_cast<unsigned char>(C), false, 2) + ">";
      Width = Shown.size();
    }
    Columns.insert(Columns.end(), Length, Column);
    Text += Shown;
    Column += Width;
    Bytes = Bytes.drop_front(Length);
  }
  Columns.push_back(Column);
}

unsigned SourceLine::displayColumn(unsigned ByteColumn) const {
  size_t Index = ByteColumn ? ByteColumn - 1 : 0;
  return Columns[std::min(Index, Columns.size() - 1)];
}

std::string SourceLine::marks(const Snippet &S) const {
  std::string Marks;
  auto Put = [&](size_t Begin, size_t End, char Mark) {
    Marks.resize(std::max(Marks.size(), End), ' ');
    std::fill(Marks.begin() + Begin, Marks.begin() + End, Mark);
  };
  for (auto [Begin, End] : S.Underlines)
    Put(displayColumn(Begin),
        std::max(displayColumn(Begin), displayColumn(End)), '~');
  if (S.Caret)
    Put(displayColumn(S.Caret), displayColumn(S.Caret) + 1, '^');
  return Marks;
}

unsigned codePointColumn(llvm::StringRef Line, unsigned ByteColumn) {
  if (!ByteColumn)
    return 0;
  unsigned Column = 1;
  llvm::StringRef Before = Line.take_front(ByteColumn - 1);
  // A column behind the end of the line stays as far behind it.
  unsigned Beyond = ByteColumn - 1 - Before.size();
  while (!Before.empty()) {
    Before = Before.drop_front(std::max(1u, sequenceLength(Before)));
    ++Column;
  }
  return Column + Beyond;
}

} // namespace oxide
