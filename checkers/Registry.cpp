// SPDX-License-Identifier: Apache-2.0

#include "Registry.h"

namespace oxide {

#define OXIDE_CHECKER(Class, ...)                                              \
  std::unique_ptr<Checker> create##Class##Checker();
#include "Checkers.def"

namespace {

enum FixColumn : bool { NoFix, HasFix };
enum DefaultColumn : bool { OffByDefault, OnByDefault };

using Factory = std::unique_ptr<Checker> (*)();

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

constexpr Factory Factories[] = {
#define OXIDE_CHECKER(Class, ...) create##Class##Checker,
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

std::unique_ptr<Checker> createChecker(const CheckerInfo &I,
                                       CheckContext &Ctx) {
  std::unique_ptr<Checker> C = Factories[&I - Rows]();
  C->attach(I, Ctx);
  return C;
}

} // namespace oxide
