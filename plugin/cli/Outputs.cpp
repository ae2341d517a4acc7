// SPDX-License-Identifier: Apache-2.0

#include "cli/Outputs.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide {

llvm::Error Outputs::open(llvm::ArrayRef<const Option *> Options) {
  for (const Option *O : Options) {
    if (!O->getNumOccurrences())
      continue;
    for (const auto &[Other, File] : Files)
      if (Other->getValue() == O->getValue())
        return llvm::createStringError(
            "--" + Other->ArgStr + " and --" + O->ArgStr +
            " write to the same file, '" + O->getValue() + "'");
    llvm::Expected<OutputFile> File = OutputFile::open(O->getValue());
    if (!File)
      return File.takeError();
    Files.emplace(O, std::move(*File));
  }
  return llvm::Error::success();
}

bool Outputs::useStandardOutput() const {
  return llvm::any_of(
      Files, [](const auto &Entry) { return Entry.second.isStandardOutput(); });
}

llvm::Error Outputs::commit(llvm::ArrayRef<Content> Contents) {
  for (const Content &C : Contents)
    if (auto It = Files.find(C.For); It != Files.end())
      if (llvm::Error E = It->second.commit(C.Make()))
        return E;
  return llvm::Error::success();
}

} // namespace oxide
