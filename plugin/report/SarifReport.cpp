// SPDX-License-Identifier: Apache-2.0

#include "report/SarifReport.h"
#include "report/CheckerTable.h"
#include "report/JsonFinding.h"
#include "report/Paths.h"
#include "report/SarifPlaces.h"
#include "report/SarifRules.h"
#include "report/UnitText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <iterator>
#include <map>

namespace oxide {

namespace {

std::string coordinates(const Dim3 &D) {
  return "(" + llvm::utostr(D[0]) + "," + llvm::utostr(D[1]) + "," +
         llvm::utostr(D[2]) + ")";
}

class Writer {
public:
  Writer(const Report &R, const SarifOptions &Options)
      : R(R), Options(Options), Places(Options.Root) {}

  Json log() {
    Json Driver =
        sarifDriver(Options.Checkers, Options.Version, Options.Homepage);
    addForeignRules(Driver["rules"]);
    std::vector<const ResolvedFinding *> Kept = kept();
    Json Run = {{"tool", {{"driver", Driver}}},
                {"taxonomies", sarifTaxonomies()},
                {"automationDetails", {{"id", "oxide/check/"}}},
                {"originalUriBaseIds",
                 {{"SRCROOT",
                   {{"uri", fileUri(Options.Root + "/")},
                    {"description", {{"text", "The root of the project."}}}}}}},
                {"columnKind", "unicodeCodePoints"},
                {"invocations",
                 Json::array({invocation(R.Findings.size() - Kept.size())})},
                {"results", Json::array()}};
    for (const ResolvedFinding *F : Kept)
      Run["results"].push_back(result(*F));
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", Json::array({Run})}};
  }

private:
  /// Rules that the table does not have stand behind it, by name.
  void addForeignRules(Json &Rules) {
    for (const ResolvedFinding &F : R.Findings)
      if (!isOwn(*F.Checker, Options.Checkers))
        Foreign.try_emplace(F.Checker->Name, F.Checker);
    for (auto &[Name, Checker] : Foreign)
      Rules.push_back(sarifForeignRule(*Checker));
  }

  size_t ruleIndex(const CheckerInfo &I) const {
    if (isOwn(I, Options.Checkers))
      return &I - Options.Checkers.begin();
    return Options.Checkers.size() +
           std::distance(Foreign.begin(), Foreign.find(I.Name));
  }

  /// The most severe findings that are not too many, in their order.
  std::vector<const ResolvedFinding *> kept() const {
    std::vector<const ResolvedFinding *> Result;
    for (const ResolvedFinding &F : R.Findings)
      Result.push_back(&F);
    if (Result.size() <= MaxSarifResults)
      return Result;
    llvm::sort(Result, [](auto *A, auto *B) {
      return A->Level != B->Level ? A->Level > B->Level : A < B;
    });
    Result.resize(MaxSarifResults);
    llvm::sort(Result);
    return Result;
  }

