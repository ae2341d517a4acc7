// SPDX-License-Identifier: Apache-2.0
//
// Reports that are read back: what we write, what others write, what is wrong.

#include "report/ReportReader.h"
#include "Registry.h"
#include "report/JsonReport.h"
#include "report/SarifInput.h"
#include "report/SarifReport.h"
#include <gtest/gtest.h>

namespace {

using namespace oxide;

std::string errorOf(llvm::StringRef Text) {
  CheckerTable Checkers(allCheckers());
  llvm::Expected<LoadedReport> R = readReport(Text, "r.json", Checkers);
  return R ? "no error" : llvm::toString(R.takeError());
}

Report read(llvm::StringRef Text, CheckerTable &Checkers) {
  llvm::Expected<LoadedReport> R = readReport(Text, "r.json", Checkers);
  if (!R) {
    ADD_FAILURE() << llvm::toString(R.takeError());
    return {};
  }
  return std::move(R->Content);
}

/// Something in every field, and bytes that are not UTF-8 where source is.
Report everything() {
  ResolvedFinding F;
  F.Checker = findChecker("shared-race");
  F.Level = Severity::Error;
  F.At = {"/p/a b.cu", 7, 5};
  F.EndLine = 7;
  F.EndColumn = 9;
  F.Message = "message \"quoted\"";
  F.Notes = {{{"/q/h.cuh", 3, 1}, "elsewhere", {"x\xE9y", 2, {{2, 3}}}},
             {{}, "nowhere", {}}};
  F.Function = "ns::k";
  F.Instantiation = "ns::k<int>";
  F.FunctionBegin = 5;
  F.FunctionEnd = 9;
  F.Fixes = {{"/p/a b.cu", 100, 0, "__syncthreads();\n"}};
  F.Source = {"\t/*\xFF*/ s[i] = 1;", 5, {{5, 6}, {8, 9}}};
  F.LineKey = "/*\xFF*/s[$0]=1;";
  F.LineHash = "ab12:1";
  F.Certainty = Grade::InputDependent;
  F.Archs = {"sm_80", "sm_90a"};
  F.Passes = Pass::Both;
  F.Baseline = BaselineState::New;
  ResolvedWitness W;
  W.GridDim = {64, 2, 1};
  W.BlockDim = {32, 1, 1};
  W.Scalars = {{"n", "-5"}, {"m", "007"}, {"s", "x"}};
  W.First = {{0, 0, 0},
             {1, 2, 3},
             {F.At, F.Source},
             "writes",
             {{{"/p/c.cu", 1, 2}, {"f();", 2, {}}}},
             {{"iteration", "0"}, {"iteration", "2"}}};
  W.Second = {{1, 0, 0}, {0, 0, 0}, {{"/p/c.cu", 4, 2}, {}}, "reads", {}, {}};
  W.Object = "s";
  W.Element = "s[17]";
  W.Separator = "__syncthreads()";
  W.SeparatorAt = {"/p/a b.cu", 6, 1};
  F.Witness = W;

  ResolvedKernel K;
  K.Name = "k";
  K.Instantiation = "k<int>";
  K.At = {"/p/a b.cu", 5, 1};
  K.Tier = OpTier::Manual;
  K.EffectiveMode = Mode::Enforce;
  K.Race = Answer::Proven;
  K.Barrier = Answer::Refuted;
  K.Reasons = {{{"/p/a b.cu", 9, 2}, "unknown call"}, {{}, "budget"}};
  K.Assumptions = {"n > 0"};
  K.Operations = 9;
  K.Discharged = 4;
  K.ZonesNeeded = 1;
  K.ZonesUnneeded = 2;
  K.Checks = {1, 2, 3};
  K.Ms = 12.5;
  K.SolverSteps = uint64_t(1) << 60;

  Report R;
  R.Findings = {F};
  R.Kernels = {K};
  R.Zones = {{OpTier::Unsafe, "contract", {"/p/a b.cu", 8, 1}, "k", 3, 1}};
  R.Units = {{"/p/a b.cu", Pass::Both, "", true, {}},
             {"/p/c.cu", Pass::None, "", false, {{{}, "no such flag"}}},
             {"/p/c.cu",
              Pass::Device,
              "sm_90",
              false,
              {{{"/p/c.cu", 1, 2}, "error"}}}};
  R.Files = {"/p/a b.cu", "/q/h.cuh"};
  R.HasBaseline = true;
  R.Fixed = {{std::string(64, 'a'), "oxide-x", "a.cu", "f", "gone"}};
  return merge(std::vector<Report>{R}, "/p");
}

TEST(ReportReader, JsonKeepsEverything) {
  JsonOptions Options{"/p/sub", /*Timing=*/true, "/p"};
  std::string Text = jsonReport(everything(), Options);
  CheckerTable Checkers(allCheckers());
  Report Back = read(Text, Checkers);
  EXPECT_EQ(jsonReport(Back, Options), Text);
  ASSERT_EQ(Back.Findings.size(), 1u);
  EXPECT_EQ(Back.Findings[0].Checker, findChecker("shared-race"));
  EXPECT_EQ(Back.Findings[0].Source.Line, "\t/*\xFF*/ s[i] = 1;");
  EXPECT_EQ(Back.Findings[0].Witness->First.Values.size(), 2u);
  EXPECT_EQ(Back.Findings[0].Witness->Scalars[1].second, "007");
  EXPECT_EQ(Back.Units[0].Passes, Pass::Both);
}

TEST(ReportReader, SarifKeepsWhatItHas) {
  SarifOptions Options{allCheckers(), "/p", "1.2.3", "", 3};
  Report R = everything();
  // SARIF has characters, not bytes.
  R.Findings[0].Source.Line = "\t/* \xC3\xB6 */ s[i] = 1;";
  std::string Text = sarifReport(R, Options);
  CheckerTable Checkers(allCheckers());
  Report Back = read(Text, Checkers);
  ASSERT_EQ(Back.Findings.size(), 1u);
  const ResolvedFinding &F = Back.Findings[0];
  EXPECT_EQ(F.At, R.Findings[0].At);
  EXPECT_EQ(F.EndColumn, R.Findings[0].EndColumn);
  EXPECT_EQ(F.Fingerprint, R.Findings[0].Fingerprint);
  EXPECT_EQ(F.LineKey, R.Findings[0].LineKey);
  EXPECT_EQ(F.Certainty, Grade::InputDependent);
  EXPECT_EQ(F.Archs, R.Findings[0].Archs);
  EXPECT_EQ(F.Witness->SeparatorAt, R.Findings[0].Witness->SeparatorAt);
  ASSERT_EQ(Back.Units.size(), 2u);
  EXPECT_EQ(Back.Units[0].Errors[0].Message, "no such flag");
}

TEST(ReportReader, ReadsTheFirstReleaseOfTheSchema) {
  CheckerTable Checkers(allCheckers());
  Report R = read(R"({ "schema": "oxide-1", "findings": [ {
      "checker": "oxide-tier-unsafe", "severity": "error", "file": "a.cu",
      "line": 4, "column": 3, "message": "m",
      "notes": [ { "file": null, "line": null, "column": null,
                   "message": "n" } ],
      "function": null, "fingerprint":
      "0123456789012345678901234567890123456789012345678901234567890123",
      "grade": null, "witness": null, "confirmed": null } ],
    "kernels": [], "units": [ { "file": "a.cu", "pass": "host", "arch": null,
      "ok": true, "errors": [] } ] })",
                  Checkers);
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings[0].EndColumn, 4u);
  LoadedReport L{R, ""};
  moveTo(L, "/here");
  EXPECT_EQ(L.Content.Findings[0].At.File, "/here/a.cu");
  EXPECT_EQ(L.Content.Units[0].Passes, Pass::Host);
}

