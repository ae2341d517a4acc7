// SPDX-License-Identifier: Apache-2.0

#include "report/AuditTable.h"
#include "report/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"
#include <algorithm>

namespace oxide {

/// The columns that \p Text takes on a terminal.
static size_t width(llvm::StringRef Text) {
  int Columns = llvm::sys::unicode::columnWidthUTF8(Text);
  return Columns < 0 ? Text.size() : Columns;
}

std::string alignedTable(llvm::ArrayRef<std::vector<std::string>> Rows) {
  std::vector<size_t> Widths;
  for (const std::vector<std::string> &Row : Rows)
    for (auto [Column, Cell] : llvm::enumerate(Row)) {
      if (Column == Widths.size())
        Widths.push_back(0);
      Widths[Column] = std::max(Widths[Column], width(Cell));
    }
  std::string Result;
  for (const std::vector<std::string> &Row : Rows) {
    for (auto [Column, Cell] : llvm::enumerate(Row)) {
      Result += Cell;
      if (Column + 1 != Row.size())
        Result.append(Widths[Column] - width(Cell) + 2, ' ');
    }
    Result += '\n';
  }
  return Result;
}

static std::string place(const SourcePoint &At, llvm::StringRef Folder) {
  return relativePath(At.File, Folder) + ":" + llvm::utostr(At.Line);
}

/// A contract as one line.
static std::string quoted(llvm::StringRef Contract) {
  std::string Result = "\"";
  for (char C : Contract)
    Result += C == '\n' || C == '\t' ? ' ' : C;
  return Result + "\"";
}

/// Discharged, hoisted, in place.
static std::string counts(const CheckCounts &Checks) {
  return llvm::utostr(Checks.Discharged) + "/" + llvm::utostr(Checks.Hoisted) +
         "/" + llvm::utostr(Checks.InPlace);
}

std::string auditTable(const Report &R, llvm::StringRef Folder) {
  std::vector<std::vector<std::string>> Zones{
      {"ZONE", "WHERE", "FUNCTION", "OPERATIONS", "DISCHARGED", "CONTRACT"}};
  for (const ResolvedZone &Z : R.Zones)
    Zones.push_back({toString(Z.Tier).str(), place(Z.At, Folder), Z.Function,
                     llvm::utostr(Z.Operations), llvm::utostr(Z.Discharged),
                     quoted(Z.Contract)});
  std::vector<std::vector<std::string>> Kernels{
      {"TIER", "MODE", "RACE", "BARRIER", "BOUNDS", "OPERATIONS", "DISCHARGED",
       "ZONES", "UNNEEDED", "CHECKS", "WHERE", "KERNEL"}};
  for (const ResolvedKernel &K : R.Kernels)
    Kernels.push_back({toString(K.Tier).str(), toString(K.EffectiveMode).str(),
                       toString(K.Race).str(), toString(K.Barrier).str(),
                       toString(K.Bounds).str(), llvm::utostr(K.Operations),
                       llvm::utostr(K.Discharged),
                       llvm::utostr(K.ZonesNeeded + K.ZonesUnneeded),
                       llvm::utostr(K.ZonesUnneeded), counts(K.Checks),
                       place(K.At, Folder),
                       K.Instantiation.empty() ? K.Name : K.Instantiation});

  std::string Result = alignedTable(Zones) + "\n" + alignedTable(Kernels);
  // Nothing is assumed silently, and nothing is left open without a reason.
  std::string Notes;
  for (const ResolvedKernel &K : R.Kernels) {
    std::string Name = K.Instantiation.empty() ? K.Name : K.Instantiation;
    for (const std::string &Assumption : K.Assumptions)
      Notes +=
          place(K.At, Folder) + ": " + Name + " assumes " + Assumption + "\n";
    for (const ResolvedReason &Reason : K.Reasons)
      Notes += place(Reason.At.Line ? Reason.At : K.At, Folder) + ": " + Name +
               ": " + Reason.Message + "\n";
  }
  return Notes.empty() ? Result : Result + "\n" + Notes;
}

} // namespace oxide
