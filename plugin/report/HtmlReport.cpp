// SPDX-License-Identifier: Apache-2.0

#include "report/HtmlReport.h"
#include "report/Escape.h"
#include "report/HtmlParts.h"
#include "report/Paths.h"
#include "report/SourceExcerpt.h"
#include "report/UnitText.h"
#include "report/WitnessPicture.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include <map>

namespace oxide {

namespace {

/// Nothing but what is in the page may run or be shown, whatever a message of
/// a report has in it.
std::string contentPolicy() {
  llvm::SHA256 Hash;
  Hash.update(htmlScript());
  return "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
         "script-src 'sha256-" +
         llvm::encodeBase64(Hash.final()) +
         "'; base-uri 'none'; "
         "form-action 'none'";
}

class Page {
public:
  Page(const Report &R, const HtmlOptions &Options)
      : R(R), Options(Options),
        Failed(
            llvm::count_if(R.Units, [](const UnitReport &U) { return !U.Ok; })),
        Project(llvm::sys::path::filename(Options.Root).str()) {
    if (Project.empty() || Project == "/")
      Project = "project";
  }

  std::string html(SourceReader Read) const {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
           "<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
           contentPolicy() +
           "\">\n<meta name=\"viewport\" content=\"width=device-width, "
           "initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light "
           "dark\">\n<title>" +
           escapeXml(Project) +
           ": Oxide report</title>\n<link rel=\"icon\" href=\"data:,\">\n"
           "<style>" +
           htmlStyle().str() + "</style>\n</head>\n<body>\n" +
           pictureDefinitions() + header() + "<main>\n" + failures() +
           htmlFindings(R, Options, Read) + htmlKernels(R, Options) + fixed() +
           "</main>\n" + footer() + "<script>" + htmlScript().str() +
           "</script>\n</body>\n</html>\n";
  }

private:
  static std::string tile(llvm::StringRef Kind, llvm::StringRef Number,
                          llvm::StringRef What) {
    return ("<li class=\"tile " + Kind + "\"><b>" + Number + "</b> <span>" +
            What + "</span></li>\n")
        .str();
  }

  static std::string tile(llvm::StringRef Kind, size_t Number,
                          llvm::StringRef What) {
    return tile(Number ? Kind : "none", llvm::utostr(Number),
                What.str() + (Number == 1 ? "" : "s"));
  }

  /// The one sentence that a reader needs.
  std::string verdict() const {
    if (Failed)
      return llvm::utostr(Failed) + " of " + llvm::utostr(R.Units.size()) +
             (R.Units.size() == 1 ? " compiler pass" : " compiler passes") +
             " could not be analysed";
    unsigned Errors = R.count(Severity::Error),
             Warnings = R.count(Severity::Warning);
    std::string New = R.HasBaseline ? "new " : "";
    if (Errors)
      return counted(Errors, New + "error") + " to fix";
    if (Warnings)
      return counted(Warnings, New + "warning") + " to look at";
    return R.HasBaseline ? "No new findings" : "No findings";
  }

  std::string header() const {
    bool Clean =
        !Failed && !R.count(Severity::Error) && !R.count(Severity::Warning);
    unsigned Safe = llvm::count_if(R.Kernels, [](const ResolvedKernel &K) {
      return K.Tier == OpTier::Safe;
    });
    std::string Out = "<header class=\"top\"><div class=\"wide\">\n"
                      "<p class=\"brand\">Oxide <span>CUDA safety report</span>"
                      "</p>\n<h1>" +
                      escapeXml(Project) + "</h1>\n<p class=\"verdict " +
                      (Clean ? "good" : "bad") + "\">" + verdict() +
                      "</p>\n<ul class=\"tiles\">\n";
    Out += tile("error", R.count(Severity::Error), "error");
    Out += tile("warning", R.count(Severity::Warning), "warning");
    if (unsigned Notes = R.count(Severity::Note))
      Out += tile("note", Notes, "note");
    if (R.HasBaseline) {
      Out += tile("plain",
                  llvm::utostr(llvm::count_if(R.Findings,
                                              [](const ResolvedFinding &F) {
                                                return F.Baseline ==
                                                       BaselineState::Unchanged;
                                              })),
                  "known before");
      Out += tile("plain", llvm::utostr(R.Fixed.size()), "fixed");
    }
    if (!R.Kernels.empty())
      Out += tile("plain",
                  llvm::utostr(Safe) + "<small>/" +
                      llvm::utostr(R.Kernels.size()) + "</small>",
                  "kernels safe");
    if (!R.Units.empty())
      Out += tile(Failed ? "error" : "plain",
                  llvm::utostr(R.Units.size() - Failed) + "<small>/" +
                      llvm::utostr(R.Units.size()) + "</small>",
                  "passes analysed");
    return Out + "</ul>\n</div></header>\n";
  }

  std::string messages(const UnitReport &U) const {
    std::string Out;
    for (const CompileError &E : U.Errors) {
      Out += "<p class=\"message\">";
      if (E.At.Line)
        Out += "<code class=\"place\">" +
               escapeXml(relativePath(E.At.File, Options.Root)) + ":" +
               llvm::utostr(E.At.Line) + "</code> ";
      Out += prose(E.Message) + "</p>\n";
    }
    return Out;
  }

  std::string failures() const {
    if (!Failed)
      return {};
    std::string Out = "<section class=\"failed\" id=\"failed\"><h2>Not "
                      "analysed</h2>\n<p>These do not compile. What is wrong "
                      "in them is not in this report.</p>\n<ul>\n";
    // Each pass mostly says the same.
    std::map<std::pair<std::string, std::string>, std::string> Passes;
    for (const UnitReport &U : R.Units) {
      if (U.Ok)
        continue;
      std::string &Known = Passes[{U.File, messages(U)}];
      Known += (Known.empty() ? "" : ",") + passText(U);
    }
    for (const auto &[Key, Names] : Passes)
      Out += "<li><p><code>" +
             escapeXml(relativePath(Key.first, Options.Root)) + "</code>" +
             escapeXml(Names) + "</p>\n" + Key.second + "</li>\n";
    return Out + "</ul></section>\n";
  }

  std::string fixed() const {
    if (R.Fixed.empty())
      return {};
    std::string Out = "<section id=\"fixed\"><h2>Fixed since the baseline "
                      "<span class=\"count\">" +
                      llvm::utostr(R.Fixed.size()) +
                      "</span></h2>\n<ul "
                      "class=\"fixed\">\n";
    for (const BaselineEntry &E : R.Fixed)
      Out += "<li><span>" + escapeXml(E.Message) + "</span> <code>" +
             escapeXml(E.File) + "</code> <code class=\"checker\">" +
             escapeXml(E.Checker) + "</code></li>\n";
    return Out + "</ul></section>\n";
  }

  std::string footer() const {
    std::string Name = "Oxide " + escapeXml(Options.Version);
    if (!Options.Homepage.empty())
      Name = "<a href=\"" + escapeXml(Options.Homepage) + "\">" + Name + "</a>";
    return "<footer><div class=\"wide\">" + Name +
           ". A verdict holds under the assumptions that stand with it."
           "</div></footer>\n";
  }

  const Report &R;
  const HtmlOptions &Options;
  unsigned Failed;
  std::string Project;
};

} // namespace

std::string htmlReport(const Report &R, const HtmlOptions &Options,
                       SourceReader Read) {
  return Page(R, Options).html(Read);
}

} // namespace oxide