TEST(ReportReader, SarifOfOthers) {
  CheckerTable Checkers(allCheckers());
  Report R = read(R"({ "version": "2.1.0", "runs": [ {
    "tool": { "driver": { "name": "other", "rules": [ { "id": "R1",
      "shortDescription": { "text": "Rule one." },
      "defaultConfiguration": { "level": "error" },
      "messageStrings": { "a": { "text": "{0} beats {1}" } } } ] } },
    "originalUriBaseIds": { "ROOT": { "uri": "file:///src/" } },
    "artifacts": [ { "location": { "uri": "a%20b.cu", "uriBaseId": "ROOT" } } ],
    "results": [
      { "ruleIndex": 0, "message": { "id": "a", "arguments": ["x", "y"] },
        "locations": [ { "physicalLocation": {
          "artifactLocation": { "index": 0 },
          "region": { "startLine": 2, "startColumn": 3, "endColumn": 4 },
          "contextRegion": { "startLine": 1, "endLine": 2,
                             "snippet": { "text": "x\n\ud83d\ude00*p" } } } } ],
        "codeFlows": [ { "threadFlows": [ { "locations": [ { "location": {
          "message": { "text": "step" } } } ] } ] } ] },
      { "message": { "text": "m" }, "level": "none" },
      { "message": { "text": "fine" }, "kind": "pass" },
      { "message": { "text": "known" }, "suppressions": [ {} ] } ],
    "invocations": [ { "executionSuccessful": false } ] } ] })",
                  Checkers);
  ASSERT_EQ(R.Findings.size(), 2u);
  const ResolvedFinding &F = R.Findings[0];
  EXPECT_EQ(F.Checker->Name, "R1");
  EXPECT_EQ(F.Checker->Summary, "Rule one.");
  EXPECT_EQ(F.Level, Severity::Error);
  EXPECT_EQ(F.Message, "x beats y");
  // Two UTF-16 units are four bytes.
  EXPECT_EQ(F.At, (SourcePoint{"/src/a b.cu", 2, 5}));
  EXPECT_EQ(F.Source.Line, "\U0001F600*p");
  ASSERT_EQ(F.Notes.size(), 1u);
  EXPECT_EQ(F.Notes[0].Message, "step");
  EXPECT_EQ(R.Findings[1].Checker->Name, "other");
  EXPECT_EQ(R.Findings[1].Level, Severity::Note);
  ASSERT_EQ(R.Units.size(), 1u);
  EXPECT_FALSE(R.Units[0].Ok);

  // Foreign rules are described in what we write.
  SarifOptions Options{allCheckers(), "/src", "1", "", 3};
  Json Run = Json::parse(sarifReport(R, Options), nullptr, false)["runs"][0];
  Json Rules = Run["tool"]["driver"]["rules"];
  EXPECT_EQ(Rules[Run["results"][0]["ruleIndex"].get<size_t>()]["id"], "R1");
}

