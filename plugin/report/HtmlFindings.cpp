// SPDX-License-Identifier: Apache-2.0

#include "report/Escape.h"
#include "report/Guidelines.h"
#include "report/HtmlParts.h"
#include "report/Paths.h"
#include "report/SourceExcerpt.h"
#include "report/WitnessPicture.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace oxide {

namespace {

/// From here on findings start closed, or nobody gets to the second one.
constexpr size_t ManyFindings = 50;

class Findings {
public:
  Findings(const Report &R, const HtmlOptions &Options, SourceReader Read)
      : R(R), Root(Options.Root), Files(Options.Root, Read) {}

  std::string html() {
    std::string Out =
        "<section id=\"findings\"><h2>Findings <span class=\"count\">" +
        llvm::utostr(R.Findings.size()) + "</span></h2>\n";
    if (R.Findings.empty())
      return Out + nothing() + "</section>\n";
    Out += controls() + "<div class=\"list\">\n";
    for (const ResolvedFinding &F : R.Findings)
      Out += article(F);
    return Out + "</div>\n<p class=\"empty\" hidden>No finding fits these "
                 "filters.</p></section>\n";
  }

private:
  std::string nothing() const {
    if (!R.allCompiled())
      return "<p class=\"empty\">Nothing was found in what could be analysed."
             "</p>\n";
    return "<p class=\"empty good\">Nothing was found" +
           (R.Units.empty() ? std::string()
                            : " in " + llvm::utostr(units()) + " source file" +
                                  (units() == 1 ? "" : "s")) +
           ".</p>\n";
  }

  size_t units() const {
    std::set<llvm::StringRef> Sources;
    for (const UnitReport &U : R.Units)
      Sources.insert(U.File);
    return Sources.size();
  }

  std::string controls() const {
    std::map<llvm::StringRef, unsigned> Checkers;
    unsigned Levels[3] = {}, Pictures = 0;
    for (const ResolvedFinding &F : R.Findings) {
      ++Checkers[F.Checker->Name];
      ++Levels[static_cast<unsigned>(F.Level)];
      Pictures += F.Witness.has_value();
    }
    std::string Out =
        "<form class=\"controls\" data-for=\"findings\">\n<input "
        "type=\"search\" name=\"text\" placeholder=\"Find text, file or "
        "function\" aria-label=\"Find text, file or function\">\n<fieldset>"
        "<legend>Severity</legend>";
    for (Severity S : {Severity::Error, Severity::Warning, Severity::Note})
      if (unsigned N = Levels[static_cast<unsigned>(S)])
        Out += "<label class=\"" + toString(S).str() +
               "\"><input type=\"checkbox\" name=\"level\" value=\"" +
               toString(S).str() + "\" checked><span>" + toString(S).str() +
               "s <b>" + llvm::utostr(N) + "</b></span></label>";
    Out += "</fieldset>\n<select name=\"checker\" aria-label=\"Checker\">"
           "<option value=\"\">All checkers</option>";
    for (const auto &[Name, Count] : Checkers)
      Out += "<option value=\"" + escapeXml(Name) + "\">" + escapeXml(Name) +
             " (" + llvm::utostr(Count) + ")</option>";
    Out += "</select>\n";
    if (Pictures)
      Out += "<label class=\"plain\"><input type=\"checkbox\" name=\"witness\">"
             "<span>with witness <b>" +
             llvm::utostr(Pictures) + "</b></span></label>\n";
    if (R.HasBaseline)
      Out += "<label class=\"plain\"><input type=\"checkbox\" name=\"new\">"
             "<span>new only</span></label>\n";
    return Out +
           "<select name=\"sort\" aria-label=\"Order\"><option value=\"place\">"
           "By file and line</option><option value=\"level\">By severity"
           "</option><option value=\"checker\">By checker</option></select>\n"
           "<button type=\"button\" name=\"toggle\">Open all</button>\n"
           "<output></output></form>\n";
  }

  /// An id that stays in the next report, so that links to it do.
  std::string anchor(const ResolvedFinding &F) {
    std::string Id = "f-" + F.Fingerprint.substr(0, 12);
    if (unsigned Number = Anchors[Id]++)
      Id += "-" + llvm::utostr(Number);
    return Id;
  }

  std::string article(const ResolvedFinding &F) {
    std::string Level = toString(F.Level).str();
    std::string Id = anchor(F);
    std::string Place = relativePath(F.At.File, Root);
    if (F.At.Line)
      Place += ":" + llvm::utostr(F.At.Line);
    std::string Out =
        "<article class=\"" + Level + "\" id=\"" + Id + "\" data-level=\"" +
        Level + "\" data-checker=\"" + escapeXml(F.Checker->Name) + "\"" +
        (F.Witness ? " data-witness" : "") +
        (F.Baseline == BaselineState::Unchanged ? " data-known" : "") +
        "><details" + (R.Findings.size() < ManyFindings ? " open" : "") +
        "><summary><span class=\"sev\">" + Level + "</span><h3>" +
        prose(F.Message) + "</h3><p class=\"where\"><code>" + escapeXml(Place) +
        "</code>";
    if (!F.Function.empty())
      Out += "<span class=\"in\"> in <code>" + escapeXml(F.Function) +
             "</code></span>";
    Out += "<code class=\"checker\">" + escapeXml(F.Checker->Name) + "</code>";
    if (F.Baseline == BaselineState::New)
      Out += "<span class=\"chip new\">new</span>";
    if (F.Baseline == BaselineState::Unchanged)
      Out += "<span class=\"chip\">known before</span>";
    Out += "</p></summary>\n<div class=\"body\"><div class=\"sources\">" +
           sourceExcerpts(F, Files, Root) + "</div>";
    if (F.Witness)
      Out += "<figure>" + witnessPicture(F, Root) + "<figcaption>" +
             escapeXml(witnessLaunch(*F.Witness)) + "</figcaption></figure>";
    return Out + "</div>\n" + about(F, Id) + "</details></article>\n";
  }

  std::string about(const ResolvedFinding &F, const std::string &Id) const {
    std::string Out = "<p class=\"about\">";
    if (!F.Checker->Summary.empty())
      Out += "<span>Checks for: " + escapeXml(F.Checker->Summary) + ".</span> ";
    if (F.Witness)
      Out += F.Certainty == Grade::Certain
                 ? "<span>Follows from the launch and the thread ids alone."
                   "</span> "
                 : "<span>Depends on the content of an array.</span> ";
    if (!F.Archs.empty())
      Out += "<span>Seen for " + escapeXml(llvm::join(F.Archs, ", ")) +
             ".</span> ";
    if (std::vector<llvm::StringRef> Ids = guidelineIds(*F.Checker);
        !Ids.empty())
      Out += "<span>NVIDIA guideline " + escapeXml(llvm::join(Ids, ", ")) +
             ".</span> ";
    return Out + "<a href=\"#" + Id + "\">Link</a></p>";
  }

  const Report &R;
  llvm::StringRef Root;
  SourceFiles Files;
  std::map<std::string, unsigned> Anchors;
};

} // namespace

std::string htmlFindings(const Report &R, const HtmlOptions &Options,
                         SourceReader Read) {
  return Findings(R, Options, Read).html();
}

} // namespace oxide
