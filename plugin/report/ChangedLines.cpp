// SPDX-License-Identifier: Apache-2.0

#include "report/ChangedLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <limits>
#include <optional>

namespace oxide {

using llvm::StringRef;

namespace {

/// A name as git quotes it, "\303\244.cu", or up to the tab that diff puts
/// behind it.
std::string fileName(StringRef Text) {
  if (!Text.consume_front("\""))
    return Text.split('\t').first.rtrim("\r").str();
  std::string Result;
  for (size_t I = 0; I < Text.size() && Text[I] != '"'; ++I) {
    if (Text[I] != '\\' || I + 1 == Text.size()) {
      Result += Text[I];
      continue;
    }
    unsigned Byte;
    if (!Text.substr(I + 1, 3).getAsInteger(8, Byte) && I + 3 < Text.size() &&
        Byte < 256) {
      Result += static_cast<char>(Byte);
      I += 3;
      continue;
    }
    char C = Text[++I];
    Result += C == 't' ? '\t' : C == 'n' ? '\n' : C;
  }
  return Result;
}

/// Whether \p Old and \p New start as git's prefixes do, "a/" and "b/" or what
/// diff.mnemonicPrefix makes of them. One of them may be /dev/null.
bool hasPrefixes(StringRef Old, StringRef New) {
  auto Has = [](StringRef Path) {
    return Path == "/dev/null" || (Path.size() > 2 && Path[1] == '/' &&
                                   StringRef("abciow12").contains(Path[0]));
  };
  return Has(Old) && Has(New) && Old.take_front(2) != New.take_front(2);
}

struct Hunk {
  unsigned OldLines = 1;
  unsigned NewFirst = 0, NewLines = 1;
};

/// "@@ -10,2 +10,3 @@ anything"
std::optional<Hunk> hunk(StringRef Line) {
  auto Range = [](StringRef &Rest, unsigned &First, unsigned &Count) {
    return !Rest.consumeInteger(10, First) &&
           (!Rest.consume_front(",") || !Rest.consumeInteger(10, Count));
  };
  Hunk H;
  unsigned OldFirst;
  if (!Line.consume_front("@@ -") || !Range(Line, OldFirst, H.OldLines) ||
      !Line.consume_front(" +") || !Range(Line, H.NewFirst, H.NewLines) ||
      !Line.starts_with(" @@"))
    return std::nullopt;
  return H;
}

std::string realPath(StringRef Path, StringRef Folder) {
  llvm::SmallString<256> Absolute(Path), Real;
  llvm::sys::path::make_absolute(Folder, Absolute);
  if (!llvm::sys::fs::real_path(Absolute, Real))
    return std::string(Real);
  llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return std::string(Absolute);
}

} // namespace

llvm::Expected<ChangedLines>
ChangedLines::parse(StringRef Diff, StringRef Folder, StringRef Name) {
  ChangedLines Result;
  std::string Old, File;
  const bool Blank = Diff.trim().empty();
  bool Any = false;
  Hunk Left{0, 0, 0}; // of the hunk that the lines belong to
  unsigned Number = 0;
  auto Fail = [&](const llvm::Twine &What) {
    return llvm::createStringError("'" + llvm::Twine(Name) + "', line " +
                                   llvm::Twine(Number) + ": " + What);
  };
  while (!Diff.empty()) {
    StringRef Line;
    std::tie(Line, Diff) = Diff.split('\n');
    ++Number;
    if (Left.OldLines || Left.NewLines) {
      char Kind = Line.empty() ? ' ' : Line.front();
      if (Kind == '\\')
        continue;
      bool IsOld = Kind != '+', IsNew = Kind != '-';
      if (!StringRef("+- \r").contains(Kind) || IsOld > Left.OldLines ||
          IsNew > Left.NewLines)
        return Fail("the part of the diff before it is cut off");
      if (Kind == '+')
        Result.add(File, Left.NewFirst, Left.NewFirst);
      else if (Kind == '-')
        // What stood here changed the lines around it.
        Result.add(File, std::max(1u, Left.NewFirst) - 1, Left.NewFirst);
      Left.OldLines -= IsOld;
      Left.NewLines -= IsNew;
      Left.NewFirst += IsNew;
      continue;
    }
    if (Line.consume_front("--- ")) {
      Old = fileName(Line);
      continue;
    }
    if (Line.consume_front("+++ ")) {
      File = fileName(Line);
      if (hasPrefixes(Old, File))
        File = File.substr(File == "/dev/null" ? 0 : 2);
      File = File == "/dev/null" ? "" : realPath(File, Folder);
      Any = true;
      continue;
    }
    if (!Line.starts_with("@@"))
      continue;
    std::optional<Hunk> H = hunk(Line);
    if (!H || !Any)
      return Fail("not the head of a part of a unified diff");
    Left = *H;
    // A part without new lines names the line before it.
    if (!Left.NewLines)
      ++Left.NewFirst;
  }
  if (Left.OldLines || Left.NewLines)
    return Fail("the diff ends in the middle of a part");
  if (!Any && !Blank)
    return Fail("not a unified diff");
  return Result;
}

void ChangedLines::addFile(StringRef File) {
  add(realPath(File, "/"), 1, std::numeric_limits<unsigned>::max());
}

void ChangedLines::add(StringRef File, unsigned First, unsigned Last) {
  if (!File.empty())
    Parts[File].emplace_back(First, Last);
}

bool ChangedLines::touches(StringRef File, unsigned First,
                           unsigned Last) const {
  auto It = Parts.find(File);
  return It != Parts.end() && llvm::any_of(It->second, [&](const auto &Part) {
           return Part.first <= Last && First <= Part.second;
         });
}

bool ChangedLines::concerns(const ResolvedFinding &F) const {
  auto OnLine = [&](const SourcePoint &At) {
    return touches(At.File, At.Line, At.Line);
  };
  return OnLine(F.At) ||
         llvm::any_of(F.Notes,
                      [&](const ResolvedNote &N) { return OnLine(N.At); }) ||
         (F.Witness && F.FunctionEnd &&
          touches(F.At.File, F.FunctionBegin, F.FunctionEnd));
}

} // namespace oxide
