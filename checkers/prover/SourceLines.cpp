// SPDX-License-Identifier: Apache-2.0

#include "prover/SourceLines.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace oxide::prover {

clang::SourceLocation SourceLines::find(const llvm::DILocation *Loc) const {
  if (!Loc || Loc->getLine() == 0)
    return {};
  if (!Indexed)
    buildIndex();
  auto It = Files.find(Loc->getFilename());
  if (It == Files.end())
    return {};
  for (const Entry &E : It->second) {
    unsigned Line = Loc->getLine();
    if (E.Lines) {
      Line = E.Lines->lookup(Line);
      if (Line == 0)
        continue;
    }
    return Sources.translateLineCol(E.File, Line,
                                    std::max(1U, Loc->getColumn()));
  }
  return {};
}

llvm::SmallVector<clang::SourceLocation, 4>
SourceLines::chain(const llvm::DebugLoc &Loc) const {
  llvm::SmallVector<clang::SourceLocation, 4> Result;
  for (const llvm::DILocation *L = Loc.get(); L; L = L->getInlinedAt())
    if (clang::SourceLocation S = find(L); S.isValid())
      Result.push_back(S);
  return Result;
}

void SourceLines::buildIndex() const {
  Indexed = true;
  auto Add = [&](const clang::SrcMgr::SLocEntry &E) {
    if (E.isFile() && E.getOffset() != 0)
      indexFile(Sources.getFileID(
                    clang::SourceLocation::getFromRawEncoding(E.getOffset())),
                E.getFile().hasLineDirectives());
  };
  for (unsigned I = 0, N = Sources.local_sloc_entry_size(); I != N; ++I)
    Add(Sources.getLocalSLocEntry(I));
  // Those of a precompiled header.
  for (unsigned I = 0, N = Sources.loaded_sloc_entry_size(); I != N; ++I) {
    bool Invalid = false;
    const clang::SrcMgr::SLocEntry &E = Sources.getLoadedSLocEntry(I, &Invalid);
    if (!Invalid)
      Add(E);
  }
}

void SourceLines::indexFile(clang::FileID File, bool HasLineDirectives) const {
  clang::SourceLocation Start = Sources.getLocForStartOfFile(File);
  if (!HasLineDirectives) {
    clang::PresumedLoc P = Sources.getPresumedLoc(Start, false);
    if (P.isValid())
      Files[P.getFilename()].push_back({File, nullptr});
    return;
  }
  std::optional<llvm::StringRef> Text = Sources.getBufferDataOrNone(File);
  if (!Text)
    return;
  for (unsigned Line = 1, N = Text->count('\n') + 1; Line <= N; ++Line) {
    clang::PresumedLoc P =
        Sources.getPresumedLoc(Sources.translateLineCol(File, Line, 1));
    if (P.isInvalid())
      continue;
    llvm::SmallVector<Entry, 1> &Entries = Files[P.getFilename()];
    if (Entries.empty() || Entries.back().File != File)
      Entries.push_back(
          {File, std::make_unique<llvm::DenseMap<unsigned, unsigned>>()});
    Entries.back().Lines->try_emplace(P.getLine(), Line);
  }
}

} // namespace oxide::prover
