// SPDX-License-Identifier: Apache-2.0

#include "core/Resolver.h"
#include "core/LineKey.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/DiagnosticRenderer.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

namespace oxide {

namespace {

/// The line of \p Loc without its line end.
std::string lineAt(clang::SourceLocation Loc, const clang::SourceManager &SM) {
  auto [File, Offset] = SM.getDecomposedLoc(Loc);
  bool Invalid = false;
  llvm::StringRef Text = SM.getBufferData(File, &Invalid);
  if (Invalid || Offset > Text.size())
    return {};
  size_t Begin = Text.take_front(Offset).find_last_of("\r\n") + 1;
  return Text.substr(Begin, Text.find_first_of("\r\n", Offset) - Begin).str();
}

/// Takes down what clang would print for one message: the message itself and
/// the notes about the macros that it stands in.
class MessageCollector final : public clang::DiagnosticRenderer {
public:
  MessageCollector(Resolver &R, const clang::SourceManager &SM,
                   const clang::LangOptions &Lang,
                   clang::DiagnosticOptions &Options)
      : DiagnosticRenderer(Lang, Options), R(R), SM(SM) {}

  std::vector<ResolvedNote> Messages;

  void add(clang::SourceLocation Loc, llvm::StringRef Message,
           clang::SourceRange Range, bool IsNote) {
    llvm::SmallVector<clang::CharSourceRange, 1> Ranges;
    if (Range.isValid())
      Ranges.push_back(clang::CharSourceRange::getTokenRange(Range));
    emitDiagnostic(clang::FullSourceLoc(Loc, SM),
                   IsNote ? clang::DiagnosticsEngine::Note
                          : clang::DiagnosticsEngine::Warning,
                   Message, Ranges, {});
  }

private:
  void emitDiagnosticMessage(clang::FullSourceLoc Loc, clang::PresumedLoc P,
                             clang::DiagnosticsEngine::Level,
                             llvm::StringRef Message,
                             llvm::ArrayRef<clang::CharSourceRange>,
                             clang::DiagOrStoredDiag) override {
    ResolvedNote &Note = Messages.emplace_back();
    Note.Message = Message.str();
    if (P.isValid())
      Note.At = {R.canonicalPath(P.getFilename()), P.getLine(), P.getColumn()};
  }

  void emitCodeContext(clang::FullSourceLoc Loc,
                       clang::DiagnosticsEngine::Level,
                       llvm::SmallVectorImpl<clang::CharSourceRange> &Ranges,
                       llvm::ArrayRef<clang::FixItHint>) override {
    if (Messages.empty() || !Loc.isValid())
      return;
    Snippet &S = Messages.back().Source;
    S.Line = lineAt(Loc, SM);
    S.Caret = SM.getSpellingColumnNumber(Loc);
    for (const clang::CharSourceRange &Range : Ranges)
      underline(S, Loc, Range);
  }

  /// Adds the part of \p Range that lies on the line of \p Loc.
  void underline(Snippet &S, clang::FullSourceLoc Loc,
                 clang::CharSourceRange Range) {
    clang::CharSourceRange Chars =
        clang::Lexer::makeFileCharRange(Range, SM, LangOpts);
    if (Chars.isInvalid())
      return;
    auto [BeginFile, BeginOffset] = SM.getDecomposedLoc(Chars.getBegin());
    auto [EndFile, EndOffset] = SM.getDecomposedLoc(Chars.getEnd());
    auto [File, Offset] = SM.getDecomposedLoc(Loc);
    if (BeginFile != File || EndFile != File)
      return;
    unsigned LineBegin = Offset - (S.Caret - 1);
    unsigned LineEnd = LineBegin + S.Line.size();
    if (EndOffset <= LineBegin || BeginOffset > LineEnd)
      return;
    S.Underlines.emplace_back(std::max(BeginOffset, LineBegin) - LineBegin + 1,
                              std::min(EndOffset, LineEnd) - LineBegin + 1);
  }

  void emitDiagnosticLoc(clang::FullSourceLoc, clang::PresumedLoc,
                         clang::DiagnosticsEngine::Level,
                         llvm::ArrayRef<clang::CharSourceRange>) override {}
  void emitIncludeLocation(clang::FullSourceLoc, clang::PresumedLoc) override {}
  void emitImportLocation(clang::FullSourceLoc, clang::PresumedLoc,
                          llvm::StringRef) override {}
  void emitBuildingModuleLocation(clang::FullSourceLoc, clang::PresumedLoc,
                                  llvm::StringRef) override {}

