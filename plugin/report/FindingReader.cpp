// SPDX-License-Identifier: Apache-2.0

#include "report/FindingReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace oxide {

std::string joinedPath(llvm::StringRef Folder, llvm::StringRef Path) {
  // "<command line>" and the like are no files.
  if (Path.empty() || Path.starts_with("<"))
    return Path.str();
  llvm::SmallString<256> Result;
  if (!Path.starts_with("/"))
    Result = Folder;
  llvm::sys::path::append(Result, Path);
  llvm::sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

Pass readPasses(const JsonNode &From) {
  Pass Result = Pass::None;
  From.forEachIfAny([&](const JsonNode &One) {
    Result =
        Result | (One.oneOf({"device", "host"}) ? Pass::Host : Pass::Device);
  });
  return Result;
}

static Snippet readSnippet(const JsonNode &From) {
  Snippet S;
  if (From.isNull())
    return S;
  S.Line = From["text"].exactText();
  S.Caret = From["caret"].number();
  From["underlines"].forEach([&](const JsonNode &Range) {
    llvm::SmallVector<unsigned, 2> Ends;
    Range.forEach([&](const JsonNode &End) { Ends.push_back(End.number()); });
    if (Ends.size() != 2 || Ends[0] > Ends[1])
      return Range.fail("needs a first column and an end");
    S.Underlines.emplace_back(Ends[0], Ends[1]);
  });
  return S;
}

static Dim3 readDimensions(const JsonNode &From) {
  llvm::SmallVector<unsigned, 3> Parts;
  From.forEach([&](const JsonNode &One) { Parts.push_back(One.number()); });
  Dim3 Result{};
  if (Parts.size() != Result.size())
    From.fail("needs three numbers");
  else
    llvm::copy(Parts, Result.begin());
  return Result;
}

static NamedValues readValues(const JsonNode &From) {
  NamedValues Result;
  From.forEachKey([&](llvm::StringRef Name, const JsonNode &Value) {
    auto Add = [&](const JsonNode &One) {
      Result.emplace_back(Name.str(),
                          One.isString() ? One.text() : One.integer());
    };
    if (Value.isArray())
      Value.forEach(Add);
    else
      Add(Value);
  });
  return Result;
}

std::string FindingReader::message(const JsonNode &From) {
  std::string Text = From.text();
  if (Text.empty())
    From.fail("is empty");
  return Text;
}

std::string FindingReader::fingerprint(const JsonNode &From) {
  std::string Text = From.text();
  if (Text.size() != 64 || !llvm::all_of(Text, llvm::isHexDigit))
    From.fail("needs 64 hexadecimal digits");
  return Text;
}

std::string FindingReader::path(const JsonNode &From) const {
  return joinedPath(Folder, From.textOrNull());
}

SourcePoint FindingReader::place(const JsonNode &From) const {
  return {path(From["file"]), From["line"].numberOrNull(),
          From.optional("column").numberOrNull()};
}

ResolvedWitnessThread FindingReader::thread(const JsonNode &From) const {
  ResolvedWitnessThread T;
  T.Block = readDimensions(From["block"]);
  T.Thread = readDimensions(From["thread"]);
  T.Access = {place(From), readSnippet(From.optional("source"))};
  T.Kind = message(From["access"]);
  From["calledFrom"].forEach([&](const JsonNode &Call) {
    T.CalledFrom.push_back({place(Call), readSnippet(Call.optional("source"))});
  });
  T.Values = readValues(From["values"]);
  return T;
}

ResolvedWitness FindingReader::witness(const JsonNode &From) const {
  ResolvedWitness W;
  W.GridDim = readDimensions(From["grid"]);
  W.BlockDim = readDimensions(From["block"]);
  W.Scalars = readValues(From["scalars"]);
  unsigned Threads = 0;
  From["threads"].forEach([&](const JsonNode &One) {
    if (Threads < 2)
      (Threads ? W.Second : W.First) = thread(One);
    ++Threads;
  });
  if (Threads != 2)
    From["threads"].fail("needs two threads");
  W.Object = From["object"].textOrNull();
  W.Element = From["element"].textOrNull();
  if (JsonNode Separator = From["separator"]; !Separator.isNull()) {
    W.SeparatorAt = place(Separator);
    W.Separator = message(Separator["message"]);
  }
  return W;
}

ResolvedFinding FindingReader::finding(const JsonNode &From) const {
  ResolvedFinding F;
  F.Checker = Checkers.get(message(From["checker"]));
  constexpr Severity Levels[] = {Severity::Note, Severity::Warning,
                                 Severity::Error};
  F.Level = Levels[From["severity"].oneOf({"note", "warning", "error"})];
  F.At = place(From);
  F.EndLine = F.At.Line;
  F.EndColumn = From.optional("endColumn").numberOrNull();
  if (!F.EndColumn && F.At.Column)
    F.EndColumn = F.At.Column + 1;
  if (F.EndColumn < F.At.Column)
    From["endColumn"].fail("is in front of the column");
  F.Message = message(From["message"]);
  From["notes"].forEach([&](const JsonNode &Note) {
    F.Notes.push_back({place(Note), message(Note["message"]),
                       readSnippet(Note.optional("source"))});
  });
  F.Function = From["function"].textOrNull();
  F.Instantiation = From.optional("instantiation").textOrNull();
  llvm::SmallVector<unsigned, 2> Lines;
  From.optional("functionLines").forEachIfAny([&](const JsonNode &Line) {
    Lines.push_back(Line.number());
  });
  if (Lines.size() == 2 && Lines[0] <= Lines[1])
    std::tie(F.FunctionBegin, F.FunctionEnd) = std::tie(Lines[0], Lines[1]);
  else if (!Lines.empty())
    From["functionLines"].fail("needs a first and a last line");
  F.Source = readSnippet(From.optional("source"));
  From.optional("fixes").forEachIfAny([&](const JsonNode &Fix) {
    F.Fixes.push_back({path(Fix["file"]), Fix["offset"].number(),
                       Fix["length"].number(), Fix["text"].exactText()});
  });
  F.Passes = readPasses(From.optional("passes"));
  From.optional("archs").forEachIfAny(
      [&](const JsonNode &Arch) { F.Archs.push_back(Arch.text()); });
  F.Fingerprint = fingerprint(From["fingerprint"]);
  if (JsonNode Key = From.optional("lineKey"); !Key.isNull())
    F.LineKey = Key.exactText();
  F.LineHash = From.optional("lineHash").textOrNull();
  if (JsonNode State = From.optional("baseline"); !State.isNull())
    F.Baseline = State.oneOf({"new", "unchanged"}) ? BaselineState::Unchanged
                                                   : BaselineState::New;
  if (JsonNode Certainty = From["grade"]; !Certainty.isNull())
    F.Certainty = Certainty.oneOf({"certain", "input-dependent"})
                      ? Grade::InputDependent
                      : Grade::Certain;
  if (JsonNode Witness = From["witness"]; !Witness.isNull())
    F.Witness = witness(Witness);
  return F;
}

UnitReport FindingReader::unit(const JsonNode &From) const {
  UnitReport U;
  U.File = path(From["file"]);
  if (U.File.empty())
    From["file"].fail("is empty");
  if (JsonNode Kind = From["pass"]; !Kind.isNull())
    U.Passes = Kind.oneOf({"device", "host"}) ? Pass::Host : Pass::Device;
  if (JsonNode All = From.optional("passes"); !All.isNull())
    U.Passes = readPasses(All);
  U.Arch = From["arch"].textOrNull();
  U.Ok = From["ok"].boolean();
  From["errors"].forEach([&](const JsonNode &One) {
    U.Errors.push_back({place(One), message(One["message"])});
  });
  return U;
}

} // namespace oxide
