// SPDX-License-Identifier: Apache-2.0

#include "report/GithubReport.h"
#include "report/Paths.h"
#include "report/SourceLine.h"
#include "report/UnitText.h"
#include "llvm/ADT/StringExtras.h"

namespace oxide {

/// A command is one line: what would end it, or a property of it, is escaped
/// as the runner unescapes it.
static std::string escaped(llvm::StringRef Text, bool IsProperty) {
  std::string Result;
  for (char C : Text) {
    bool Escape = C == '%' || C == '\r' || C == '\n' ||
                  (IsProperty && (C == ':' || C == ','));
    if (!Escape) {
      Result += C;
      continue;
    }
    Result += '%';
    Result += llvm::hexdigit(C >> 4);
    Result += llvm::hexdigit(C & 15);
  }
  return Result;
}

static std::string command(llvm::StringRef Name, const SourcePoint &At,
                           unsigned EndColumn, llvm::StringRef Title,
                           llvm::StringRef Message, llvm::StringRef Root) {
  std::string Result = "::" + Name.str() + " ";
  if (!At.File.empty())
    Result += "file=" + escaped(relativePath(At.File, Root), true) + ",";
  if (At.Line)
    Result += "line=" + llvm::utostr(At.Line) + ",";
  if (At.Line && At.Column)
    Result += "col=" + llvm::utostr(At.Column) + ",";
  if (At.Line && EndColumn > At.Column)
    Result += "endLine=" + llvm::utostr(At.Line) +
              ",endColumn=" + llvm::utostr(EndColumn) + ",";
  return Result + "title=" + escaped(Title, true) +
         "::" + escaped(Message, false) + "\n";
}

std::string githubReport(const Report &R, llvm::StringRef Root) {
  std::string Result;
  for (const UnitReport &U : R.Units) {
    if (U.Ok)
      continue;
    SourcePoint At = {U.File, 0, 0};
    std::string What = failureText(U, Root);
    if (!U.Errors.empty() && U.Errors.front().At.Line)
      At = U.Errors.front().At;
    Result += command("error", At, 0, "not analysed", What, Root);
  }
  for (Severity Level : {Severity::Error, Severity::Warning, Severity::Note})
    for (const ResolvedFinding &F : R.Findings) {
      if (F.Level != Level || F.Baseline == BaselineState::Unchanged)
        continue;
      std::string Message = F.Message;
      for (const ResolvedNote &Note : F.Notes) {
        Message += "\n";
        if (Note.At.Line)
          Message += relativePath(Note.At.File, Root) + ":" +
                     llvm::utostr(Note.At.Line) + ": ";
        Message += Note.Message;
      }
      // GitHub's word for the lowest level is another one.
      llvm::StringRef Name =
          Level == Severity::Note ? "notice" : toString(Level);
      SourcePoint At = F.At;
      At.Column = codePointColumn(F.Source.Line, F.At.Column);
      Result += command(Name, At, codePointColumn(F.Source.Line, F.EndColumn),
                        F.Checker->Name, Message, Root);
    }
  return Result;
}

} // namespace oxide
