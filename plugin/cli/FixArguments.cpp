// SPDX-License-Identifier: Apache-2.0

#include "cli/FixArguments.h"
#include "report/Fixes.h"

namespace oxide {

namespace cl = llvm::cl;

FixArguments::FixArguments(cl::SubCommand &Sub)
    : Fix("fix", cl::sub(Sub),
          cl::desc("Apply the fixes of the findings to the source files")),
      ExportFile("export-fixes", cl::sub(Sub), cl::value_desc("file"),
                 cl::desc("Write the findings and their fixes for "
                          "clang-apply-replacements")) {}

llvm::Error FixArguments::apply(const Report &R, llvm::StringRef Root,
                                llvm::raw_ostream &OS) const {
  if (!Fix)
    return llvm::Error::success();
  llvm::Expected<FixCount> Count = applyFixes(R, Root);
  if (!Count)
    return Count.takeError();
  OS << "fixed " << Count->Applied
     << (Count->Applied == 1 ? " finding" : " findings") << " in "
     << Count->Files << (Count->Files == 1 ? " file" : " files");
  if (Count->Skipped)
    OS << "; " << Count->Skipped
       << " left for the next run, as their fixes meet others or lie outside "
          "of the project";
  OS << '\n';
  return llvm::Error::success();
}

} // namespace oxide
