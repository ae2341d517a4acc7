// SPDX-License-Identifier: Apache-2.0

#include "report/SarifInput.h"
#include "report/FindingReader.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace oxide {

std::string pathOfUri(llvm::StringRef Uri, llvm::StringRef Base) {
  llvm::StringRef Rest = Uri;
  if (Rest.consume_front("file://"))
    Rest = Rest.drop_front(std::min(Rest.find('/'), Rest.size())); // the host
  else if (!Rest.consume_front("file:") &&
           Rest.take_until([](char C) { return C == '/'; }).contains(':'))
    return ("<" + Uri + ">").str();
  std::string Path;
  for (size_t I = 0; I != Rest.size(); ++I) {
    unsigned High, Low;
    if (Rest[I] == '%' && I + 2 < Rest.size() &&
        (High = llvm::hexDigitValue(Rest[I + 1])) < 16 &&
        (Low = llvm::hexDigitValue(Rest[I + 2])) < 16) {
      Path += static_cast<char>(High * 16 + Low);
      I += 2;
    } else {
      Path += Rest[I];
    }
  }
  return joinedPath(Base, Path);
}

SarifFiles::SarifFiles(const JsonNode &Run) {
  if (JsonNode All = Run.optional("originalUriBaseIds"); !All.isNull())
    All.forEachKey([&](llvm::StringRef Name, const JsonNode &Base) {
      std::string Uri = Base.optional("uri").textOrNull();
      if (llvm::StringRef(Uri).starts_with("file:"))
        Bases[Name.str()] = pathOfUri(Uri, "");
    });
  // Whatever its name is, the only one is the root.
  if (auto It = Bases.find("SRCROOT"); It != Bases.end())
    Root = It->second;
  else if (Bases.size() == 1)
    Root = Bases.begin()->second;
  CountsUtf16 = Run.optional("columnKind").textOrNull() != "unicodeCodePoints";
  Run.optional("artifacts").forEachIfAny([&](const JsonNode &One) {
    JsonNode Location = One.optional("location");
    Artifacts.push_back(Location.isNull() ? std::string() : file(Location));
  });
}

std::string SarifFiles::file(const JsonNode &Artifact) const {
  if (JsonNode Uri = Artifact.optional("uri"); !Uri.isNull()) {
    auto Base = Bases.find(Artifact.optional("uriBaseId").textOrNull());
    return pathOfUri(Uri.text(), Base == Bases.end() ? Root : Base->second);
  }
  if (JsonNode Index = Artifact.optional("index"); Index.isCount())
    if (Index.number() < Artifacts.size())
      return Artifacts[Index.number()];
  return {};
}

/// The byte column of the character in column \p Column of \p Line.
static unsigned byteColumn(llvm::StringRef Line, unsigned Column,
                           bool CountsUtf16) {
  unsigned At = 1;
  size_t Byte = 0;
  while (At < Column && Byte < Line.size()) {
    auto Lead = static_cast<unsigned char>(Line[Byte]);
    At += CountsUtf16 && Lead >= 0xF0 ? 2 : 1;
    ++Byte;
    while (Byte < Line.size() && (Line[Byte] & 0xC0) == 0x80)
      ++Byte;
  }
  // A column behind the end of the line stays as far behind it.
  return Byte + 1 + (Column > At ? Column - At : 0);
}

/// The line \p Wanted in a region with its text, if it has it whole.
static std::string lineOf(const JsonNode &Region, unsigned Wanted) {
  if (Region.isNull() || Region.optional("startColumn").numberOrNull() > 1)
    return {};
  unsigned First = Region.optional("startLine").numberOrNull();
  std::string Text = Region.optional("snippet").optional("text").textOrNull();
  llvm::StringRef Rest = Text;
  for (; First < Wanted && !Rest.empty(); ++First)
    Rest = Rest.split('\n').second;
  return First == Wanted ? Rest.split('\n').first.rtrim('\r').str()
                         : std::string();
}

SarifPlace SarifFiles::place(const JsonNode &From) const {
  SarifPlace Result;
  if (From.isNull())
    return Result;
  if (JsonNode File = From.optional("artifactLocation"); !File.isNull())
    Result.At.File = file(File);
  JsonNode Region = From.optional("region");
  if (Result.At.File.empty() || Region.isNull())
    return Result;
  unsigned Line = Region.optional("startLine").numberOrNull();
  unsigned Column = Region.optional("startColumn").numberOrNull();
  unsigned EndLine = Region.optional("endLine").numberOrNull();
  unsigned End = Region.optional("endColumn").numberOrNull();
  Result.At.Line = Line;
  if (!Line)
    return Result;
  Snippet &S = Result.Source;
  S.Line = lineOf(From.optional("contextRegion"), Line);
  if (S.Line.empty())
    S.Line = lineOf(Region, Line);
  if (!Column)
    return Result;
  Result.At.Column = S.Caret = byteColumn(S.Line, Column, CountsUtf16);
  if (EndLine > Line)
    Result.EndColumn = S.Line.size() + 1;
  else if (End > Column)
    Result.EndColumn = byteColumn(S.Line, End, CountsUtf16);
  Result.EndColumn = std::max(Result.EndColumn, Result.At.Column + 1);
  S.Underlines.emplace_back(Result.At.Column, Result.EndColumn);
  return Result;
}

} // namespace oxide
