// SPDX-License-Identifier: Apache-2.0

#include "cli/ReportOutputs.h"
#include "Registry.h"
#include "cli/Command.h"
#include "cli/Version.h"
#include "report/GithubReport.h"
#include "report/HtmlReport.h"
#include "report/JsonReport.h"
#include "report/JunitReport.h"
#include "report/LineHash.h"
#include "report/SarifReport.h"
#include "llvm/Support/MemoryBuffer.h"

namespace oxide {

namespace cl = llvm::cl;

std::optional<std::string> readSource(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return std::nullopt;
  return (*Buffer)->getBuffer().str();
}

ReportOutputs::ReportOutputs(cl::SubCommand &Sub)
    : FailOn("fail-on", cl::sub(Sub), cl::init("warning"),
             cl::value_desc("error|warning|never"),
             cl::desc("Lowest severity that makes the exit code 2 "
                      "(default: warning)")),
      JsonFile("json", cl::sub(Sub), cl::value_desc("file"),
               cl::desc("Write everything as JSON, '-' for the standard "
                        "output")),
      SarifFile("sarif", cl::sub(Sub), cl::value_desc("file"),
                cl::desc("Write findings as SARIF 2.1.0, '-' for the "
                         "standard output")),
      HtmlFile("html", cl::sub(Sub), cl::value_desc("file"),
               cl::desc("Write a page for people, in one file")),
      JunitFile("junit", cl::sub(Sub), cl::value_desc("file"),
                cl::desc("Write findings as JUnit XML, for GitLab and "
                         "Jenkins")),
      Github("github", cl::sub(Sub),
             cl::desc("Print findings as annotations of a GitHub workflow")) {}

llvm::Error ReportOutputs::open(llvm::ArrayRef<const Outputs::Option *> More) {
  if (FailOn != "error" && FailOn != "warning" && FailOn != "never")
    return llvm::createStringError(
        "--fail-on needs error, warning or never, not '" + FailOn + "'");
  std::vector<const Outputs::Option *> All = {&JsonFile, &SarifFile, &HtmlFile,
                                              &JunitFile};
  All.insert(All.end(), More.begin(), More.end());
  return Files.open(All);
}

std::vector<std::string> ReportOutputs::names() const {
  std::vector<std::string> Result;
  for (const Outputs::Option *O :
       {&JsonFile, &SarifFile, &HtmlFile, &JunitFile})
    if (O->getNumOccurrences() && *O != "-")
      Result.push_back(*O);
  return Result;
}

llvm::raw_ostream &ReportOutputs::text() const {
  return Files.useStandardOutput() ? llvm::errs() : llvm::outs();
}

int ReportOutputs::exitCode(const Report &R) const {
  if (!R.allCompiled())
    return ExitNotCompiled;
  bool Failed = (FailOn != "never" && R.count(Severity::Error)) ||
                (FailOn == "warning" && R.count(Severity::Warning));
  return Failed ? ExitFindings : ExitClean;
}

llvm::Error ReportOutputs::write(Report &R, const ReportContext &Context) {
  addLineHashes(R, readSource);
  if (Github)
    text() << githubReport(R, Context.Root);
  text().flush();
  SarifOptions Sarif{allCheckers(), Context.Root, OXIDE_VERSION, OXIDE_HOMEPAGE,
                     Context.ExitCode};
  JsonOptions Json{Context.Folder, Context.Timing, Context.Root};
  HtmlOptions Html{Context.Root, OXIDE_VERSION, OXIDE_HOMEPAGE};
  return Files.commit({
      {&JsonFile, [&] { return jsonReport(R, Json); }},
      {&SarifFile, [&] { return sarifReport(R, Sarif); }},
      {&HtmlFile, [&] { return htmlReport(R, Html, readSource); }},
      {&JunitFile, [&] { return junitReport(R, Context.Root); }},
  });
}

} // namespace oxide
