// SPDX-License-Identifier: Apache-2.0
//
// oxide check: the checkers over source files.
//
// Exit code: 1 when the tool could not do what it was asked, else 3 when a
// unit did not compile, else 2 when there are findings at or above --fail-on,
// else 0. What was not analysed weighs more than what was found: only 0 may
// mean "looked at everything, found nothing".

#include "cli/Command.h"
#include "cli/DependencyFile.h"
#include "cli/FixArguments.h"
#include "cli/InputArguments.h"
#include "cli/ReportOutputs.h"
#include "cli/ReviewArguments.h"
#include "report/Fixes.h"
#include "report/TextReport.h"
#include "llvm/Support/raw_ostream.h"

namespace oxide {

namespace {

namespace cl = llvm::cl;

class CheckCommand final : public Command {
public:
  CheckCommand()
      : Command("check", "Run the checkers over source files"), Input(Sub),
        Review(Sub), Fixes(Sub), Out(Sub), Dependencies(Sub),
        Checks("checks", cl::sub(Sub), cl::value_desc("globs"),
               cl::desc("Checkers to add or, with '-', to remove: "
                        "'-*,oxide-tier-unsafe'")),
        ReportUnusedSuppressions(
            "report-unused-suppressions", cl::sub(Sub),
            cl::desc("Report suppressions that suppress nothing")),
        RequireJustification(
            "require-justification", cl::sub(Sub),
            cl::desc("Report suppressions that give no reason")),
        PrintCommand("print-command", cl::sub(Sub),
                     cl::desc("Show the compiler commands that would be "
                              "analysed, and stop")) {}

  int run(std::optional<llvm::ArrayRef<const char *>> CompilerFlags) override {
    std::vector<std::string> Globs(Checks.begin(), Checks.end());
    if (ReportUnusedSuppressions)
      Globs.push_back("oxide-unused-suppression");
    if (RequireJustification)
      Globs.push_back("oxide-unjustified-suppression");
    llvm::Expected<Plan> P = Input.plan(CompilerFlags, Globs);
    if (!P)
      return toolError(llvm::toString(P.takeError()));
    if (PrintCommand) {
      printCommands(*P, llvm::outs());
      return ExitClean;
    }
    if (llvm::Error E = Review.read(P->Root, P->Folder))
      return toolError(llvm::toString(std::move(E)));
    if (llvm::Error E = Dependencies.describe(Out.names()))
      return toolError(llvm::toString(std::move(E)));
    if (llvm::Error E = Out.open(
            {&Review.WriteBaseline, &Fixes.ExportFile, &Dependencies.File}))
      return toolError(llvm::toString(std::move(E)));

    std::vector<PassReport> Passes = runPlan(*P);
    llvm::errs() << errorTexts(Passes);
    Dependencies.collect(*P, Passes, {Review.BaselineFile, Review.DiffFile});
    Report R = merge(std::move(Passes), P->Root);
    // All of them are accepted, also what a diff has nothing to do with.
    std::string Accepted = baselineText(R, P->Root);
    Review.apply(R, P->Root);
    int Code = Review.exitCode(R, Out.exitCode(R));

    llvm::raw_ostream &Text = Out.text();
    writeText(R, {P->Folder, P->Color, Input.Prover.remarks()}, Text);
    Input.Prover.explain(R, Text);
    Text.flush();
    if (!P->Quiet)
      llvm::errs() << summaryLine(R) << '\n';

    if (llvm::Error E =
            Out.write(R, {P->Root, P->Folder, Input.Prover.timing(), Code}))
      return toolError(llvm::toString(std::move(E)));
    if (llvm::Error E = Out.files().commit(
            {{&Fixes.ExportFile, [&] { return fixesYaml(R, readSource); }},
             {&Dependencies.File, [&] { return Dependencies.text(); }}}))
      return toolError(llvm::toString(std::move(E)));
    if (llvm::Error E = Review.accept(R, Accepted, Out.files()))
      return toolError(llvm::toString(std::move(E)));
    if (llvm::Error E = Fixes.apply(R, P->Root, llvm::errs()))
      return toolError(llvm::toString(std::move(E)));
    if (llvm::Error E = Input.Prover.checkNames(R))
      return toolError(llvm::toString(std::move(E)));
    return Code;
  }

private:
  InputArguments Input;
  ReviewArguments Review;
  FixArguments Fixes;
  ReportOutputs Out;
  DependencyFile Dependencies;
  cl::list<std::string> Checks;
  cl::opt<bool> ReportUnusedSuppressions;
  cl::opt<bool> RequireJustification;
  cl::opt<bool> PrintCommand;
};

} // namespace

std::unique_ptr<Command> makeCheckCommand() {
  return std::make_unique<CheckCommand>();
}

} // namespace oxide
