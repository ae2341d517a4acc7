// SPDX-License-Identifier: Apache-2.0

#include "report/SarifReport.h"
#include "report/LineHash.h"
#include "report/Paths.h"
#include "report/SarifRules.h"
#include "report/SourceLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <map>

namespace oxide {

namespace {

std::string coordinates(const Dim3 &D) {
  return "(" + llvm::utostr(D[0]) + "," + llvm::utostr(D[1]) + "," +
         llvm::utostr(D[2]) + ")";
}

class Writer {
public:
  Writer(const Report &R, const SarifOptions &Options, SourceReader Read)
      : R(R), Options(Options), Read(Read) {}

  Json log() {
    Json Run = {{"tool",
                 {{"driver", sarifDriver(Options.Checkers, Options.Version,
                                         Options.Homepage)}}},
                {"taxonomies", sarifTaxonomies()},
                {"automationDetails", {{"id", "oxide/check/"}}},
                {"originalUriBaseIds",
                 {{"SRCROOT",
                   {{"uri", fileUri(Options.Root + "/")},
                    {"description", {{"text", "The root of the project."}}}}}}},
                {"columnKind", "unicodeCodePoints"},
                {"invocations", Json::array({invocation()})},
                {"results", Json::array()}};
    for (const ResolvedFinding &F : R.Findings)
      Run["results"].push_back(result(F));
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", Json::array({Run})}};
  }

private:
  Json artifact(const std::string &Path) const {
    std::string Relative = relativePath(Path, Options.Root);
    Json Result = {{"uri", fileUri(Relative)}};
    if (Relative != Path)
      Result["uriBaseId"] = "SRCROOT";
    return Result;
  }

  /// The region from \p At to \p EndColumn on the line \p Line.
  Json place(const SourcePoint &At, unsigned EndColumn,
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
    return Physical;
  }

  /// Notes have a caret only; a region has a width.
  Json place(const SourcePoint &At, const Snippet &Source) const {
    unsigned End = At.Column + 1;
    for (auto [Begin, UnderlineEnd] : Source.Underlines)
      if (Begin <= At.Column)
        End = std::max(End, UnderlineEnd);
    // Never half of a character.
    while (End <= Source.Line.size() && (Source.Line[End - 1] & 0xC0) == 0x80)
      ++End;
    return place(At, End, Source.Line);
  }

  const std::string *lineHash(const SourcePoint &At) {
    auto [It, New] = Hashes.try_emplace(At.File);
    if (New)
      if (std::optional<std::string> Text = Read(At.File))
        It->second = lineHashes(*Text);
    return At.Line && At.Line <= It->second.size() ? &It->second[At.Line - 1]
                                                   : nullptr;
  }

  Json step(const ResolvedPlace &Place, llvm::StringRef Message) const {
    return {{"location",
             {{"physicalLocation", place(Place.At, Place.Source)},
              {"message", {{"text", Message.str()}}}}}};
  }

  /// How one thread of the GPU comes to its access.
  Json threadFlow(const ResolvedWitnessThread &T, const ResolvedWitness &W,
                  llvm::StringRef Id) const {
    std::string Who =
        "thread " + coordinates(T.Thread) + " of block " + coordinates(T.Block);
    Json Steps = Json::array();
    for (const ResolvedPlace &Call : llvm::reverse(T.CalledFrom))
      if (Call.At.Line)
        Steps.push_back(step(Call, Who + " calls"));
    std::string What = Who + " " + T.Kind + " " + W.Element;
    for (const auto &[Name, Value] : T.Values)
      What += ", " + Name + " = " + Value;
    Steps.push_back(step(T.Access, What));
    return {
        {"id", Id.str()}, {"message", {{"text", Who}}}, {"locations", Steps}};
  }

