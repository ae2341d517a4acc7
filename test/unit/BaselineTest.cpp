// SPDX-License-Identifier: Apache-2.0

#include "report/Baseline.h"
#include "Registry.h"
#include "report/JsonInput.h"
#include <gtest/gtest.h>

namespace {

using namespace oxide;

ResolvedFinding finding(llvm::StringRef File, unsigned Line,
                        llvm::StringRef Key) {
  ResolvedFinding F;
  F.Checker = findChecker("oxide-tier-unsafe");
  F.At = {File.str(), Line, 1};
  F.Message = "message";
  F.Function = "k";
  F.LineKey = Key.str();
  return F;
}

Report report(std::vector<ResolvedFinding> Findings,
              std::vector<std::string> Files) {
  PassReport P;
  P.Ok = true;
  P.File = Files.front();
  P.Passes = Pass::Device;
  P.Findings = std::move(Findings);
  P.Files = std::move(Files);
  return merge({P}, "/p");
}

std::vector<BaselineEntry> read(llvm::StringRef Text) {
  auto Entries = readBaseline(Text, "b.json");
  if (Entries)
    return std::move(*Entries);
  ADD_FAILURE() << llvm::toString(Entries.takeError());
  return {};
}

std::string problem(llvm::StringRef Text) {
  auto Entries = readBaseline(Text, "b.json");
  return Entries ? "none" : llvm::toString(Entries.takeError());
}

TEST(Baseline, ReadsWhatItWrites) {
  Report Old = report({finding("/p/a.cu", 3, "x=1;")}, {"/p/a.cu"});
  std::vector<BaselineEntry> Entries = read(baselineText(Old, "/p"));
  ASSERT_EQ(Entries.size(), 1u);
  EXPECT_EQ(Entries[0].Fingerprint, Old.Findings[0].Fingerprint);
  EXPECT_EQ(Entries[0].Checker, "oxide-tier-unsafe");
  EXPECT_EQ(Entries[0].File, "a.cu");
  EXPECT_EQ(Entries[0].Function, "k");
  EXPECT_EQ(Entries[0].Message, "message");
}

TEST(Baseline, MovedFindingsAreOldOnes) {
  Report Old =
      report({finding("/p/a.cu", 3, "x=1;"), finding("/p/a.cu", 9, "y=1;")},
             {"/p/a.cu"});
  Report New =
      report({finding("/p/a.cu", 30, "x=1;"), finding("/p/a.cu", 90, "z=1;")},
             {"/p/a.cu"});
  applyBaseline(New, read(baselineText(Old, "/p")), "/p");
  EXPECT_EQ(New.Findings[0].Baseline, BaselineState::Unchanged);
  EXPECT_EQ(New.Findings[1].Baseline, BaselineState::New);
  EXPECT_EQ(New.count(Severity::Warning), 1u);
  ASSERT_EQ(New.Fixed.size(), 1u);
  EXPECT_EQ(New.Fixed[0].Fingerprint, Old.Findings[1].Fingerprint);
}

TEST(Baseline, MovedLinesChangeNoByte) {
  Report One =
      report({finding("/p/a.cu", 3, "x=1;"), finding("/p/a.cu", 9, "y=1;")},
             {"/p/a.cu"});
  Report Other =
      report({finding("/p/a.cu", 9, "x=1;"), finding("/p/a.cu", 4, "y=1;")},
             {"/p/a.cu"});
  EXPECT_EQ(baselineText(One, "/p"), baselineText(Other, "/p"));
}

TEST(Baseline, EqualLinesAreCounted) {
  Report Old =
      report({finding("/p/a.cu", 3, "x=1;"), finding("/p/a.cu", 4, "x=1;")},
             {"/p/a.cu"});
  Report New =
      report({finding("/p/a.cu", 3, "x=1;"), finding("/p/a.cu", 4, "x=1;"),
              finding("/p/a.cu", 5, "x=1;")},
             {"/p/a.cu"});
  applyBaseline(New, read(baselineText(Old, "/p")), "/p");
  EXPECT_EQ(New.count(Severity::Warning), 1u);
  EXPECT_TRUE(New.Fixed.empty());
}

TEST(Baseline, WhatWasNotAnalysedIsNotFixed) {
  Report Old = report({finding(__FILE__, 3, "x=1;")}, {__FILE__});
  Report New = report({}, {"/p/other.cu"});
  applyBaseline(New, read(baselineText(Old, "/p")), "/p");
  EXPECT_TRUE(New.Fixed.empty());
  // A file that is gone has no findings any more.
  Report Gone = report({finding("/p/gone.cu", 3, "x=1;")}, {"/p/gone.cu"});
  applyBaseline(New, read(baselineText(Gone, "/p")), "/p");
  EXPECT_EQ(New.Fixed.size(), 1u);
}

TEST(Baseline, BadInput) {
  EXPECT_EQ(problem("{"),
            "'b.json' is not JSON: line 1, column 2: syntax error "
            "while parsing object key - unexpected end of input; "
            "expected string literal");
  EXPECT_EQ(problem(""), "'b.json' is not JSON: line 1, column 1: syntax error "
                         "while parsing value - unexpected end of input; "
                         "expected '[', '{', or a literal");
  const char *Schema = "'b.json' is not a baseline: it needs \"schema\": "
                       "\"oxide-baseline-1\"";
  EXPECT_EQ(problem("[]"), Schema);
  EXPECT_EQ(problem("{\"schema\": 1}"), Schema);
  EXPECT_EQ(problem("{\"schema\": \"oxide-1\"}"), Schema);
  EXPECT_EQ(problem("{\"schema\": \"oxide-baseline-1\"}"),
            "'b.json' is not a baseline: it needs a list \"findings\"");
  EXPECT_EQ(problem("{\"schema\": \"oxide-baseline-1\", \"findings\": [3]}"),
            "'b.json' is not a baseline: finding 1 needs a text "
            "\"fingerprint\"");
  EXPECT_EQ(problem("{\"schema\": \"oxide-baseline-1\", \"findings\": "
                    "[{\"fingerprint\": \"a\", \"checker\": null}]}"),
            "'b.json' is not a baseline: finding 1 needs a text \"checker\"");
}

TEST(JsonInput, DeepNesting) {
  auto Deep = parseJson(std::string(1'000'000, '['), "d.json");
  ASSERT_FALSE(static_cast<bool>(Deep));
  EXPECT_EQ(llvm::toString(Deep.takeError()),
            "'d.json' is not JSON: lists and objects are nested more than 64 "
            "deep");
}

TEST(JsonInput, NotUtf8) {
  auto Bytes = parseJson("{\"a\": \"\xff\"}", "d.json");
  ASSERT_FALSE(static_cast<bool>(Bytes));
  EXPECT_NE(llvm::toString(Bytes.takeError()).find("line 1"),
            std::string::npos);
}

} // namespace
