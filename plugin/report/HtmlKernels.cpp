// SPDX-License-Identifier: Apache-2.0

#include "report/Escape.h"
#include "report/HtmlParts.h"
#include "report/Paths.h"
#include "report/SourceExcerpt.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide {

namespace {

struct Part {
  llvm::StringRef Class;
  llvm::StringRef Word;
  unsigned Count;
};

/// One bar of parts whose widths are their shares, with the numbers below.
std::string bar(llvm::StringRef Title, llvm::ArrayRef<Part> Parts) {
  std::string Bar, Legend;
  for (const Part &P : Parts) {
    if (!P.Count)
      continue;
    Bar += "<i class=\"" + P.Class.str() +
           "\" style=\"flex:" + llvm::utostr(P.Count) + "\"></i>";
    Legend += "<li class=\"" + P.Class.str() + "\">" + llvm::utostr(P.Count) +
              " " + P.Word.str() + "</li>";
  }
  return "<div class=\"bar\"><h3>" + Title.str() +
         "</h3><div class=\"track\" aria-hidden=\"true\">" + Bar +
         "</div><ul>" + Legend + "</ul></div>\n";
}

std::string answerBar(llvm::StringRef Title, const Report &R,
                      Answer ResolvedKernel::*Of) {
  auto Count = [&](Answer A) -> unsigned {
    return llvm::count_if(R.Kernels,
                          [&](const ResolvedKernel &K) { return K.*Of == A; });
  };
  return bar(Title, {{"proven", "proven", Count(Answer::Proven)},
                     {"open", "not proven", Count(Answer::NotProven)},
                     {"refuted", "refuted", Count(Answer::Refuted)}});
}

std::string overview(const Report &R) {
  auto Count = [&](OpTier T) -> unsigned {
    return llvm::count_if(R.Kernels,
                          [&](const ResolvedKernel &K) { return K.Tier == T; });
  };
  return "<div class=\"bars\">\n" +
         bar("Tier", {{"proven", "safe", Count(OpTier::Safe)},
                      {"open", "unsafe", Count(OpTier::Unsafe)},
                      {"manual", "manual", Count(OpTier::Manual)}}) +
         answerBar("Race freedom", R, &ResolvedKernel::Race) +
         answerBar("Barriers", R, &ResolvedKernel::Barrier) +
         answerBar("Bounds", R, &ResolvedKernel::Bounds) + "</div>\n";
}

/// A cell with a word; \p Rank is what the column is sorted by, worst last.
std::string cell(llvm::StringRef Label, llvm::StringRef Class,
                 llvm::StringRef Word, unsigned Rank) {
  return "<td data-label=\"" + Label.str() + "\" data-rank=\"" +
         llvm::utostr(Rank) + "\"><span class=\"chip " + Class.str() + "\">" +
         Word.str() + "</span></td>";
}

std::string answerCell(llvm::StringRef Label, Answer A) {
  switch (A) {
  case Answer::Proven:
    return cell(Label, "proven", "proven", 0);
  case Answer::NotProven:
    return cell(Label, "open", "not proven", 1);
  case Answer::Refuted:
    return cell(Label, "refuted", "refuted", 2);
  }
  llvm_unreachable("unknown answer");
}

std::string tierCell(OpTier T) {
  constexpr llvm::StringLiteral Classes[] = {"proven", "open", "manual"};
  auto Rank = static_cast<unsigned>(T);
  return cell("Tier", Classes[Rank], toString(T), Rank);
}

/// Why something is not proven, and what the proofs rest on.
std::string details(const ResolvedKernel &K, llvm::StringRef Root) {
  std::string Checks = checksText(K.Checks);
  if (K.Reasons.empty() && K.Assumptions.empty() && Checks.empty())
    return {};
  std::string Out = "<details><summary>";
  if (!K.Reasons.empty())
    Out += counted(K.Reasons.size(), "reason");
  if (!K.Assumptions.empty())
    Out += (K.Reasons.empty() ? "" : ", ") +
           counted(K.Assumptions.size(), "assumption");
  if (K.Reasons.empty() && K.Assumptions.empty())
    Out += "checks";
  Out += "</summary><ul>";
  for (const ResolvedReason &Reason : K.Reasons) {
    Out += "<li>" + prose(Reason.Message);
    if (Reason.At.Line)
      Out += " <code class=\"place\">" +
             escapeXml(relativePath(Reason.At.File, Root)) + ":" +
             llvm::utostr(Reason.At.Line) + "</code>";
    Out += "</li>";
  }
  for (const std::string &Assumption : K.Assumptions)
    Out += "<li>assumes <code>" + escapeXml(Assumption) + "</code></li>";
  if (!Checks.empty())
    Out += "<li>" + prose(Checks) + "</li>";
  return Out + "</ul></details>";
}

std::string row(const ResolvedKernel &K, llvm::StringRef Root) {
  std::string Name = K.Instantiation.empty() ? K.Name : K.Instantiation;
  std::string Place = relativePath(K.At.File, Root);
  std::string State =
      K.Race == Answer::Refuted || K.Barrier == Answer::Refuted ||
              K.Bounds == Answer::Refuted
          ? "refuted"
      : K.Race == Answer::Proven && K.Barrier == Answer::Proven &&
              K.Bounds == Answer::Proven
          ? "proven"
          : "open";
  return "<tr data-tier=\"" + toString(K.Tier).str() + "\" data-state=\"" +
         State + "\"><th scope=\"row\" data-rank=\"" + escapeXml(Name) +
         "\"><code class=\"name\">" + escapeXml(Name) +
         "</code><code class=\"place\">" + escapeXml(Place) + ":" +
         llvm::utostr(K.At.Line) + "</code>" + details(K, Root) + "</th>" +
         tierCell(K.Tier) + answerCell("Race freedom", K.Race) +
         answerCell("Barriers", K.Barrier) + answerCell("Bounds", K.Bounds) +
         "</tr>\n";
}

} // namespace

std::string htmlKernels(const Report &R, const HtmlOptions &Options) {
  if (R.Kernels.empty())
    return {};
  std::string Out =
      "<section id=\"kernels\"><h2>Kernels <span class=\"count\">" +
      llvm::utostr(R.Kernels.size()) + "</span></h2>\n" + overview(R) +
      "<form class=\"controls\" data-for=\"kernels\">\n"
      "<input type=\"search\" name=\"text\" placeholder=\"Find a kernel or "
      "file\" aria-label=\"Find a kernel or file\">\n"
      "<select name=\"tier\" aria-label=\"Tier\"><option value=\"\">All tiers"
      "</option><option>safe</option><option>unsafe</option><option>manual"
      "</option></select>\n"
      "<select name=\"state\" aria-label=\"Verdict\"><option value=\"\">All "
      "verdicts</option><option value=\"proven\">all proven</option><option "
      "value=\"open\">something open</option><option value=\"refuted\">"
      "something refuted</option></select>\n"
      "<output></output></form>\n"
      "<table class=\"kernels\"><thead><tr>";
  for (llvm::StringRef Column :
       {"Kernel", "Tier", "Race freedom", "Barriers", "Bounds"})
    Out += "<th scope=\"col\"><button type=\"button\">" + Column.str() +
           "</button></th>";
  Out += "</tr></thead><tbody>\n";
  for (const ResolvedKernel &K : R.Kernels)
    Out += row(K, Options.Root);
  return Out + "</tbody></table></section>\n";
}

} // namespace oxide
