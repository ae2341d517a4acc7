// SPDX-License-Identifier: Apache-2.0

#include "core/TierMap.h"
#include "core/Attributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "llvm/Support/Path.h"

namespace oxide {

/// \p Path relative to the folder \p Folder, or an empty string when it lies
/// elsewhere.
static llvm::StringRef relativeTo(llvm::StringRef Path,
                                  llvm::StringRef Folder) {
  if (!Path.consume_front(Folder))
    return {};
  if (!Folder.ends_with("/") && !Path.consume_front("/"))
    return {};
  return Path;
}

/// Whether \p Prefix names \p Path or a folder above it. "src/ker" is not a
/// prefix of "src/kernels/x.cu": a prefix ends where a path component ends.
static bool covers(llvm::StringRef Prefix, llvm::StringRef Path) {
  Prefix.consume_front("./");
  if (Prefix.empty())
    return true;
  if (!Path.consume_front(Prefix))
    return false;
  return Path.empty() || Prefix.ends_with("/") || Path.front() == '/';
}

Mode TierMap::modeOfPath(llvm::StringRef Path) const {
  Mode Result = C.DefaultMode.value_or(Mode::Audit);
  llvm::StringRef Relative = relativeTo(Path, C.Folder);
  if (C.File.empty() || Relative.empty())
    return Result;
  size_t Longest = 0;
  bool Found = false;
  for (const PathMode &P : C.Paths) {
    if (!covers(P.Prefix, Relative) || (Found && P.Prefix.size() < Longest))
      continue;
    Found = true;
    Longest = P.Prefix.size();
    Result = P.M;
  }
  return Result;
}

Mode TierMap::modeOfFile(clang::FileID File,
                         const clang::SourceManager &SM) const {
  if (auto It = Pragmas.find(File); It != Pragmas.end())
    return It->second;
  clang::OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  if (!Entry)
    return C.DefaultMode.value_or(Mode::Audit);
  llvm::SmallString<256> Path(Entry->getName());
  SM.getFileManager().makeAbsolutePath(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return modeOfPath(Path);
}

Mode TierMap::modeAt(clang::SourceLocation Loc,
                     const clang::FunctionDecl *Function,
                     const clang::ASTContext &AST) const {
  if (Function)
    if (std::optional<Mode> Declared = attr::declaredMode(*Function))
      return *Declared;
  const clang::SourceManager &SM = AST.getSourceManager();
  return modeOfFile(SM.getFileID(SM.getExpansionLoc(Loc)), SM);
}

} // namespace oxide
