// SPDX-License-Identifier: Apache-2.0

#include "cli/ReviewArguments.h"
#include "cli/Command.h"
#include "cli/GitChanges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace oxide {

namespace cl = llvm::cl;

ReviewArguments::ReviewArguments(cl::SubCommand &Sub)
    : BaselineFile("baseline", cl::sub(Sub), cl::value_desc("file"),
                   cl::desc("Findings that are accepted; only new ones are "
                            "shown and set the exit code")),
      WriteBaseline("write-baseline", cl::sub(Sub), cl::value_desc("file"),
                    cl::desc("Accept all findings of this run: write them as "
                             "a baseline")),
      DiffFile("diff", cl::sub(Sub), cl::value_desc("file"),
               cl::desc("Only findings that a unified diff has to do with, "
                        "'-' for the standard input")),
      ChangedSince("changed-since", cl::sub(Sub), cl::value_desc("revision"),
                   cl::desc("Only findings that the changes since a revision "
                            "of git have to do with")) {}

static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInput(llvm::StringRef Option, llvm::StringRef File) {
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(File, /*IsText=*/true);
  if (!Buffer)
    return llvm::createStringError("--" + Option + ": cannot read '" + File +
                                   "': " + Buffer.getError().message());
  return std::move(*Buffer);
}

llvm::Error ReviewArguments::read(llvm::StringRef Root,
                                  llvm::StringRef Folder) {
  if (BaselineFile.getNumOccurrences()) {
    auto Text = readInput("baseline", BaselineFile);
    if (!Text)
      return Text.takeError();
    auto Entries = readBaseline((*Text)->getBuffer(), BaselineFile);
    if (!Entries)
      return Entries.takeError();
    Known = std::move(*Entries);
  }
  auto Take = [&](llvm::Expected<ChangedLines> Lines) -> llvm::Error {
    if (!Lines)
      return Lines.takeError();
    Changes.push_back(std::move(*Lines));
    return llvm::Error::success();
  };
  if (DiffFile.getNumOccurrences()) {
    auto Text = readInput("diff", DiffFile);
    if (!Text)
      return Text.takeError();
    if (llvm::Error E =
            Take(ChangedLines::parse((*Text)->getBuffer(), Root, DiffFile)))
      return E;
  }
  if (ChangedSince.getNumOccurrences())
    return Take(changedSince(ChangedSince, Folder));
  return llvm::Error::success();
}

void ReviewArguments::apply(Report &R, llvm::StringRef Root) const {
  if (Known)
    applyBaseline(R, *Known, Root);
  llvm::erase_if(R.Findings, [&](const ResolvedFinding &F) {
    return llvm::any_of(Changes,
                        [&](const ChangedLines &C) { return !C.concerns(F); });
  });
}

llvm::Error ReviewArguments::accept(const Report &R,
                                    const std::string &Accepted,
                                    Outputs &Files) const {
  if (R.allCompiled())
    return Files.commit({{&WriteBaseline, [&] { return Accepted; }}});
  if (WriteBaseline.getNumOccurrences())
    llvm::errs() << "oxide: '" << WriteBaseline
                 << "' is not written: a unit did not compile\n";
  return llvm::Error::success();
}

int ReviewArguments::exitCode(const Report &R, int Code) const {
  return R.allCompiled() && WriteBaseline.getNumOccurrences() ? ExitClean
                                                              : Code;
}

} // namespace oxide