  /// One flow for each of the two threads.
  Json codeFlow(const ResolvedWitness &W) const {
    std::string What =
        "grid " + coordinates(W.GridDim) + ", block " + coordinates(W.BlockDim);
    for (const auto &[Name, Value] : W.Scalars)
      What += ", " + Name + " = " + Value;
    return {{"message", {{"text", What}}},
            {"threadFlows", Json::array({threadFlow(W.First, W, "first"),
                                         threadFlow(W.Second, W, "second")})}};
  }

  Json related(const ResolvedFinding &F) const {
    Json Result = Json::array();
    for (const ResolvedNote &Note : F.Notes)
      if (!Note.At.File.empty())
        Result.push_back({{"id", Result.size() + 1},
                          {"physicalLocation", place(Note.At, Note.Source)},
                          {"message", {{"text", Note.Message}}}});
    return Result;
  }

  Json result(const ResolvedFinding &F) {
    Json Location = {
        {"physicalLocation", place(F.At, F.EndColumn, F.Source.Line)}};
    if (!F.Function.empty())
      Location["logicalLocations"] = Json::array(
          {{{"fullyQualifiedName", F.Function}, {"kind", "function"}}});
    Json Result = {{"ruleId", F.Checker->Name.str()},
                   {"ruleIndex", F.Checker - Options.Checkers.begin()},
                   {"level", sarifLevel(F.Level)},
                   {"message", {{"text", F.Message}}},
                   {"locations", Json::array({Location})}};
    if (Json Related = related(F); !Related.empty())
      Result["relatedLocations"] = Related;
    // Viewers cannot show a step without a place.
    if (F.Witness && F.Witness->First.Access.At.Line &&
        F.Witness->Second.Access.At.Line)
      Result["codeFlows"] = Json::array({codeFlow(*F.Witness)});
    Json Fingerprints = Json::object();
    if (const std::string *Hash = lineHash(F.At))
      Fingerprints["primaryLocationLineHash"] = *Hash;
    Fingerprints["oxideFingerprint/v1"] = F.Fingerprint;
    Result["partialFingerprints"] = Fingerprints;
    Json Passes = Json::array();
    if (intersects(F.Passes, Pass::Device))
      Passes.push_back("device");
    if (intersects(F.Passes, Pass::Host))
      Passes.push_back("host");
    Result["properties"] = {{"passes", Passes}, {"archs", F.Archs}};
    if (F.Checker->Kind == CheckerKind::Certain)
      Result["properties"]["grade"] = toString(F.Certainty).str();
    return Result;
  }

  /// A reviewer has to see that something was not looked at.
  Json invocation() const {
    Json Notifications = Json::array();
    for (const UnitReport &U : R.Units) {
      if (U.Ok)
        continue;
      std::string What =
          "'" + relativePath(U.File, Options.Root) + "' was not analysed";
      if (U.Passes == Pass::Device)
        What += " for " + U.Arch;
      else if (U.Passes == Pass::Host)
        What += " for the host";
      if (!U.Errors.empty())
        What += ": " + U.Errors.front().Message;
      Notifications.push_back(
          {{"descriptor", sarifFailedUnitDescriptor()},
           {"level", "error"},
           {"message", {{"text", What}}},
           {"locations",
            Json::array({{{"physicalLocation", failurePlace(U)}}})}});
    }
    return {{"executionSuccessful", R.allCompiled()},
            {"exitCode", Options.ExitCode},
            {"toolExecutionNotifications", Notifications}};
  }

  Json failurePlace(const UnitReport &U) const {
    if (U.Errors.empty() || !U.Errors.front().At.Line)
      return {{"artifactLocation", artifact(U.File)}};
    const SourcePoint &At = U.Errors.front().At;
    return {{"artifactLocation", artifact(At.File)},
            {"region", {{"startLine", At.Line}}}};
  }

  const Report &R;
  const SarifOptions &Options;
  SourceReader Read;
  std::map<std::string, std::vector<std::string>> Hashes;
};

} // namespace

std::string sarifReport(const Report &R, const SarifOptions &Options,
                        SourceReader Read) {
  return toText(Writer(R, Options, Read).log());
}

} // namespace oxide