  Json step(const ResolvedPlace &Place, llvm::StringRef Message) const {
    return {{"location",
             {{"physicalLocation", Places.place(Place.At, Place.Source)},
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
    std::string What = Who + " " + T.Kind;
    // Who waits at a barrier touches nothing.
    if (!W.Element.empty())
      What += " " + W.Element;
    for (const auto &[Name, Value] : T.Values)
      What += ", " + Name + " = " + Value;
    Steps.push_back(step(T.Access, What));
    return {
        {"id", Id.str()}, {"message", {{"text", Who}}}, {"locations", Steps}};
  }

  /// One flow for each of the two threads.
  Json codeFlow(const ResolvedWitness &W, llvm::StringRef File) const {
    std::string What =
        "grid " + coordinates(W.GridDim) + ", block " + coordinates(W.BlockDim);
    for (const auto &[Name, Value] : W.Scalars)
      What += ", " + Name + " = " + Value;
    return {{"message", {{"text", What}}},
            {"threadFlows", Json::array({threadFlow(W.First, W, "first"),
                                         threadFlow(W.Second, W, "second")})},
            // What `oxide report` draws the picture from.
            {"properties",
             {{"witness", FindingWriter(Options.Root).witness(W, File)}}}};
  }

  Json related(const ResolvedFinding &F) const {
    Json Result = Json::array();
    for (const ResolvedNote &Note : F.Notes)
      if (!Note.At.File.empty())
        Result.push_back(
            {{"id", Result.size() + 1},
             {"physicalLocation", Places.place(Note.At, Note.Source)},
             {"message", {{"text", Note.Message}}}});
    return Result;
  }

  Json result(const ResolvedFinding &F) {
    Json Location = {
        {"physicalLocation", Places.place(F.At, F.EndColumn, F.Source.Line)}};
    if (!F.Function.empty())
      Location["logicalLocations"] = Json::array(
          {{{"fullyQualifiedName", F.Function}, {"kind", "function"}}});
    Json Result = {{"ruleId", F.Checker->Name.str()},
                   {"ruleIndex", ruleIndex(*F.Checker)},
                   {"level", sarifLevel(F.Level)},
                   {"message", {{"text", F.Message}}},
                   {"locations", Json::array({Location})}};
    if (Json Related = related(F); !Related.empty())
      Result["relatedLocations"] = Related;
    // Viewers cannot show a step without a place.
    if (F.Witness && F.Witness->First.Access.At.Line &&
        F.Witness->Second.Access.At.Line)
      Result["codeFlows"] = Json::array({codeFlow(*F.Witness, F.At.File)});
    Json Fingerprints = Json::object();
    if (!F.LineHash.empty())
      Fingerprints["primaryLocationLineHash"] = F.LineHash;
    Fingerprints["oxideFingerprint/v1"] = F.Fingerprint;
    Result["partialFingerprints"] = Fingerprints;
    // What is fixed is no result: GitHub would show it as an open alert.
    if (F.Baseline != BaselineState::None)
      Result["baselineState"] =
          F.Baseline == BaselineState::New ? "new" : "unchanged";
    Result["properties"] = {{"passes", passList(F.Passes)}, {"archs", F.Archs}};
    if (!F.LineKey.empty())
      Result["properties"]["lineKey"] = exactText(F.LineKey);
    if (F.Checker->Kind == CheckerKind::Certain)
      Result["properties"]["grade"] = toString(F.Certainty).str();
    return Result;
  }

  /// A reviewer has to see that something was not looked at.
  Json invocation(size_t LeftOut) const {
    Json Notifications = Json::array();
    for (const UnitReport &U : R.Units) {
      if (U.Ok)
        continue;
      Notifications.push_back(
          {{"descriptor", sarifFailedUnitDescriptor()},
           {"level", "error"},
           {"message", {{"text", failureText(U, Options.Root)}}},
           {"locations",
            Json::array({{{"physicalLocation", failurePlace(U)}}})},
           {"properties", {{"unit", FindingWriter(Options.Root).unit(U)}}}});
    }
    if (LeftOut)
      Notifications.push_back(
          {{"descriptor", sarifLeftOutDescriptor()},
           {"level", "warning"},
           {"message",
            {{"text", llvm::utostr(LeftOut) + " of " +
                          llvm::utostr(R.Findings.size()) +
                          " results are left out, the least severe: a file "
                          "may have " +
                          llvm::utostr(MaxSarifResults)}}}});
    return {{"executionSuccessful", R.allCompiled()},
            {"exitCode", Options.ExitCode},
            {"toolExecutionNotifications", Notifications}};
  }

  Json failurePlace(const UnitReport &U) const {
    if (U.Errors.empty() || !U.Errors.front().At.Line)
      return {{"artifactLocation", Places.artifact(U.File)}};
    const SourcePoint &At = U.Errors.front().At;
    return {{"artifactLocation", Places.artifact(At.File)},
            {"region", {{"startLine", At.Line}}}};
  }

  const Report &R;
  const SarifOptions &Options;
  SarifPlaces Places;
  std::map<llvm::StringRef, const CheckerInfo *> Foreign;
};

} // namespace

std::string sarifReport(const Report &R, const SarifOptions &Options) {
  return toText(Writer(R, Options).log());
}

} // namespace oxide
