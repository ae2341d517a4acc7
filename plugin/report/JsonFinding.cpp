// SPDX-License-Identifier: Apache-2.0

#include "report/JsonFinding.h"
#include "report/Paths.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"
#include <set>

namespace oxide {

Json orNull(llvm::StringRef Text) {
  return Text.empty() ? Json(nullptr) : Json(Text.str());
}

Json exactText(llvm::StringRef Bytes) {
  if (llvm::json::isUTF8(Bytes))
    return Bytes.str();
  return {{"base64", llvm::encodeBase64(Bytes)}};
}

Json passList(Pass Passes) {
  Json Result = Json::array();
  if (intersects(Passes, Pass::Device))
    Result.push_back("device");
  if (intersects(Passes, Pass::Host))
    Result.push_back("host");
  return Result;
}

static Json snippet(const Snippet &S) {
  if (!S.Caret && S.Line.empty() && S.Underlines.empty())
    return nullptr;
  return {{"text", exactText(S.Line)},
          {"caret", S.Caret},
          {"underlines", arrayOf(S.Underlines, [](const auto &Range) {
             return Json::array({Range.first, Range.second});
           })}};
}

/// Integers as numbers; what is none as text. The iterations of nested loops
/// have one name and become a list.
static Json values(const NamedValues &Values) {
  Json Result = Json::object();
  for (const auto &[Name, Text] : Values) {
    int64_t Number = 0;
    // "+1" and "007" would not come back as they are.
    bool IsNumber = !llvm::StringRef(Text).getAsInteger(10, Number) &&
                    std::to_string(Number) == Text;
    Json Value = IsNumber ? Json(Number) : Json(Text);
    if (!Result.contains(Name)) {
      Result[Name] = Value;
      continue;
    }
    if (!Result[Name].is_array())
      Result[Name] = Json::array({Result[Name]});
    Result[Name].push_back(Value);
  }
  return Result;
}

static Json baselineState(BaselineState State) {
  switch (State) {
  case BaselineState::None:
    return nullptr;
  case BaselineState::New:
    return "new";
  case BaselineState::Unchanged:
    return "unchanged";
  }
  llvm_unreachable("unknown state");
}

Json FindingWriter::file(const SourcePoint &At) const {
  return orNull(relativePath(At.File, Folder));
}

void FindingWriter::place(Json &Into, const SourcePoint &At) const {
  Into["file"] = file(At);
  Into["line"] = number(At.Line);
  Into["column"] = number(At.Column);
}

Json FindingWriter::message(const SourcePoint &At,
                            const std::string &Text) const {
  Json Result = Json::object();
  place(Result, At);
  Result["message"] = Text;
  return Result;
}

Json FindingWriter::place(const ResolvedPlace &Place) const {
  Json Result = Json::object();
  place(Result, Place.At);
  Result["source"] = snippet(Place.Source);
  return Result;
}

Json FindingWriter::finding(const ResolvedFinding &F) const {
  Json Result = {{"checker", F.Checker->Name.str()},
                 {"severity", toString(F.Level).str()}};
  place(Result, F.At);
  Result["message"] = F.Message;
  Result["notes"] = arrayOf(F.Notes, [&](const ResolvedNote &Note) {
    Json One = message(Note.At, Note.Message);
    One["source"] = snippet(Note.Source);
    return One;
  });
  Result["function"] = orNull(F.Function);
  Result["fingerprint"] = F.Fingerprint;
  // A demand of the tiers is no certain bug.
  Result["grade"] = F.Checker->Kind == CheckerKind::Certain
                        ? Json(toString(F.Certainty).str())
                        : Json(nullptr);
  Result["witness"] =
      F.Witness ? witness(*F.Witness, F.At.File) : Json(nullptr);
  Result["confirmed"] = nullptr;
  // What came after the first release stands last.
  Result["endColumn"] = number(F.EndColumn);
  Result["instantiation"] = orNull(F.Instantiation);
  Result["functionLines"] =
      F.FunctionBegin ? Json{F.FunctionBegin, F.FunctionEnd} : Json(nullptr);
  Result["source"] = snippet(F.Source);
  Result["fixes"] = arrayOf(F.Fixes, [&](const Replacement &Fix) -> Json {
    return {{"file", relativePath(Fix.File, Folder)},
            {"offset", Fix.Offset},
            {"length", Fix.Length},
            {"text", exactText(Fix.Text)}};
  });
  Result["passes"] = passList(F.Passes);
  Result["archs"] = F.Archs;
  Result["lineKey"] = exactText(F.LineKey);
  Result["lineHash"] = orNull(F.LineHash);
  Result["baseline"] = baselineState(F.Baseline);
  return Result;
}

Json FindingWriter::thread(const ResolvedWitnessThread &T) const {
  Json Result = {{"block", T.Block}, {"thread", T.Thread}};
  place(Result, T.Access.At);
  Result["source"] = snippet(T.Access.Source);
  Result["access"] = T.Kind;
  Result["values"] = values(T.Values);
  Result["calledFrom"] = arrayOf(
      T.CalledFrom, [&](const ResolvedPlace &Call) { return place(Call); });
  return Result;
}

Json FindingWriter::witness(const ResolvedWitness &W,
                            llvm::StringRef File) const {
  std::set<unsigned> Lines;
  for (const ResolvedWitnessThread *T : {&W.First, &W.Second})
    if (T->Access.At.Line && T->Access.At.File == File)
      Lines.insert(T->Access.At.Line);
  return {{"grid", W.GridDim},
          {"block", W.BlockDim},
          {"scalars", values(W.Scalars)},
          {"threads", Json::array({thread(W.First), thread(W.Second)})},
          {"object", orNull(W.Object)},
          {"element", orNull(W.Element)},
          {"separator", W.Separator.empty()
                            ? Json(nullptr)
                            : message(W.SeparatorAt, W.Separator)},
          {"lines", Lines}};
}

/// "pass" is what a person calls the pass: plain C++ has host code only.
Json FindingWriter::unit(const UnitReport &U) const {
  return {{"file", relativePath(U.File, Folder)},
          {"pass", U.Passes == Pass::None     ? Json(nullptr)
                   : U.Passes == Pass::Device ? Json("device")
                                              : Json("host")},
          {"arch", orNull(U.Arch)},
          {"ok", U.Ok},
          {"errors", arrayOf(U.Errors,
                             [&](const CompileError &E) {
                               return message(E.At, E.Message);
                             })},
          {"passes", passList(U.Passes)}};
}

} // namespace oxide
