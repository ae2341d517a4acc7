// SPDX-License-Identifier: Apache-2.0
//
// oxide report: the results of several runs as one.

#include "Registry.h"
#include "cli/Command.h"
#include "cli/ReportOutputs.h"
#include "cli/ReviewArguments.h"
#include "report/Paths.h"
#include "report/ReportReader.h"
#include "report/TextReport.h"
#include "report/UnitText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"

namespace oxide {

namespace {

namespace cl = llvm::cl;

class ReportCommand final : public Command {
public:
  ReportCommand()
      : Command("report", "Merge reports of several runs and show them"),
        Files(cl::Positional, cl::sub(Sub), cl::ZeroOrMore,
              cl::desc("JSON or SARIF files, '-' for the standard input")),
        RootFolder("root", cl::sub(Sub), cl::value_desc("folder"),
                   cl::desc("Root of the project here, where its sources "
                            "are (default: as the reports say)")),
        Quiet("quiet", cl::sub(Sub), cl::desc("No summary")), Review(Sub),
        Out(Sub) {}

  int run(std::optional<llvm::ArrayRef<const char *>> CompilerFlags) override {
    if (CompilerFlags)
      return toolError("'oxide report' compiles nothing; it has no use for "
                       "what stands behind '--'");
    if (Files.empty())
      return toolError("no report given; 'oxide check --json FILE' writes one");
    if (llvm::Error E = Out.open({&Review.WriteBaseline}))
      return toolError(llvm::toString(std::move(E)));
    llvm::Expected<std::vector<LoadedReport>> Loaded = load();
    if (!Loaded)
      return toolError(llvm::toString(Loaded.takeError()));
    llvm::Expected<std::string> Root = root(*Loaded);
    if (!Root)
      return toolError(llvm::toString(Root.takeError()));

    std::vector<Report> Reports;
    for (LoadedReport &R : *Loaded) {
      moveTo(R, *Root);
      Reports.push_back(std::move(R.Content));
    }
    Report R = merge(std::move(Reports), *Root);
    const std::string Folder = currentFolder();
    if (llvm::Error E = Review.read(*Root, Folder))
      return toolError(llvm::toString(std::move(E)));
    std::string Accepted = baselineText(R, *Root);
    Review.apply(R, *Root);
    int Code = Review.exitCode(R, Out.exitCode(R));
    ReportContext Context{*Root, Folder, /*Timing=*/true, Code};
    llvm::errs() << failures(R, Context.Folder);
    bool Color =
        Out.text().has_colors() && !llvm::sys::Process::GetEnv("NO_COLOR");
    writeText(R, {Context.Folder, Color}, Out.text());
    if (llvm::Error E = Out.write(R, Context))
      return toolError(llvm::toString(std::move(E)));
    if (llvm::Error E = Review.accept(R, Accepted, Out.files()))
      return toolError(llvm::toString(std::move(E)));
    if (!Quiet)
      llvm::errs() << summaryLine(R) << '\n';
    return Code;
  }

private:
  llvm::Expected<std::vector<LoadedReport>> load() {
    std::vector<LoadedReport> Result;
    for (const std::string &File : Files) {
      auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(File);
      if (!Buffer)
        return llvm::createStringError("cannot read '" + File +
                                       "': " + Buffer.getError().message());
      llvm::Expected<LoadedReport> R =
          readReport((*Buffer)->getBuffer(), File, Checkers);
      if (!R)
        return R.takeError();
      Result.push_back(std::move(*R));
    }
    return Result;
  }

  /// The root that all reports are moved to. It must not depend on the order
  /// in which they are named.
  llvm::Expected<std::string> root(llvm::ArrayRef<LoadedReport> Loaded) const {
    if (RootFolder.getNumOccurrences()) {
      llvm::SmallString<256> Real;
      if (std::error_code EC = llvm::sys::fs::real_path(RootFolder, Real))
        return llvm::createStringError("cannot use '" + RootFolder +
                                       "' as the root: " + EC.message());
      return Real.str().str();
    }
    std::string Least;
    for (const LoadedReport &R : Loaded)
      if (!R.Root.empty() && (Least.empty() || R.Root < Least))
        Least = R.Root;
    return Least.empty() ? currentFolder() : Least;
  }

  static std::string currentFolder() {
    llvm::SmallString<256> Here, Real;
    if (llvm::sys::fs::current_path(Here))
      return "/";
    return llvm::sys::fs::real_path(Here, Real) ? Here.str().str()
                                                : Real.str().str();
  }

  /// The errors of what did not compile, each once.
  static std::string failures(const Report &R, llvm::StringRef Folder) {
    std::string Result;
    llvm::StringSet<> Seen;
    for (const UnitReport &U : R.Units) {
      if (U.Ok)
        continue;
      std::string Text;
      for (const CompileError &E : U.Errors) {
        if (E.At.Line)
          Text += relativePath(E.At.File, Folder) + ":" +
                  llvm::utostr(E.At.Line) + ":" + llvm::utostr(E.At.Column) +
                  ": ";
        Text += "error: " + E.Message + "\n";
      }
      if (Text.empty())
        Text = "error: " + failureText(U, Folder) + "\n";
      if (Seen.insert(U.File + Text).second)
        Result += Text;
    }
    return Result;
  }

  CheckerTable Checkers{allCheckers()};
  cl::list<std::string> Files;
  cl::opt<std::string> RootFolder;
  cl::opt<bool> Quiet;
  ReviewArguments Review;
  ReportOutputs Out;
};

} // namespace

std::unique_ptr<Command> makeReportCommand() {
  return std::make_unique<ReportCommand>();
}

} // namespace oxide
