// SPDX-License-Identifier: Apache-2.0

#include "Registry.h"
#include "report/DocPages.h"
#include "report/Guidelines.h"
#include "report/Json.h"
#include "report/SarifReport.h"
#include "report/SarifRules.h"
#include "llvm/ADT/StringSet.h"
#include <gtest/gtest.h>

namespace {

using namespace oxide;

Json sarif(const Report &R) {
  SarifOptions Options{allCheckers(), "/p", "1.2.3", "https://example.org", 0};
  std::string Text = sarifReport(R, Options);
  return Json::parse(Text, nullptr, /*allow_exceptions=*/false);
}

TEST(Sarif, RunWithoutFindingsListsAllRules) {
  Json Run = sarif(Report())["runs"][0];
  EXPECT_TRUE(Run["results"].is_array());
  EXPECT_TRUE(Run["results"].empty());
  EXPECT_EQ(Run["tool"]["driver"]["rules"].size(), allCheckers().size());
  EXPECT_EQ(Run["tool"]["driver"]["semanticVersion"], "1.2.3");
  EXPECT_EQ(Run["invocations"][0]["executionSuccessful"], true);
}

TEST(Sarif, NoHomepageMeansANameAndNoLinks) {
  Json Driver = sarifDriver(allCheckers(), "1.2.3", "");
  EXPECT_EQ(Driver["informationUri"], "urn:oxide:1.2.3");
  EXPECT_FALSE(Driver["rules"][0].contains("helpUri"));
}

TEST(Sarif, ColumnsAreCodePoints) {
  ResolvedFinding F;
  F.Checker = findChecker("tier-unsafe");
  F.Level = Severity::Error;
  F.At = {"/p/a b.cu", 2, 5}; // behind a character of two bytes
  F.EndLine = 2;
  F.EndColumn = 7;
  F.Message = "message";
  F.Source.Line = "\xC3\xA4  *p = 1;";
  Report R;
  R.Findings.push_back(F);
  Json Physical =
      sarif(R)["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(Physical["artifactLocation"]["uri"], "a%20b.cu");
  EXPECT_EQ(Physical["region"]["startColumn"], 4);
  EXPECT_EQ(Physical["region"]["endColumn"], 6);
  EXPECT_EQ(Physical["region"]["snippet"]["text"], "*p");
}

TEST(Sarif, DescriptionsStayWithinTheLimit) {
  for (const Json &Rule : sarifDriver(allCheckers(), "1", "")["rules"]) {
    EXPECT_LE(Rule["fullDescription"]["text"].get<std::string>().size(), 1024u);
    EXPECT_LE(Rule["shortDescription"]["text"].get<std::string>().size(),
              1024u);
  }
}

TEST(Guidelines, IdsOfTheTableExist) {
  llvm::StringSet<> Ids;
  for (const Guideline &G : allGuidelines())
    EXPECT_TRUE(Ids.insert(G.Id).second) << G.Id.str();
  EXPECT_EQ(Ids.size(), 41u);
  for (const CheckerInfo &I : allCheckers())
    for (llvm::StringRef Id : guidelineIds(I))
      EXPECT_TRUE(Ids.contains(Id)) << I.Name.str() << " " << Id.str();
  EXPECT_EQ(findGuideline("cuda-3.5")->Id, "CUDA-3.5");
  EXPECT_EQ(findGuideline("CUDA-9.9"), nullptr);
}

TEST(DocPages, AreThoseOfCheckers) {
  for (const DocPage &Page : docPages()) {
    const CheckerInfo *I = findChecker(Page.Name);
    ASSERT_NE(I, nullptr) << Page.Name.str();
    EXPECT_TRUE(Page.Markdown.starts_with(("# " + I->Name + "\n").str()))
        << Page.Name.str();
  }
  EXPECT_EQ(docPage("no-such-checker"), "");
}

} // namespace
