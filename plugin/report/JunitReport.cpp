// SPDX-License-Identifier: Apache-2.0

#include "report/JunitReport.h"
#include "report/Escape.h"
#include "report/Paths.h"
#include "report/TextReport.h"
#include "report/UnitText.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace oxide {

namespace {

struct Suite {
  unsigned Tests = 0, Failures = 0, Errors = 0;
  std::string Cases;
};

std::string attribute(llvm::StringRef Name, llvm::StringRef Value) {
  std::string Escaped;
  // Attributes lose line ends that are not escaped.
  for (char C : escapeXml(Value))
    if (C == '\n')
      Escaped += "&#10;";
    else
      Escaped += C;
  return " " + Name.str() + "=\"" + Escaped + "\"";
}

std::string counts(const Suite &S) {
  return attribute("tests", llvm::utostr(S.Tests)) +
         attribute("failures", llvm::utostr(S.Failures)) +
         attribute("errors", llvm::utostr(S.Errors));
}

/// A test; \p Outcome is empty when it has passed.
void addCase(Suite &S, llvm::StringRef Class, llvm::StringRef Name,
             llvm::StringRef File, unsigned Line, llvm::StringRef Outcome) {
  ++S.Tests;
  S.Cases += "    <testcase" + attribute("classname", Class) +
             attribute("name", Name) + attribute("file", File);
  if (Line)
    S.Cases += attribute("line", llvm::utostr(Line));
  if (Outcome.empty())
    S.Cases += "/>\n";
  else
    S.Cases += ">\n" + Outcome.str() + "    </testcase>\n";
}

std::string outcome(llvm::StringRef Kind, llvm::StringRef Type,
                    llvm::StringRef Message, llvm::StringRef Text) {
  return "      <" + Kind.str() + attribute("type", Type) +
         attribute("message", Message) + ">" + escapeXml(Text) + "</" +
         Kind.str() + ">\n";
}

void addUnit(Suite &S, const UnitReport &U, llvm::StringRef Root) {
  std::string Name = "analysed" + passText(U);
  std::string File = relativePath(U.File, Root);
  if (U.Ok)
    return addCase(S, "oxide", Name, File, 0, {});
  ++S.Errors;
  std::string Text;
  for (const CompileError &E : U.Errors) {
    if (E.At.Line)
      Text += relativePath(E.At.File, Root) + ":" + llvm::utostr(E.At.Line) +
              ":" + llvm::utostr(E.At.Column) + ": ";
    Text += E.Message + "\n";
  }
  addCase(S, "oxide", Name, File, 0,
          outcome("error", "not analysed", failureText(U, Root), Text));
}

void addFinding(Suite &S, const ResolvedFinding &F, llvm::StringRef Root) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeText(F, {Root.str()}, OS);
  // The fingerprint tells apart what the message does not.
  std::string Name = F.Message + " (" +
                     llvm::StringRef(F.Fingerprint).take_front(8).str() + ")";
  ++S.Failures;
  addCase(S, F.Checker->Name, Name, relativePath(F.At.File, Root), F.At.Line,
          outcome("failure", F.Checker->Name, F.Message, Text));
}

} // namespace

std::string junitReport(const Report &R, llvm::StringRef Root) {
  std::map<std::string, Suite> Suites;
  for (const UnitReport &U : R.Units)
    addUnit(Suites[relativePath(U.File, Root)], U, Root);
  for (const ResolvedFinding &F : R.Findings)
    if (F.Level != Severity::Note && F.Baseline != BaselineState::Unchanged)
      addFinding(Suites[relativePath(F.At.File, Root)], F, Root);

  Suite All;
  for (const auto &[Name, S] : Suites) {
    All.Tests += S.Tests;
    All.Failures += S.Failures;
    All.Errors += S.Errors;
    All.Cases += "  <testsuite" + attribute("name", Name) + counts(S) + ">\n" +
                 S.Cases + "  </testsuite>\n";
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" +
         attribute("name", "oxide") + counts(All) + ">\n" + All.Cases +
         "</testsuites>\n";
}

} // namespace oxide
