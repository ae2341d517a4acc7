// SPDX-License-Identifier: Apache-2.0

#include "cli/InputArguments.h"
#include "report/Paths.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include <iterator>
#include <mutex>

namespace oxide {

namespace {

/// "[3/120] file" on a terminal that somebody watches.
class Progress {
public:
  explicit Progress(const Plan &P)
      : Total(P.Units.size()),
        Shown(!P.Quiet && llvm::sys::Process::StandardErrIsDisplayed()),
        Folder(P.Folder) {}
  ~Progress() { clear(); }

  void finished(llvm::StringRef File) {
    if (!Shown)
      return;
    std::lock_guard<std::mutex> Lock(Mutex);
    clear();
    llvm::errs() << '[' << ++Done << '/' << Total << "] "
                 << relativePath(File, Folder);
    llvm::errs().flush();
  }

private:
  void clear() {
    if (Shown)
      llvm::errs() << "\r\x1b[K";
  }

  const size_t Total;
  const bool Shown;
  const llvm::StringRef Folder;
  size_t Done = 0;
  std::mutex Mutex;
};

} // namespace

std::vector<PassReport> runPlan(const Plan &P) {
  if (!P.Quiet)
    for (const std::string &Remark : P.Remarks)
      llvm::errs() << "oxide: " << Remark << '\n';
  std::vector<std::vector<PassReport>> ByUnit(P.Units.size());
  Progress Progress(P);
  auto Analyse = [&](size_t I) {
    ByUnit[I] = analyseUnit(P.Units[I].Unit, P.Units[I].Setup);
    Progress.finished(P.Units[I].Unit.File);
  };
  llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(P.Jobs));
  for (size_t I = 0; I != P.Units.size(); ++I)
    Pool.async(Analyse, I);
  Pool.wait();

  std::vector<PassReport> Result;
  for (std::vector<PassReport> &Passes : ByUnit)
    std::move(Passes.begin(), Passes.end(), std::back_inserter(Result));
  return Result;
}

static void printWords(llvm::ArrayRef<std::string> Words,
                       llvm::raw_ostream &OS) {
  llvm::ListSeparator Space(" ");
  for (const std::string &Word : Words) {
    OS << Space;
    llvm::sys::printArg(OS, Word, /*Quote=*/false);
  }
  OS << '\n';
}

void printCommands(const Plan &P, llvm::raw_ostream &OS) {
  for (const PlannedUnit &Planned : P.Units) {
    const CompileUnit &Unit = Planned.Unit;
    if (!Unit.Nvcc.empty())
      printWords(Unit.Nvcc, OS << "# original: ");
    if (!Unit.Dropped.empty())
      printWords(Unit.Dropped, OS << "# dropped: ");
    for (const FlagWarning &W : Unit.Warnings)
      OS << "# " << W.Flag << ": " << W.Text << '\n';
    if (Unit.Directory != P.Folder) {
      OS << "cd ";
      llvm::sys::printArg(OS, Unit.Directory, /*Quote=*/false);
      OS << " && ";
    }
    printWords(Unit.Command, OS);
  }
}

std::string errorTexts(llvm::ArrayRef<PassReport> Passes) {
  std::string Result;
  llvm::StringSet<> Seen;
  for (const PassReport &P : Passes)
    if (!P.Ok && Seen.insert((P.File + P.ErrorText)).second)
      Result += P.ErrorText;
  return Result;
}

} // namespace oxide
