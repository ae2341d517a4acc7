// SPDX-License-Identifier: Apache-2.0

#include "cli/GitChanges.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

namespace oxide {

using llvm::StringRef;

/// The output of git with \p Arguments in \p Folder.
static llvm::Expected<std::string> git(StringRef Folder,
                                       llvm::ArrayRef<StringRef> Arguments) {
  llvm::ErrorOr<std::string> Program = llvm::sys::findProgramByName("git");
  if (!Program)
    return llvm::createStringError("--changed-since needs git, which is not "
                                   "on PATH");
  llvm::SmallString<128> Files[2];
  for (llvm::SmallString<128> &File : Files)
    if (std::error_code EC =
            llvm::sys::fs::createTemporaryFile("oxide-git", "txt", File))
      return llvm::createStringError("cannot write a temporary file: " +
                                     EC.message());
  llvm::FileRemover RemoveOutput(Files[0]), RemoveErrors(Files[1]);
  llvm::SmallVector<StringRef, 16> Command{"git", "-C", Folder};
  Command.append(Arguments.begin(), Arguments.end());
  std::string Problem;
  int Code = llvm::sys::ExecuteAndWait(
      *Program, Command, std::nullopt, {StringRef(), Files[0], Files[1]},
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &Problem);
  auto Text = [](StringRef File) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    return Buffer ? (*Buffer)->getBuffer().str() : std::string();
  };
  if (!Code)
    return Text(Files[0]);
  if (Problem.empty())
    Problem = StringRef(Text(Files[1])).trim().split('\n').first.str();
  return llvm::createStringError("--changed-since: git says: " + Problem);
}

llvm::Expected<ChangedLines> changedSince(StringRef Revision,
                                          StringRef Folder) {
  if (Revision.empty() || Revision.starts_with("-"))
    return llvm::createStringError("--changed-since needs a revision, not '" +
                                   llvm::Twine(Revision) + "'");
  llvm::Expected<std::string> Top =
      git(Folder, {"rev-parse", "--show-toplevel"});
  if (!Top)
    return Top.takeError();
  StringRef Root = StringRef(*Top).rtrim("\n");
  // Prefixes and quotes are settings of the user.
  llvm::Expected<std::string> Diff =
      git(Root, {"diff", "--no-color", "--no-ext-diff", "--unified=0",
                 "--src-prefix=a/", "--dst-prefix=b/", "--merge-base", Revision,
                 "--"});
  if (!Diff)
    return Diff.takeError();
  llvm::Expected<ChangedLines> Result =
      ChangedLines::parse(*Diff, Root, "git diff");
  if (!Result)
    return Result;
  llvm::Expected<std::string> Unknown =
      git(Root, {"ls-files", "--others", "--exclude-standard", "-z"});
  if (!Unknown)
    return Unknown.takeError();
  llvm::SmallVector<StringRef> Names;
  StringRef(*Unknown).split(Names, '\0', -1, /*KeepEmpty=*/false);
  for (StringRef Name : Names)
    Result->addFile((Root + "/" + Name).str());
  return Result;
}

} // namespace oxide
