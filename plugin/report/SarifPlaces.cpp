// SPDX-License-Identifier: Apache-2.0

#include "report/SarifPlaces.h"
#include "report/Paths.h"
#include "report/SourceLine.h"

namespace oxide {

Json SarifPlaces::artifact(const std::string &Path) const {
  std::string Relative = relativePath(Path, Root);
  Json Result = {{"uri", fileUri(Relative)}};
  if (Relative != Path)
    Result["uriBaseId"] = "SRCROOT";
  return Result;
}

Json SarifPlaces::place(const SourcePoint &At, unsigned EndColumn,
                        const std::string &Line) const {
  Json Physical = {{"artifactLocation", artifact(At.File)}};
  if (!At.Line)
    return Physical;
  Json Region = {{"startLine", At.Line}};
  if (At.Column) {
    Region["startColumn"] = codePointColumn(Line, At.Column);
    Region["endLine"] = At.Line;
    Region["endColumn"] = codePointColumn(Line, EndColumn);
    if (At.Column <= Line.size())
      Region["snippet"] = {
          {"text", Line.substr(At.Column - 1, EndColumn - At.Column)}};
  }
  Physical["region"] = Region;
  // The context of a region has to be larger than the region.
  if (At.Column && At.Column <= Line.size() &&
      (At.Column > 1 || EndColumn <= Line.size()))
    Physical["contextRegion"] = {{"startLine", At.Line},
                                 {"snippet", {{"text", Line}}}};
  return Physical;
}

Json SarifPlaces::place(const SourcePoint &At, const Snippet &Source) const {
  unsigned End = At.Column + 1;
  for (auto [Begin, UnderlineEnd] : Source.Underlines)
    if (Begin <= At.Column)
      End = std::max(End, UnderlineEnd);
  // Never half of a character.
  while (End <= Source.Line.size() && (Source.Line[End - 1] & 0xC0) == 0x80)
    ++End;
  return place(At, End, Source.Line);
}

} // namespace oxide
