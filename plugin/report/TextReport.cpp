// SPDX-License-Identifier: Apache-2.0

#include "report/TextReport.h"
#include "report/Paths.h"
#include "report/SourceLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

namespace oxide {

namespace {

using Color = llvm::raw_ostream::Colors;

class Printer {
public:
  Printer(const TextOptions &Options, llvm::raw_ostream &OS)
      : Options(Options), OS(OS) {
    OS.enable_colors(Options.Color);
  }

  void print(const ResolvedFinding &F) {
    // clang calls its lowest level a remark; a note belongs to something else.
    bool IsRemark = F.Level == Severity::Note;
    head(F.At, IsRemark ? "remark" : toString(F.Level),
         F.Level == Severity::Error     ? Color::RED
         : F.Level == Severity::Warning ? Color::MAGENTA
                                        : Color::BLUE,
         F.Message, F.Checker->Name);
    source(F.Source, F.At.Line);
    SourcePoint Last = F.At;
    for (const ResolvedNote &Note : F.Notes) {
      head(Note.At, "note", Color::CYAN, Note.Message, {});
      if (Note.At != Last || !Note.Source.Underlines.empty())
        source(Note.Source, Note.At.Line);
      Last = Note.At;
    }
  }

  void print(const ResolvedKernel &K) {
    head(K.At, "remark", Color::BLUE,
         verdictText(K.Instantiation.empty() ? K.Name : K.Instantiation, K.Race,
                     K.Barrier, K.Bounds),
         {});
    for (const ResolvedReason &Reason : K.Reasons)
      head(Reason.At, "note", Color::CYAN, Reason.Message, {});
    for (const std::string &Assumption : K.Assumptions)
      head(K.At, "note", Color::CYAN, "assumes " + Assumption, {});
    if (std::string Checks = checksText(K.Checks); !Checks.empty())
      head(K.At, "note", Color::CYAN, Checks, {});
  }

private:
  void head(const SourcePoint &At, llvm::StringRef Level, Color LevelColor,
            llvm::StringRef Message, llvm::StringRef Tag) {
    OS.changeColor(Color::SAVEDCOLOR, /*Bold=*/true);
    if (At.Line)
      OS << relativePath(At.File, Options.Folder) << ':' << At.Line << ':'
         << At.Column << ": ";
    OS.changeColor(LevelColor, /*Bold=*/true) << Level << ": ";
    OS.resetColor();
    if (!Tag.empty())
      OS.changeColor(Color::SAVEDCOLOR, /*Bold=*/true);
    OS << Message;
    if (!Tag.empty())
      OS << " [" << Tag << "]";
    OS.resetColor() << '\n';
  }

  void source(const Snippet &S, unsigned LineNumber) {
    if (!S.Caret)
      return;
    SourceLine Line(S.Line);
    OS << llvm::format("%5u | ", LineNumber) << Line.text() << '\n';
    OS << "      | ";
    OS.changeColor(Color::GREEN, /*Bold=*/true) << Line.marks(S);
    OS.resetColor() << '\n';
  }

  const TextOptions &Options;
  llvm::raw_ostream &OS;
};

std::string counted(unsigned N, llvm::StringRef What) {
  return llvm::utostr(N) + " " + What.str() + (N == 1 ? "" : "s");
}

} // namespace

void writeText(const Report &R, const TextOptions &Options,
               llvm::raw_ostream &OS) {
  Printer P(Options, OS);
  for (const ResolvedFinding &F : R.Findings)
    if (F.Baseline != BaselineState::Unchanged)
      P.print(F);
  if (Options.Remarks)
    for (const ResolvedKernel &K : R.Kernels)
      P.print(K);
}

void writeText(const ResolvedFinding &F, const TextOptions &Options,
               llvm::raw_ostream &OS) {
  Printer(Options, OS).print(F);
}

std::string summaryLine(const Report &R) {
  std::string Line = counted(R.Kernels.size(), "kernel");
  llvm::SmallVector<std::string, 3> Tiers;
  for (OpTier T : {OpTier::Safe, OpTier::Unsafe, OpTier::Manual})
    if (unsigned N = llvm::count_if(
            R.Kernels, [&](const ResolvedKernel &K) { return K.Tier == T; }))
      Tiers.push_back(llvm::utostr(N) + " " + toString(T).str());
  if (!Tiers.empty())
    Line += " (" + llvm::join(Tiers, ", ") + ")";
  Line += ": " + counted(R.count(Severity::Error), "error") + ", " +
          counted(R.count(Severity::Warning), "warning");
  if (unsigned N = R.count(Severity::Note))
    Line += ", " + counted(N, "note");
  if (R.HasBaseline) {
    auto In = [&](BaselineState State) {
      return llvm::utostr(
          llvm::count_if(R.Findings, [&](const ResolvedFinding &F) {
            return F.Baseline == State;
          }));
    };
    Line += "; against the baseline " + In(BaselineState::New) + " new, " +
            In(BaselineState::Unchanged) + " unchanged, " +
            llvm::utostr(R.Fixed.size()) + " fixed";
  }
  unsigned Failed =
      llvm::count_if(R.Units, [](const UnitReport &U) { return !U.Ok; });
  if (Failed)
    Line += ", " + llvm::utostr(Failed) + " of " +
            llvm::utostr(R.Units.size()) + " passes did not compile";
  return Line;
}

} // namespace oxide
