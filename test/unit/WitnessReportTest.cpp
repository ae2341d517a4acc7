// SPDX-License-Identifier: Apache-2.0
//
// What the reports make of a witness.

#include "Registry.h"
#include "report/AuditTable.h"
#include "report/Json.h"
#include "report/JsonReport.h"
#include "report/SarifReport.h"
#include "report/TextReport.h"
#include <gtest/gtest.h>

namespace {

using namespace oxide;

ResolvedPlace placeAt(const char *File, unsigned Line, unsigned Column) {
  return {{File, Line, Column}, {"  s[i] = s[j];", Column, {}}};
}

ResolvedWitness witness() {
  ResolvedWitness W;
  W.GridDim = {64, 1, 1};
  W.BlockDim = {32, 2, 1};
  W.Scalars = {{"n", "1024"}, {"scale", "x"}};
  W.First = {{0, 0, 0}, {1, 0, 0}, placeAt("/p/a.cu", 7, 3), "writes", {}, {}};
  W.Second = {{0, 0, 0},
              {2, 1, 0},
              placeAt("/p/h.cuh", 9, 10),
              "reads",
              {placeAt("/p/h.cuh", 20, 5), placeAt("/p/a.cu", 8, 3)},
              {{"i", "3"}}};
  W.Object = "s";
  W.Element = "s[17]";
  W.Separator = "a barrier here would separate them";
  W.SeparatorAt = {"/p/a.cu", 8, 1};
  return W;
}

/// Any checker of the kind that is certain.
const CheckerInfo *certainChecker() {
  for (const CheckerInfo &I : allCheckers())
    if (I.Kind == CheckerKind::Certain)
      return &I;
  return nullptr;
}

ResolvedFinding finding() {
  ResolvedFinding F;
  F.Checker = certainChecker();
  F.At = {"/p/a.cu", 7, 3};
  F.EndLine = 7;
  F.EndColumn = 4;
  F.Message = "message";
  F.Source.Line = "  s[i] = 1;";
  F.Witness = witness();
  return F;
}

Json json(const Report &R, bool Timing = false) {
  return Json::parse(jsonReport(R, {"/p", Timing}), nullptr,
                     /*allow_exceptions=*/false);
}

Json sarifResult(const ResolvedFinding &F) {
  Report R;
  R.Findings.push_back(F);
  SarifOptions Options{allCheckers(), "/p", "1.2.3", "https://example.org", 0};
  std::string Text = sarifReport(R, Options);
  return Json::parse(Text, nullptr,
                     /*allow_exceptions=*/false)["runs"][0]["results"][0];
}

TEST(Witness, Json) {
  Report R;
  R.Findings.push_back(finding());
  EXPECT_EQ(json(R)["findings"][0]["grade"], "certain");
  EXPECT_EQ(json(R)["findings"][0]["witness"], Json::parse(R"({
    "grid": [64, 1, 1], "block": [32, 2, 1],
    "scalars": { "n": 1024, "scale": "x" },
    "threads": [
      { "block": [0, 0, 0], "thread": [1, 0, 0],
        "file": "a.cu", "line": 7, "column": 3,
        "source": { "text": "  s[i] = s[j];", "caret": 3, "underlines": [] }, "access": "writes",
        "values": {}, "calledFrom": [] },
      { "block": [0, 0, 0], "thread": [2, 1, 0],
        "file": "h.cuh", "line": 9, "column": 10,
        "source": { "text": "  s[i] = s[j];", "caret": 10, "underlines": [] }, "access": "reads",
        "values": { "i": 3 },
        "calledFrom": [ { "file": "h.cuh", "line": 20, "column": 5,
                          "source": { "text": "  s[i] = s[j];", "caret": 5, "underlines": [] } },
                        { "file": "a.cu", "line": 8, "column": 3,
                          "source": { "text": "  s[i] = s[j];", "caret": 3, "underlines": [] } } ] } ],
    "object": "s", "element": "s[17]",
    "separator": { "file": "a.cu", "line": 8, "column": 1,
                   "message": "a barrier here would separate them" },
    "lines": [7] })"));
}

TEST(Witness, LinesAreThoseOfTheFindingsFile) {
  Report R;
  R.Findings.push_back(finding());
  ResolvedWitness &W = *R.Findings[0].Witness;
  W.Second.Access.At = {"/p/a.cu", 4, 1};
  W.Separator.clear();
  Json J = json(R)["findings"][0]["witness"];
  EXPECT_EQ(J["lines"], Json::parse("[4, 7]"));
  EXPECT_TRUE(J["separator"].is_null());
  W.Second.Access.At = W.First.Access.At;
  EXPECT_EQ(json(R)["findings"][0]["witness"]["lines"], Json::parse("[7]"));
}

TEST(Witness, GradeOfTheFinding) {
  Report R;
  R.Findings.push_back(finding());
  R.Findings[0].Certainty = Grade::InputDependent;
  EXPECT_EQ(json(R)["findings"][0]["grade"], "input-dependent");
  EXPECT_EQ(sarifResult(R.Findings[0])["properties"]["grade"],
            "input-dependent");
  R.Findings[0].Checker = findChecker("tier-unsafe");
  EXPECT_TRUE(json(R)["findings"][0]["grade"].is_null());
  EXPECT_FALSE(sarifResult(R.Findings[0])["properties"].contains("grade"));
}

TEST(Witness, SarifHasOneFlowOfTwoThreads) {
  Json Flows = sarifResult(finding())["codeFlows"];
  ASSERT_EQ(Flows.size(), 1u);
  EXPECT_EQ(Flows[0]["message"]["text"],
            "grid (64,1,1), block (32,2,1), n = 1024, scale = x");
  Json Threads = Flows[0]["threadFlows"];
  ASSERT_EQ(Threads.size(), 2u);
  ASSERT_EQ(Threads[0]["locations"].size(), 1u);
  Json First = Threads[0]["locations"][0]["location"];
  EXPECT_EQ(First["message"]["text"],
            "thread (1,0,0) of block (0,0,0) writes s[17]");
  EXPECT_EQ(First["physicalLocation"]["region"]["startLine"], 7);
  EXPECT_EQ(First["physicalLocation"]["region"]["snippet"]["text"], "s");

  // From the kernel inwards.
  Json Steps = Threads[1]["locations"];
  ASSERT_EQ(Steps.size(), 3u);
  auto Line = [&](unsigned I) {
    return Steps[I]["location"]["physicalLocation"]["region"]["startLine"];
  };
  EXPECT_EQ(Line(0), 8);
  EXPECT_EQ(Line(1), 20);
  EXPECT_EQ(Line(2), 9);
  EXPECT_EQ(Steps[2]["location"]["message"]["text"],
            "thread (2,1,0) of block (0,0,0) reads s[17], i = 3");

  ResolvedFinding Without = finding();
  Without.Witness.reset();
  EXPECT_FALSE(sarifResult(Without).contains("codeFlows"));
  ResolvedFinding Nowhere = finding();
  Nowhere.Witness->Second.Access = {};
  EXPECT_FALSE(sarifResult(Nowhere).contains("codeFlows"));
}

TEST(Witness, CertainOfTwoPassesWins) {
  auto Merged = [](Grade First, bool FirstHas, Grade Second, bool SecondHas) {
    std::vector<PassReport> Passes;
    for (auto [G, Has, Element] : {std::tuple(First, FirstHas, "first"),
                                   std::tuple(Second, SecondHas, "second")}) {
      PassReport &P = Passes.emplace_back();
      P.Ok = true;
      P.Findings = {finding()};
      P.Findings[0].Certainty = G;
      P.Findings[0].Witness->Element = Element;
      if (!Has)
        P.Findings[0].Witness.reset();
    }
    Report R = merge(std::move(Passes), "/p");
    EXPECT_EQ(R.Findings.size(), 1u);
    const ResolvedFinding &F = R.Findings[0];
    return toString(F.Certainty).str() + " " +
           (F.Witness ? F.Witness->Element : "none");
  };
  constexpr Grade C = Grade::Certain, I = Grade::InputDependent;
  EXPECT_EQ(Merged(C, true, C, true), "certain first");
  EXPECT_EQ(Merged(I, true, C, true), "certain second");
  EXPECT_EQ(Merged(C, true, I, true), "certain first");
  EXPECT_EQ(Merged(I, false, I, true), "input-dependent second");
  EXPECT_EQ(Merged(I, false, I, false), "input-dependent none");
}

ResolvedKernel kernel() {
  ResolvedKernel K;
  K.Name = "k";
  K.Instantiation = "k<int>";
  K.At = {"/p/a.cu", 3, 1};
  K.Race = Answer::Proven;
  K.Barrier = Answer::Refuted;
  K.Reasons = {{{"/p/a.cu", 9, 2}, "unknown call"}, {{}, "out of budget"}};
  K.Assumptions = {"n > 0"};
  K.Ms = 12.5;
  K.SolverSteps = 99;
  return K;
}

TEST(Kernels, TimesOnlyOnRequest) {
  Report R;
  R.Kernels.push_back(kernel());
  EXPECT_EQ(json(R)["kernels"][0]["ms"], 0.0);
  EXPECT_EQ(json(R, /*Timing=*/true)["kernels"][0]["ms"], 12.5);
  EXPECT_EQ(json(R)["kernels"][0]["solver_steps"], 99);
  Json Audit = Json::parse(jsonAudit(R, {"/p", true}), nullptr, false);
  EXPECT_EQ(Audit["kernels"][0]["ms"], 12.5);
}

TEST(Kernels, PassesAddUp) {
  PassReport A, B;
  A.Kernels = B.Kernels = {kernel()};
  B.Kernels[0].Explanation = "because";
  Report R = merge({A, B}, "/p");
  ASSERT_EQ(R.Kernels.size(), 1u);
  EXPECT_EQ(R.Kernels[0].Ms, 25.0);
  EXPECT_EQ(R.Kernels[0].SolverSteps, 198u);
  EXPECT_EQ(R.Kernels[0].Explanation, "because");
  EXPECT_EQ(R.Kernels[0].Reasons.size(), 2u);
}

TEST(Kernels, AuditSaysWhyAndUnderWhichAssumptions) {
  Report R;
  R.Kernels.push_back(kernel());
  EXPECT_NE(auditTable(R, "/p").find("a.cu:3: k<int> assumes n > 0\n"
                                     "a.cu:9: k<int>: unknown call\n"
                                     "a.cu:3: k<int>: out of budget\n"),
            std::string::npos)
      << auditTable(R, "/p");
}

TEST(Kernels, Remarks) {
  Report R;
  R.Kernels.push_back(kernel());
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeText(R, {"/p", false, false}, OS);
  EXPECT_EQ(Text, "");
  writeText(R, {"/p", false, true}, OS);
  EXPECT_EQ(Text, "a.cu:3:1: remark: verdict on 'k<int>': race freedom proven, "
                  "barrier uniformity refuted, bounds not proven\n"
                  "a.cu:9:2: note: unknown call\n"
                  "note: out of budget\n"
                  "a.cu:3:1: note: assumes n > 0\n");
}

} // namespace
