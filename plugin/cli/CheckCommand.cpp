// SPDX-License-Identifier: Apache-2.0
//
// oxide check: the checkers over source files.
//
// Exit code: 1 when the tool could not do what it was asked, else 3 when a
// unit did not compile, else 2 when there are findings at or above --fail-on,
// else 0. What was not analysed weighs more than what was found: only 0 may
// mean "looked at everything, found nothing".

#include "Registry.h"
#include "cli/Command.h"
#include "cli/InputArguments.h"
#include "cli/Outputs.h"
#include "cli/Version.h"
#include "report/JsonReport.h"
#include "report/SarifReport.h"
#include "report/TextReport.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace oxide {

namespace {

namespace cl = llvm::cl;

std::optional<std::string> readSource(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return std::nullopt;
  return (*Buffer)->getBuffer().str();
}

class CheckCommand final : public Command {
public:
  CheckCommand()
      : Command("check", "Run the checkers over source files"), Input(Sub),
        Checks("checks", cl::sub(Sub), cl::value_desc("globs"),
               cl::desc("Checkers to add or, with '-', to remove: "
                        "'-*,oxide-tier-unsafe'")),
        ReportUnusedSuppressions(
            "report-unused-suppressions", cl::sub(Sub),
            cl::desc("Report suppressions that suppress nothing")),
        FailOn("fail-on", cl::sub(Sub), cl::init("warning"),
               cl::value_desc("error|warning"),
               cl::desc("Lowest severity that makes the exit code 2 "
                        "(default: warning)")),
        JsonFile("json", cl::sub(Sub), cl::value_desc("file"),
                 cl::desc("Write everything as JSON, '-' for the standard "
                          "output")),
        SarifFile("sarif", cl::sub(Sub), cl::value_desc("file"),
                  cl::desc("Write findings as SARIF 2.1.0, '-' for the "
                           "standard output")),
        PrintCommand("print-command", cl::sub(Sub),
                     cl::desc("Show the compiler commands that would be "
                              "analysed, and stop")) {}

  int run(std::optional<llvm::ArrayRef<const char *>> CompilerFlags) override {
    if (FailOn != "error" && FailOn != "warning")
      return toolError("--fail-on needs error or warning, not '" + FailOn +
                       "'");
    std::vector<std::string> Globs(Checks.begin(), Checks.end());
    if (ReportUnusedSuppressions)
      Globs.push_back("oxide-unused-suppression");
    llvm::Expected<Plan> P = Input.plan(CompilerFlags, Globs);
    if (!P)
      return toolError(llvm::toString(P.takeError()));
    if (PrintCommand) {
      printCommands(*P, llvm::outs());
      return ExitClean;
    }
    Outputs Files;
    if (llvm::Error E = Files.open({&JsonFile, &SarifFile}))
      return toolError(llvm::toString(std::move(E)));

    std::vector<PassReport> Passes = runPlan(*P);
    llvm::errs() << errorTexts(Passes);
    Report R = merge(std::move(Passes), P->Root);
    int Code = exitCode(R);

    // People read the text where no program reads the output.
    llvm::raw_ostream &Text =
        Files.useStandardOutput() ? llvm::errs() : llvm::outs();
    writeText(R, {P->Folder, P->Color, Input.Prover.remarks()}, Text);
    Input.Prover.explain(R, Text);
    Text.flush();
    if (!P->Quiet)
      llvm::errs() << summaryLine(R) << '\n';

    SarifOptions Sarif{allCheckers(), P->Root, OXIDE_VERSION, OXIDE_HOMEPAGE,
                       Code};
    JsonOptions Json{P->Folder, Input.Prover.timing()};
    if (llvm::Error E = Files.commit({
            {&JsonFile, [&] { return jsonReport(R, Json); }},
            {&SarifFile, [&] { return sarifReport(R, Sarif, readSource); }},
        }))
      return toolError(llvm::toString(std::move(E)));
    if (llvm::Error E = Input.Prover.checkNames(R))
      return toolError(llvm::toString(std::move(E)));
    return Code;
  }

private:
  int exitCode(const Report &R) const {
    if (!R.allCompiled())
      return ExitNotCompiled;
    bool Failed = R.count(Severity::Error) ||
                  (FailOn == "warning" && R.count(Severity::Warning));
    return Failed ? ExitFindings : ExitClean;
  }

  InputArguments Input;
  cl::list<std::string> Checks;
  cl::opt<bool> ReportUnusedSuppressions;
  cl::opt<std::string> FailOn;
  cl::opt<std::string> JsonFile;
  cl::opt<std::string> SarifFile;
  cl::opt<bool> PrintCommand;
};

} // namespace

std::unique_ptr<Command> makeCheckCommand() {
  return std::make_unique<CheckCommand>();
}

} // namespace oxide
