// SPDX-License-Identifier: Apache-2.0

#include "report/SarifRules.h"
#include "report/DocPages.h"
#include "report/Guidelines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace oxide {

static constexpr llvm::StringLiteral TaxonomyName =
    "NVIDIA CUDA C++ Guidelines for Robust and Safety-Critical Programming";
static constexpr llvm::StringLiteral FailedUnit = "oxide/unit-not-compiled";
static constexpr llvm::StringLiteral LeftOut = "oxide/results-left-out";

static Json text(llvm::StringRef Text) { return {{"text", Text.str()}}; }

/// The sentence that \p Words are, with a capital and a full stop.
static std::string sentence(llvm::StringRef Words) {
  std::string Result = Words.str();
  if (!Result.empty())
    Result[0] = llvm::toUpper(Result[0]);
  return Result + ".";
}

/// At most \p Limit bytes of \p Text, cut between words.
static llvm::StringRef limited(llvm::StringRef Text, size_t Limit) {
  if (Text.size() <= Limit)
    return Text;
  return Text.take_front(Text.take_front(Limit).rfind(' '));
}

/// The first paragraph of \p Page behind its title and its summary, unless it
/// is a heading, a list or an example.
static std::string explanation(llvm::StringRef Page) {
  llvm::SmallVector<llvm::StringRef, 16> Blocks;
  Page.split(Blocks, "\n\n", 3, /*KeepEmpty=*/false);
  if (Blocks.size() < 3)
    return {};
  llvm::StringRef Block = Blocks[2].trim();
  if (Block.empty() || llvm::StringRef("#`-*|").contains(Block.front()))
    return {};
  std::string Result = Block.str();
  std::replace(Result.begin(), Result.end(), '\n', ' ');
  return " " + Result;
}

/// "tier-unsafe" -> "TierUnsafe".
static std::string ruleName(llvm::StringRef ShortName) {
  std::string Result;
  bool Upper = true;
  for (char C : ShortName) {
    if (C != '-')
      Result += Upper ? llvm::toUpper(C) : C;
    Upper = C == '-';
  }
  return Result;
}

std::string sarifLevel(Severity S) { return toString(S).str(); }

static Json properties(const CheckerInfo &I) {
  Json Tags = {"cuda", toString(I.Group).str()};
  for (llvm::StringRef Id : guidelineIds(I))
    Tags.push_back(Id.str());
  return {{"tags", Tags},
          {"precision", I.Kind == CheckerKind::Certain ? "very-high" : "high"},
          {"problem.severity",
           I.Level == Severity::Note ? "recommendation" : sarifLevel(I.Level)}};
}

static Json relationships(const CheckerInfo &I) {
  Json Result = Json::array();
  for (llvm::StringRef Id : guidelineIds(I))
    if (const Guideline *G = findGuideline(Id))
      Result.push_back(
          {{"target",
            {{"id", G->Id.str()},
             {"index", G - allGuidelines().begin()},
             {"toolComponent", {{"name", TaxonomyName.str()}, {"index", 0}}}}},
           {"kinds", {"relevant"}}});
  return Result;
}

static Json rule(const CheckerInfo &I, llvm::StringRef Homepage) {
  std::string Summary = sentence(I.Summary);
  llvm::StringRef Page = docPage(I.shortName());
  std::string Help = Page.empty() ? Summary : Page.str();
  Json Rule = {
      {"id", I.Name.str()},
      {"name", ruleName(I.shortName())},
      {"shortDescription", text(Summary)},
      {"fullDescription", text(limited(Summary + explanation(Page), 1024))},
      {"help", {{"text", Help}, {"markdown", Help}}}};
  if (!Homepage.empty())
    Rule["helpUri"] =
        (Homepage + "/blob/main/docs/checkers/" + I.shortName() + ".md").str();
  Rule["defaultConfiguration"] = {{"enabled", I.OnByDefault},
                                  {"level", sarifLevel(I.Level)}};
  if (Json Related = relationships(I); !Related.empty())
    Rule["relationships"] = Related;
  Rule["properties"] = properties(I);
  return Rule;
}

Json sarifFailedUnitDescriptor() {
  return {{"id", FailedUnit.str()}, {"index", 0}};
}

Json sarifLeftOutDescriptor() { return {{"id", LeftOut.str()}, {"index", 1}}; }

Json sarifForeignRule(const CheckerInfo &I) {
  std::string Summary = I.Summary.empty() ? "The rule " + I.Name.str() + "."
                                          : limited(I.Summary, 1024).str();
  return {{"id", I.Name.str()},
          {"shortDescription", text(Summary)},
          {"fullDescription", text(Summary)},
          {"help", text(Summary)},
          {"properties", {{"tags", {"external"}}}}};
}

static Json notification(llvm::StringRef Id, llvm::StringRef Name,
                         llvm::StringRef Text) {
  return {{"id", Id.str()},
          {"name", Name.str()},
          {"shortDescription", text(Text)},
          {"fullDescription", text(Text)},
          {"help", text(Text)}};
}

Json sarifDriver(llvm::ArrayRef<CheckerInfo> Checkers, llvm::StringRef Version,
                 llvm::StringRef Homepage) {
  Json Driver = {{"name", "oxide"},
                 {"fullName", "Oxide " + Version.str()},
                 {"version", Version.str()},
                 {"semanticVersion", Version.str()}};
  // Validators ask for an absolute URI; a build without a homepage has a name
  // to give and no address.
  Driver["informationUri"] =
      Homepage.empty() ? "urn:oxide:" + Version.str() : Homepage.str();
  Json Rules = Json::array();
  for (const CheckerInfo &I : Checkers)
    Rules.push_back(rule(I, Homepage));
  Driver["rules"] = Rules;
  Driver["notifications"] = {
      notification(FailedUnit, "UnitNotCompiled",
                   "A source file was not analysed: it does not compile."),
      notification(LeftOut, "ResultsLeftOut",
                   "There are more results than a file may have.")};
  Driver["supportedTaxonomies"] =
      Json::array({{{"name", TaxonomyName.str()}, {"index", 0}}});
  return Driver;
}

Json sarifTaxonomies() {
  Json Taxa = Json::array();
  for (const Guideline &G : allGuidelines())
    Taxa.push_back(
        {{"id", G.Id.str()},
         {"shortDescription", text(sentence(G.Text))},
         {"properties", {{"category", toString(G.Category).str()}}}});
  return Json::array(
      {{{"name", TaxonomyName.str()},
        {"version", "3.0.1"},
        {"organization", "NVIDIA"},
        {"shortDescription",
         text("Rules and directives for safety-critical CUDA C++, in the words "
              "of Oxide.")},
        {"taxa", Taxa}}});
}

} // namespace oxide
