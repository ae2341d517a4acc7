// SPDX-License-Identifier: Apache-2.0
//
// Checkers.def as data. Apart from the factories, so that what only knows
// about checkers does not link them.

#include "CheckerRows.h"

namespace oxide {

namespace {

enum FixColumn : bool { NoFix, HasFix };
enum DefaultColumn : bool { OffByDefault, OnByDefault };

constexpr CheckerInfo Rows[] = {
#define OXIDE_CHECKER(Class, Name, Group, Level, Kind, Passes, Fix, Default,   \
                      Guidelines, Summary)                                     \
  {llvm::StringLiteral(Name),                                                  \
   CheckerGroup::Group,                                                        \
   Severity::Level,                                                            \
   CheckerKind::Kind,                                                          \
   Pass::Passes,                                                               \
   FixColumn::Fix,                                                             \
   DefaultColumn::Default,                                                     \
   llvm::StringLiteral(Guidelines),                                            \
   llvm::StringLiteral(Summary)},
#include "Checkers.def"
};

} // namespace

llvm::ArrayRef<CheckerInfo> allCheckers() { return Rows; }

const CheckerInfo *findChecker(llvm::StringRef Name) {
  for (const CheckerInfo &I : Rows)
    if (I.Name == Name || I.shortName() == Name)
      return &I;
  return nullptr;
}

} // namespace oxide
