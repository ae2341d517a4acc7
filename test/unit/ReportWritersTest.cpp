// SPDX-License-Identifier: Apache-2.0
//
// Escaping, and the pictures of witnesses.

#include "Registry.h"
#include "report/Escape.h"
#include "report/GithubReport.h"
#include "report/HtmlReport.h"
#include "report/JunitReport.h"
#include "report/SourceExcerpt.h"
#include "report/WitnessPicture.h"
#include <gtest/gtest.h>

namespace {

using namespace oxide;

TEST(Escape, Xml) {
  EXPECT_EQ(escapeXml("a<b>&\"'\t\n"), "a&lt;b&gt;&amp;&quot;&#39;\t\n");
  EXPECT_EQ(escapeXml("\r"), "&#13;");
  EXPECT_EQ(escapeXml(llvm::StringRef("\0\x01\x7F", 3)), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(escapeXml("\xFF"), "\uFFFD");
  EXPECT_EQ(escapeXml("\xEF\xBF\xBE"), "\uFFFD");
  EXPECT_EQ(escapeXml("\xC3\xB6\U0001F600"), "\xC3\xB6\U0001F600");
}

TEST(Escape, ProseTellsQuotesFromApostrophes) {
  EXPECT_EQ(prose("read of 'a<b>' here"),
            "read of <code>a&lt;b&gt;</code> here");
  EXPECT_EQ(prose("the file's 'x' and 'y'"),
            "the file&#39;s <code>x</code> and <code>y</code>");
  EXPECT_EQ(prose("'x'"), "<code>x</code>");
  EXPECT_EQ(prose("an 'open end"), "an &#39;open end");
  EXPECT_EQ(prose("'"), "&#39;");
  EXPECT_EQ(prose(""), "");
}

ResolvedFinding race() {
  ResolvedFinding F;
  F.Checker = findChecker("shared-race");
  F.At = {"/p/a,b.cu", 7, 3};
  F.EndColumn = 4;
  F.Message = "100% wrong\nreally";
  F.Fingerprint = std::string(64, 'a');
  F.Source = {"  s[i] = 1;", 3, {}};
  ResolvedWitness W;
  W.First = {{0, 0, 0}, {1, 0, 0}, {F.At, F.Source}, "writes", {}, {}};
  W.Second = {{0, 0, 0},
              {2, 0, 0},
              {{"/p/h.cuh", 9, 1}, {}},
              "reads",
              {{{"/p/a,b.cu", 8, 3}, {}}},
              {{"iteration", "3"}}};
  W.Object = "s";
  W.Element = "s[17]";
  W.Separator = "__syncthreads()";
  W.SeparatorAt = {"/p/a,b.cu", 5, 1};
  F.Witness = W;
  return F;
}

TEST(Github, EscapesAsTheRunnerUnescapes) {
  Report R;
  R.Findings = {race()};
  R.Findings[0].Notes = {{{"/p/h.cuh", 2, 1}, "note: here", {}}};
  EXPECT_EQ(githubReport(R, "/p"),
            "::warning file=a%2Cb.cu,line=7,col=3,endLine=7,endColumn=4,"
            "title=oxide-shared-race::100%25 wrong%0Areally%0A"
            "h.cuh:2: note: here\n");
  R.Findings[0].Baseline = BaselineState::Unchanged;
  EXPECT_EQ(githubReport(R, "/p"), "");
  R.Findings[0].Baseline = BaselineState::New;
  R.Findings[0].Level = Severity::Note;
  EXPECT_TRUE(llvm::StringRef(githubReport(R, "/p")).starts_with("::notice "));
}

TEST(Junit, NotesAndKnownFindingsAreNoFailures) {
  Report R;
  R.Findings = {race(), race(), race()};
  R.Findings[0].Level = Severity::Note;
  R.Findings[1].Baseline = BaselineState::Unchanged;
  R.Units = {{"/p/x.cu", Pass::Host, "", true, {}}};
  std::string Text = junitReport(R, "/p");
  EXPECT_NE(Text.find("<testsuites name=\"oxide\" tests=\"2\" failures=\"1\" "
                      "errors=\"0\">"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("message=\"100% wrong&#10;really\""), std::string::npos);
  EXPECT_EQ(junitReport({}, "/p"),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "
            "name=\"oxide\" tests=\"0\" failures=\"0\" errors=\"0\">\n"
            "</testsuites>\n");
}

TEST(Picture, ShowsBothThreadsThePhaseAndTheElement) {
  std::string Svg = witnessPicture(race(), "/p");
  for (const char *Part :
       {"thread (1,0,0)", "thread (2,0,0)", "__syncthreads(), line 5",
        ">writes<", ">reads<", ">line 7<", ">h.cuh:9<", ">s[17]<", ">16<",
        ">18<", "called from line 8", "iteration 3",
        "no __syncthreads() orders the two accesses"})
    EXPECT_NE(Svg.find(Part), std::string::npos) << Part;

  ResolvedFinding Blocks = race();
  Blocks.Witness->Second.Block = {1, 0, 0};
  Blocks.Witness->Separator.clear();
  Svg = witnessPicture(Blocks, "/p");
  EXPECT_NE(Svg.find("no barrier orders threads of two blocks"),
            std::string::npos);
  EXPECT_NE(Svg.find("start of the kernel"), std::string::npos);
}

TEST(Picture, BarriersAndSingleThreads) {
  ResolvedFinding Barrier = race();
  Barrier.Witness->Element.clear();
  Barrier.Witness->First.Kind = "waits";
  Barrier.Witness->Second.Kind = "does not come here";
  std::string Svg = witnessPicture(Barrier, "/p");
  EXPECT_NE(Svg.find("class=\"cross\""), std::string::npos);
  EXPECT_EQ(Svg.find("class=\"cell"), std::string::npos);

  ResolvedFinding Single = race();
  Single.Checker = findChecker("out-of-bounds");
  Single.Witness->Second = Single.Witness->First;
  Single.Witness->Element = "s[-1]";
  Svg = witnessPicture(Single, "/p");
  EXPECT_NE(Svg.find("start of s"), std::string::npos);
  EXPECT_EQ(Svg.find("thread (2,0,0)"), std::string::npos);
  EXPECT_EQ(witnessText(Single, "/p"),
            "thread (1,0,0) of block (0,0,0) writes s[-1] at a,b.cu:7");
}

std::string excerpt(const ResolvedFinding &F, const char *Content,
                    unsigned &Reads) {
  auto Read = [&](const std::string &) -> std::optional<std::string> {
    ++Reads;
    return Content;
  };
  SourceFiles Files("/p", Read);
  return sourceExcerpts(F, Files, "/p");
}

TEST(Excerpt, ShowsTheFileOnlyWhenItIsWhatItWas) {
  ResolvedFinding F = race();
  unsigned Reads = 0;
  std::string Text = excerpt(F, "1\n2\n3\n4\n5\nsix\n  s[i] = 1;\n8\n", Reads);
  EXPECT_NE(Text.find("six"), std::string::npos);
  EXPECT_NE(Text.find("<mark>s</mark>[i] = 1;"), std::string::npos) << Text;
  Text = excerpt(F, "1\n2\n3\n4\n5\nsix\nchanged\n8\n", Reads);
  EXPECT_EQ(Text.find("six"), std::string::npos);
  EXPECT_EQ(Text.find("changed"), std::string::npos);
  EXPECT_NE(Text.find("<mark>s</mark>[i] = 1;"), std::string::npos);
  // A report must not make us read what is not in the project.
  EXPECT_EQ(Reads, 2u);
  F.At.File = "/etc/passwd";
  excerpt(F, "secret", Reads);
  EXPECT_EQ(Reads, 2u);
}

TEST(Excerpt, PlacesBehindTheLine) {
  ResolvedFinding F = race();
  unsigned Reads = 0;
  F.Source = {"\xC3\xB6", 500, {{400, 600}}};
  EXPECT_NE(excerpt(F, "", Reads).find("\xC3\xB6"), std::string::npos);
  F.Source = {"\xC3\xB6x", 2, {}};
  EXPECT_EQ(excerpt(F, "", Reads).find("\uFFFD"), std::string::npos);
}

} // namespace
