// SPDX-License-Identifier: Apache-2.0

#include "cli/DependencyFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

namespace oxide {

namespace cl = llvm::cl;

DependencyFile::DependencyFile(cl::SubCommand &Sub)
    : File("depfile", cl::sub(Sub), cl::value_desc("file"),
           cl::desc("Write what the reports depend on, for make and ninja")) {}

llvm::Error DependencyFile::describe(std::vector<std::string> Reports) {
  if (File.getNumOccurrences() && Reports.empty())
    return llvm::createStringError(
        "--depfile says what a report depends on; name one, as with --json");
  Targets = std::move(Reports);
  return llvm::Error::success();
}

void DependencyFile::collect(const Plan &P, llvm::ArrayRef<PassReport> Passes,
                             llvm::ArrayRef<std::string> More) {
  if (!File.getNumOccurrences())
    return;
  Read.assign(More.begin(), More.end());
  for (const PlannedUnit &Planned : P.Units) {
    Read.push_back(Planned.Unit.File);
    Read.push_back(Planned.Setup.Cfg.File);
  }
  for (const PassReport &Pass : Passes) {
    Read.insert(Read.end(), Pass.Files.begin(), Pass.Files.end());
    Read.insert(Read.end(), Pass.SystemFiles.begin(), Pass.SystemFiles.end());
  }
  llvm::sort(Read);
  Read.erase(std::unique(Read.begin(), Read.end()), Read.end());
  llvm::erase_if(Read, [](const std::string &Name) {
    return !llvm::sys::fs::is_regular_file(Name);
  });
}

/// \p Name as make reads it in a rule.
static std::string quoted(llvm::StringRef Name) {
  std::string Result;
  for (size_t I = 0; I != Name.size(); ++I) {
    if (Name[I] == '$') {
      Result += '$';
    } else if (Name[I] == '#') {
      Result += '\\';
    } else if (Name[I] == ' ') {
      // Backslashes in front of a blank quote it, so they are doubled.
      Result.append(I - (Name.take_front(I).find_last_not_of('\\') + 1), '\\');
      Result += '\\';
    }
    Result += Name[I];
  }
  return Result;
}

std::string DependencyFile::text() const {
  std::string Result;
  for (const std::string &Target : Targets)
    Result += (Result.empty() ? "" : " ") + quoted(Target);
  Result += ':';
  for (const std::string &Name : Read)
    Result += " \\\n  " + quoted(Name);
  return Result + '\n';
}

} // namespace oxide
