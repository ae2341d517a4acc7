// SPDX-License-Identifier: Apache-2.0

#include "core/Suppression.h"
#include "core/CheckContext.h"
#include "core/CheckerFilter.h"
#include "core/FirstPartyVisitor.h"

namespace oxide {

namespace {

class Collector : public FirstPartyVisitor<Collector> {
public:
  Collector(CheckContext &Ctx, std::vector<AttributeSuppression> &Out)
      : FirstPartyVisitor(Ctx), Out(Out) {}

  bool VisitAttributedStmt(clang::AttributedStmt *S) {
    for (const clang::Attr *A : S->getAttrs())
      add(A, S->getSubStmt()->getSourceRange());
    return true;
  }
  bool VisitDecl(clang::Decl *D) {
    for (const clang::Attr *A : D->attrs())
      add(A, D->getSourceRange());
    return true;
  }

private:
  void add(const clang::Attr *A, clang::SourceRange Range) {
    const auto *S = llvm::dyn_cast<clang::SuppressAttr>(A);
    if (!S)
      return;
    AttributeSuppression Found{Range, S->getLocation(), {}, false, false};
    for (llvm::StringRef Id : S->diagnosticIdentifiers())
      if (Id.starts_with("oxide-"))
        Found.Checkers.push_back(Id.str());
      else
        Found.HasReason |= !Id.trim().empty();
    if (!Found.Checkers.empty() && Seen.insert(S->getLocation()).second)
      Out.push_back(std::move(Found));
  }

  std::vector<AttributeSuppression> &Out;
  llvm::SmallDenseSet<clang::SourceLocation, 4> Seen;
};

} // namespace

void forEachFirstPartyFile(CheckContext &Ctx,
                           llvm::function_ref<void(clang::FileID)> Do) {
  const clang::SourceManager &SM = Ctx.sources();
  for (unsigned I = 0, N = SM.local_sloc_entry_size(); I != N; ++I) {
    const clang::SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile())
      continue;
    clang::SourceLocation Start =
        clang::SourceLocation::getFromRawEncoding(Entry.getOffset());
    if (Ctx.isFirstParty(Start))
      Do(SM.getFileID(Start));
  }
}

SuppressionMap::SuppressionMap(CheckContext &Ctx) : SM(Ctx.sources()) {
  Collector(Ctx, Attributes).run();
}

NoLintFile &SuppressionMap::noLint(clang::FileID File) {
  std::unique_ptr<NoLintFile> &Slot = NoLints[File];
  if (!Slot) {
    bool Invalid = false;
    llvm::StringRef Text = SM.getBufferData(File, &Invalid);
    Slot = std::make_unique<NoLintFile>(Invalid ? llvm::StringRef() : Text);
  }
  return *Slot;
}

bool SuppressionMap::suppresses(const Finding &F) {
  clang::SourceLocation Loc = SM.getExpansionLoc(F.Loc);
  bool Result = false;
  for (AttributeSuppression &S : Attributes) {
    clang::SourceLocation Begin = SM.getExpansionLoc(S.Range.getBegin());
    clang::SourceLocation End = SM.getExpansionLoc(S.Range.getEnd());
    if (SM.isBeforeInTranslationUnit(Loc, Begin) ||
        SM.isBeforeInTranslationUnit(End, Loc))
      continue;
    if (!matchesAnyGlob(S.Checkers, F.Checker->Name))
      continue;
    S.Used = true;
    Result = true;
  }
  auto [File, Offset] = SM.getDecomposedLoc(Loc);
  // Not short-circuited: each suppression that applies has to be marked used.
  bool ByComment =
      noLint(File).suppresses(SM.getLineNumber(File, Offset), F.Checker->Name);
  return Result || ByComment;
}

} // namespace oxide
