// SPDX-License-Identifier: Apache-2.0
//
// oxide explain: the documentation in the terminal.

#include "Registry.h"
#include "cli/Command.h"
#include "core/CheckerFilter.h"
#include "report/AuditTable.h"
#include "report/DocPages.h"
#include "report/Guidelines.h"
#include "report/TerminalPage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace oxide {

namespace {

namespace cl = llvm::cl;

std::string listing(llvm::function_ref<bool(const CheckerInfo &)> Wanted) {
  std::vector<std::vector<std::string>> Rows;
  for (const CheckerInfo &I : allCheckers())
    if (Wanted(I))
      Rows.push_back(
          {I.Name.str(), I.Summary.str() + (I.OnByDefault ? "" : " (off)")});
  return alignedTable(Rows);
}

/// What the table says of a checker, as one line.
std::string facts(const CheckerInfo &I) {
  std::string Line =
      toString(I.Group).str() + ", " + toString(I.Level).str() +
      (I.Kind == CheckerKind::Certain ? ", in every mode"
                                      : ", in enforce mode only") +
      (I.OnByDefault ? "" : ", off by default") +
      (I.HasFix ? ", has a fix" : "");
  for (llvm::StringRef Id : guidelineIds(I))
    Line += ", " + Id.str();
  return Line;
}

bool useColor() {
  return llvm::sys::Process::StandardOutHasColors() &&
         !llvm::sys::Process::GetEnv("NO_COLOR");
}

void explain(const CheckerInfo &I) {
  llvm::StringRef Page = docPage(I.shortName());
  if (Page.empty())
    llvm::outs() << I.Name << "\n\n" << I.Summary << ".\n";
  else
    writePage(Page, useColor(), llvm::outs());
  llvm::outs() << "\n(" << facts(I) << ")\n";
}

void explain(const Guideline &G) {
  llvm::outs() << G.Id;
  if (!G.Tag.empty())
    llvm::outs() << " [" << G.Tag << "]";
  llvm::outs() << ", " << toString(G.Category) << "\n\n  " << G.Text
               << "\n\n(NVIDIA CUDA C++ Guidelines for Robust and "
                  "Safety-Critical Programming 3.0.1, in our words)\n\n";
  std::string Checkers = listing([&](const CheckerInfo &I) {
    return llvm::is_contained(guidelineIds(I), G.Id);
  });
  if (Checkers.empty())
    llvm::outs() << "No checker of this version covers it.\n";
  else
    llvm::outs() << "Covered by:\n" << Checkers;
}

/// The checker or guideline whose name is nearest to \p Name.
std::string nearestName(llvm::StringRef Name) {
  std::string Best = nearestChecker(allCheckers(), Name)->Name.str();
  llvm::StringRef Bare = Name;
  Bare.consume_front("oxide-");
  unsigned Distance = llvm::StringRef(Best).drop_front(6).edit_distance(Bare);
  for (const Guideline &G : allGuidelines())
    if (unsigned D = G.Id.edit_distance_insensitive(Name); D < Distance) {
      Best = G.Id.str();
      Distance = D;
    }
  return Best;
}

class ExplainCommand final : public Command {
public:
  ExplainCommand()
      : Command("explain", "Print the page of a checker or a guideline"),
        Names(cl::Positional, cl::sub(Sub), cl::desc("[CHECKER|GUIDELINE]")) {}

  int run(std::optional<llvm::ArrayRef<const char *>> CompilerFlags) override {
    if (CompilerFlags)
      return toolError("explain takes no compiler flags");
    if (Names.empty()) {
      llvm::outs() << listing([](const CheckerInfo &) { return true; });
      return ExitClean;
    }
    // All names first: half an answer is easily taken for a whole one.
    for (llvm::StringRef Name : Names)
      if (!findChecker(Name) && !findGuideline(Name))
        return toolError("nothing is called '" + Name + "'; did you mean '" +
                         nearestName(Name) + "'?");
    for (llvm::StringRef Name : Names) {
      if (const CheckerInfo *I = findChecker(Name))
        explain(*I);
      else
        explain(*findGuideline(Name));
    }
    return ExitClean;
  }

private:
  cl::list<std::string> Names;
};

} // namespace

std::unique_ptr<Command> makeExplainCommand() {
  return std::make_unique<ExplainCommand>();
}

} // namespace oxide