  Resolver &R;
  const clang::SourceManager &SM;
};

std::string qualifiedName(const clang::FunctionDecl *F) {
  return F ? F->getQualifiedNameAsString() : std::string();
}

std::string instantiationName(const clang::FunctionDecl *F) {
  std::string Name;
  if (!F || !F->isTemplateInstantiation())
    return Name;
  llvm::raw_string_ostream OS(Name);
  F->getNameForDiagnostic(OS, F->getASTContext().getPrintingPolicy(),
                          /*Qualified=*/true);
  return Name;
}

} // namespace

std::string Resolver::canonicalPath(llvm::StringRef Name) {
  if (Name.starts_with("<"))
    return Name.str();
  auto [It, New] = Paths.try_emplace(Name);
  if (New) {
    llvm::SmallString<256> Path(Name);
    SM.getFileManager().makeAbsolutePath(Path);
    llvm::SmallString<256> Real;
    if (SM.getFileManager().getVirtualFileSystem().getRealPath(Path, Real)) {
      llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
      Real = Path;
    }
    It->second = std::string(Real);
  }
  return It->second;
}

SourcePoint Resolver::point(clang::SourceLocation Loc) {
  clang::PresumedLoc P = Loc.isValid() ? SM.getPresumedLoc(SM.getFileLoc(Loc))
                                       : clang::PresumedLoc();
  if (P.isInvalid())
    return {};
  return {canonicalPath(P.getFilename()), P.getLine(), P.getColumn()};
}

ResolvedPlace Resolver::place(clang::SourceLocation Loc) {
  ResolvedPlace Result{point(Loc), {}};
  if (!Result.At.Line)
    return Result;
  Loc = SM.getFileLoc(Loc);
  Snippet &S = Result.Source;
  S.Line = lineAt(Loc, SM);
  S.Caret = SM.getSpellingColumnNumber(Loc);
  if (unsigned Length = clang::Lexer::MeasureTokenLength(Loc, SM, Lang))
    S.Underlines.emplace_back(S.Caret, S.Caret + Length);
  return Result;
}

/// All fixes of a finding, or none: half of a fix is a new bug.
std::vector<Replacement>
Resolver::replacements(llvm::ArrayRef<clang::FixItHint> Fixes) {
  std::vector<Replacement> Result;
  for (const clang::FixItHint &Fix : Fixes) {
    clang::CharSourceRange Range =
        clang::Lexer::makeFileCharRange(Fix.RemoveRange, SM, Lang);
    if (Range.isInvalid())
      return {};
    auto [File, Begin] = SM.getDecomposedLoc(Range.getBegin());
    unsigned End = SM.getDecomposedLoc(Range.getEnd()).second;
    clang::OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    if (!Entry || End < Begin)
      return {};
    std::string Text = Fix.CodeToInsert;
    if (Text.empty() && Fix.InsertFromRange.isValid())
      Text = clang::Lexer::getSourceText(Fix.InsertFromRange, SM, Lang).str();
    Result.push_back(
        {canonicalPath(Entry->getName()), Begin, End - Begin, std::move(Text)});
  }
  return Result;
}

ResolvedFinding Resolver::resolve(const Finding &F) {
  clang::DiagnosticOptions Options;
  Options.ShowPresumedLoc = true;
  MessageCollector Collector(*this, SM, Lang, Options);
  Collector.add(F.Loc, F.Message, F.Range, /*IsNote=*/false);
  for (const FindingNote &Note : F.Notes)
    Collector.add(Note.Loc, Note.Message, {}, /*IsNote=*/true);

  ResolvedFinding R;
  R.Checker = F.Checker;
  R.Level = F.Level;
  R.Message = F.Message;
  R.At = Collector.Messages.front().At;
  R.Source = std::move(Collector.Messages.front().Source);
  R.Notes.assign(std::make_move_iterator(Collector.Messages.begin() + 1),
                 std::make_move_iterator(Collector.Messages.end()));
  R.Function = qualifiedName(F.Function);
  R.Instantiation = instantiationName(F.Function);
  R.LineKey = lineKey(R.Source.Line, localNames(F.Function));
  if (F.Function) {
    SourcePoint Begin = point(F.Function->getBeginLoc());
    SourcePoint End = point(F.Function->getEndLoc());
    if (Begin.File == R.At.File && End.File == R.At.File) {
      R.FunctionBegin = Begin.Line;
      R.FunctionEnd = End.Line;
    }
  }
  R.Fixes = replacements(F.Fixes);
  R.Certainty = F.Certainty;
  if (F.Witness)
    R.Witness = resolve(*F.Witness);

  // A region beyond one line does not show up in a code review.
  R.EndLine = R.At.Line;
  R.EndColumn = R.At.Column + std::max(1u, clang::Lexer::MeasureTokenLength(
                                               SM.getFileLoc(F.Loc), SM, Lang));
  for (auto [Begin, End] : R.Source.Underlines)
    if (Begin <= R.Source.Caret && End > R.Source.Caret)
      R.EndColumn = std::max(R.EndColumn, R.At.Column + End - R.Source.Caret);
  return R;
}

ResolvedWitnessThread Resolver::resolve(const WitnessThread &T) {
  ResolvedWitnessThread R{T.Block, T.Thread, place(T.Access),
                          T.Kind,  {},       T.Values};
  for (clang::SourceLocation Call : T.CalledFrom)
    R.CalledFrom.push_back(place(Call));
  return R;
}

ResolvedWitness Resolver::resolve(const WitnessData &W) {
  return {W.GridDim,        W.BlockDim,        W.Scalars,
          resolve(W.First), resolve(W.Second), W.Object,
          W.Element,        W.Separator,       point(W.SeparatorLoc)};
}

ResolvedKernel Resolver::resolve(const KernelVerdict &K) {
  ResolvedKernel R;
  R.Name = qualifiedName(K.Kernel);
  R.Instantiation = instantiationName(K.Kernel);
  if (K.Kernel)
    R.At = point(K.Kernel->getLocation());
  R.Tier = K.Tier;
  R.EffectiveMode = K.EffectiveMode;
  R.Race = K.Race;
  R.Barrier = K.Barrier;
  R.Bounds = K.Bounds;
  for (const VerdictReason &Reason : K.Reasons)
    R.Reasons.push_back({point(Reason.Loc), Reason.Message});
  R.Assumptions = K.Assumptions;
  R.Operations = K.Operations;
  R.Discharged = K.Discharged;
  R.ZonesNeeded = K.ZonesNeeded;
  R.ZonesUnneeded = K.ZonesUnneeded;
  R.Checks = K.Checks;
  R.Ms = K.Ms;
  R.SolverSteps = K.SolverSteps;
  R.Explanation = K.Explanation;
  return R;
}

ResolvedZone Resolver::resolve(const ZoneRecord &Z) {
  return {Z.Tier,       Z.Contract,  point(Z.Loc), qualifiedName(Z.Function),
          Z.Operations, Z.Discharged};
}

} // namespace oxide
