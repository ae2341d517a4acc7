// SPDX-License-Identifier: Apache-2.0

#include "report/SourceExcerpt.h"
#include "report/Escape.h"
#include "report/Paths.h"
#include "report/SourceLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace oxide {

const std::vector<std::string> &SourceFiles::lines(const std::string &Path) {
  auto [It, New] = Files.try_emplace(Path);
  if (!New || relativePath(Path, Root) == Path)
    return It->second;
  if (std::optional<std::string> Text = Read(Path)) {
    llvm::SmallVector<llvm::StringRef, 0> Lines;
    llvm::StringRef(*Text).split(Lines, '\n');
    for (llvm::StringRef Line : Lines)
      It->second.push_back(Line.rtrim('\r').str());
  }
  return It->second;
}

namespace {

bool isWord(char C) { return llvm::isAlnum(C) || C == '_'; }

/// What is said about one line of source.
struct Remark {
  const Snippet *Source = nullptr; ///< of the line, with what to mark
  std::vector<std::string> Notes;
  bool IsMain = false;
};

/// The remarks of one file by line.
struct FileRemarks {
  std::string File;
  std::map<unsigned, Remark> Lines;
};

class Excerpt {
public:
  Excerpt(const FileRemarks &Remarks, const std::vector<std::string> &Lines)
      : Remarks(Remarks), Lines(Lines) {
    // A file that was edited since shows something else.
    Trusted = llvm::all_of(Remarks.Lines, [&](const auto &Entry) {
      const Snippet *Known = Entry.second.Source;
      return Entry.first <= Lines.size() &&
             (!Known || Known->Line.empty() ||
              Known->Line == Lines[Entry.first - 1]);
    });
  }

  std::string html() const {
    std::string Out;
    unsigned Last = 0;
    for (auto It = Remarks.Lines.begin(); It != Remarks.Lines.end(); ++It) {
      auto [Number, R] = *It;
      auto Next = std::next(It);
      unsigned From =
          Trusted ? std::max(Number - std::min(Number, Context), Last + 1)
                  : Number;
      if (Last && From > Last + 1)
        Out += "<span class=\"gap\">\u22EF</span>";
      for (unsigned I = From; I < Number; ++I)
        Out += row(I, escapeXml(SourceLine(Lines[I - 1]).text()), {});
      Out += marked(Number, R);
      Last = Number;
      unsigned To =
          Trusted ? std::min<unsigned>(Number + Context, Lines.size()) : Number;
      if (Next != Remarks.Lines.end())
        To = std::min(To, Next->first - 1);
      for (unsigned I = Number + 1; I <= To; ++I)
        Out += row(I, escapeXml(SourceLine(Lines[I - 1]).text()), {});
      Last = std::max(Last, To);
    }
    return Out;
  }

private:
  static constexpr unsigned Context = 1;

  static std::string row(unsigned Number, llvm::StringRef Html,
                         llvm::StringRef Class) {
    return ("<span class=\"row" + Class + "\"><i>" + llvm::Twine(Number) +
            "</i>" + Html + "</span>")
        .str();
  }

  std::string marked(unsigned Number, const Remark &R) const {
    Snippet S;
    if (R.Source && !R.Source->Line.empty())
      S = *R.Source;
    else if (Trusted)
      S.Line = Lines[Number - 1];
    std::string Out = row(Number, highlighted(S), R.IsMain ? " main" : " also");
    for (const std::string &Note : R.Notes)
      Out += "<span class=\"remark\">" + prose(Note) + "</span>";
    return Out;
  }

  /// The line with the underlined part of it in a mark.
  static std::string highlighted(const Snippet &S) {
    unsigned Begin = S.Caret, End = S.Caret ? S.Caret + 1 : 0;
    for (auto [From, To] : S.Underlines) {
      Begin = Begin ? std::min(Begin, From) : From;
      End = std::max(End, To);
    }
    // A caret on a name means all of it.
    while (End && End <= S.Line.size() && Begin && Begin == S.Caret &&
           Begin <= S.Line.size() && isWord(S.Line[Begin - 1]) &&
           isWord(S.Line[End - 1]))
      ++End;
    SourceLine Whole(S.Line);
    if (!Begin || Begin > S.Line.size())
      return escapeXml(Whole.text());
    // Never half of a character.
    while (End <= S.Line.size() && (S.Line[End - 1] & 0xC0) == 0x80)
      ++End;
    auto Shown = [&](size_t From, size_t To) {
      // Tabs are as wide as they are in the whole line.
      SourceLine Before(llvm::StringRef(S.Line).take_front(From));
      SourceLine Until(llvm::StringRef(S.Line).take_front(To));
      return escapeXml(
          llvm::StringRef(Until.text()).drop_front(Before.text().size()));
    };
    size_t To = std::min<size_t>(End - 1, S.Line.size());
    return Shown(0, Begin - 1) + "<mark>" + Shown(Begin - 1, To) + "</mark>" +
           Shown(To, S.Line.size());
  }

  const FileRemarks &Remarks;
  const std::vector<std::string> &Lines;
  bool Trusted;
};

FileRemarks &remarksOf(std::vector<FileRemarks> &All, const std::string &File) {
  for (FileRemarks &Known : All)
    if (Known.File == File)
      return Known;
  return All.emplace_back(FileRemarks{File, {}});
}

} // namespace

std::string sourceExcerpts(const ResolvedFinding &F, SourceFiles &Files,
                           llvm::StringRef Root) {
  std::vector<FileRemarks> All;
  if (F.At.Line) {
    Remark &Main = remarksOf(All, F.At.File).Lines[F.At.Line];
    Main.Source = &F.Source;
    Main.IsMain = true;
  }
  std::string Homeless;
  for (const ResolvedNote &Note : F.Notes) {
    if (!Note.At.Line) {
      Homeless += "<p class=\"note\">" + prose(Note.Message) + "</p>";
      continue;
    }
    Remark &R = remarksOf(All, Note.At.File).Lines[Note.At.Line];
    if (!R.Source)
      R.Source = &Note.Source;
    R.Notes.push_back(Note.Message);
  }
  std::string Out;
  for (const FileRemarks &One : All) {
    if (All.size() > 1)
      Out += "<p class=\"file\">" + escapeXml(relativePath(One.File, Root)) +
             "</p>";
    Out += "<pre tabindex=\"0\"><code>" +
           Excerpt(One, Files.lines(One.File)).html() + "</code></pre>";
  }
  return Out + Homeless;
}

std::string prose(llvm::StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    size_t Open = 0;
    // An apostrophe stands between letters.
    do
      Open = Text.find('\'', Open ? Open + 1 : 0);
    while (Open != llvm::StringRef::npos && Open &&
           llvm::isAlnum(Text[Open - 1]));
    size_t Close = Open;
    if (Open != llvm::StringRef::npos)
      do
        Close = Text.find('\'', Close + 1);
      while (Close != llvm::StringRef::npos && Close + 1 < Text.size() &&
             llvm::isAlnum(Text[Close + 1]));
    if (Close == llvm::StringRef::npos)
      break;
    Out += escapeXml(Text.take_front(Open)) + "<code>" +
           escapeXml(Text.slice(Open + 1, Close)) + "</code>";
    Text = Text.drop_front(Close + 1);
  }
  return Out + escapeXml(Text);
}

} // namespace oxide