TEST(ReportReader, ErrorsAreOneLineWithThePlace) {
  std::string Good = jsonReport(everything(), {"/p", true, "/p"});
  EXPECT_EQ(errorOf(Good), "no error");
  auto With = [&](llvm::StringRef From, llvm::StringRef To) {
    std::string Text = Good;
    size_t At = Text.find(From.str());
    EXPECT_NE(At, std::string::npos) << From.str();
    return errorOf(Text.replace(At, From.size(), To.str()));
  };
  EXPECT_EQ(With("\"line\": 7", "\"line\": -7"),
            "r.json: findings[0].line: needs a whole number that is not "
            "negative, not -7");
  EXPECT_EQ(With("\"line\": 7", "\"line\": 99999999999"),
            "r.json: findings[0].line: is too large");
  EXPECT_EQ(With("\"line\": 7", "\"line\": 1e999").find("r.json"), 1u);
  EXPECT_EQ(With("\"endColumn\": 9", "\"endColumn\": 1"),
            "r.json: findings[0].endColumn: is in front of the column");
  EXPECT_EQ(With("\"severity\": \"error\"", "\"severity\": \"fatal\""),
            "r.json: findings[0].severity: needs one of note, warning, error");
  EXPECT_EQ(With("\"base64\": \"", "\"base64\": \"!").substr(0, 46),
            "r.json: findings[0].notes[0].source.text.base6");
  EXPECT_EQ(With("\"discharged\": 4", "\"discharged\": 10"),
            "r.json: kernels[0].discharged: is more than the operations");
  EXPECT_EQ(With("\"ok\": true", "\"ok\": 1"),
            "r.json: units[0].ok: needs true or false, not 1");
  EXPECT_EQ(With("\"root\": \"/p\"", "\"root\": \"p\""),
            "r.json: root: needs an absolute path");
  EXPECT_EQ(With("\"message\": \"elsewhere\"", "\"message\": \"\""),
            "r.json: findings[0].notes[0].message: is empty");
  EXPECT_EQ(errorOf("[]"), "r.json: neither a report of 'oxide check --json' "
                           "nor SARIF");
  EXPECT_EQ(errorOf(R"({"version": "2.0.0", "runs": []})"),
            "r.json: version: only SARIF 2.1.0 is read");
  EXPECT_EQ(errorOf(R"({"version": "2.1.0", "runs": [{"tool": 1}]})"),
            "r.json: runs[0].tool: needs an object, not 1");
  // A key of the input with a line end in it stays on the line.
  EXPECT_EQ(errorOf(R"({"version": "2.1.0", "runs": [{"originalUriBaseIds":
                    {"a\nb": 1}, "tool": {"driver": {"name": "x"}}}]})"),
            "r.json: runs[0].originalUriBaseIds.a?b: needs an object, not 1");
}

TEST(ReportReader, NeverMoreThanAnError) {
  std::string Good = jsonReport(everything(), {"/p", true, "/p"});
  for (size_t I = 0; I < Good.size(); I += 7) {
    EXPECT_NE(errorOf(llvm::StringRef(Good).take_front(I)), "no error");
    std::string Broken = Good;
    Broken[I] = '\xFF';
    errorOf(Broken);
    Broken[I] = '9';
    errorOf(Broken);
  }
  EXPECT_NE(errorOf(std::string(1000000, '[')).find("nested"),
            std::string::npos);
  EXPECT_NE(errorOf(""), "no error");
  EXPECT_EQ(errorOf(std::string(3, '\0')).find('\0'), std::string::npos);
}

TEST(SarifInput, PathsOfUris) {
  EXPECT_EQ(pathOfUri("file:///a/b%20c", "/x"), "/a/b c");
  EXPECT_EQ(pathOfUri("file://host/a", "/x"), "/a");
  EXPECT_EQ(pathOfUri("file:/a", "/x"), "/a");
  EXPECT_EQ(pathOfUri("src/%C3%B6.cu", "/x"), "/x/src/\xC3\xB6.cu");
  EXPECT_EQ(pathOfUri("../up", "/x/y"), "/x/up");
  EXPECT_EQ(pathOfUri("50%", ""), "50%");
  EXPECT_EQ(pathOfUri("%zz%4", ""), "%zz%4");
  EXPECT_EQ(pathOfUri("https://example.org/a.cu", "/x"),
            "<https://example.org/a.cu>");
  EXPECT_EQ(pathOfUri("file://", "/x"), "");
}

} // namespace
