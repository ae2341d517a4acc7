// SPDX-License-Identifier: Apache-2.0

#include "core/Location.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace oxide {

/// A folder that is the include folder of a CUDA toolkit or of Oxide is known
/// by a header that only it has; users reach both with -I as well as with
/// -isystem, so the compiler's own notion of a system header is not enough.
static bool folderHas(llvm::StringRef Folder, llvm::StringRef Header) {
  llvm::SmallString<256> Path(Folder);
  llvm::sys::path::append(Path, Header);
  return llvm::sys::fs::exists(Path);
}

/// Whether \p File lies in, or anywhere below, a folder named \p Named that
/// holds \p Header.
static bool isBelow(llvm::StringRef File, llvm::StringRef Named,
                    llvm::StringRef Header) {
  for (llvm::StringRef Dir = llvm::sys::path::parent_path(File); !Dir.empty();
       Dir = llvm::sys::path::parent_path(Dir))
    if (llvm::sys::path::filename(Dir) == Named && folderHas(Dir, Header))
      return true;
  return false;
}

LocationClass
LocationClassifier::classifyFile(clang::FileID File,
                                 clang::SourceLocation Loc) const {
  clang::SourceLocation Start = SM.getLocForStartOfFile(File);
  if (SM.isWrittenInBuiltinFile(Start) ||
      SM.isWrittenInCommandLineFile(Start) || SM.isWrittenInScratchSpace(Start))
    return LocationClass::Scratch;
  clang::OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  if (!Entry)
    return LocationClass::Scratch;
  llvm::SmallString<256> Path(Entry->getName());
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  if (isBelow(Path, "oxide", "attributes.h"))
    return LocationClass::Library;
  // Asked for the location itself: `#pragma GCC system_header` stands at the
  // top of a file, but not at its first character.
  if (SM.isInSystemHeader(Loc) || isBelow(Path, "include", "cuda_runtime.h"))
    return LocationClass::System;
  return LocationClass::FirstParty;
}

LocationClass LocationClassifier::classify(clang::SourceLocation Loc) const {
  if (Loc.isInvalid())
    return LocationClass::Scratch;
  Loc = SM.getExpansionLoc(Loc);
  clang::FileID File = SM.getFileID(Loc);
  auto [It, Inserted] = Cache.try_emplace(File);
  if (Inserted)
    It->second = classifyFile(File, Loc);
  return It->second;
}

} // namespace oxide
