// SPDX-License-Identifier: Apache-2.0

#include "core/CheckerFilter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/GlobPattern.h"

namespace oxide {

bool matchesGlob(llvm::StringRef Glob, llvm::StringRef Name) {
  llvm::Expected<llvm::GlobPattern> Pattern = llvm::GlobPattern::create(Glob);
  if (!Pattern) {
    llvm::consumeError(Pattern.takeError());
    return false;
  }
  return Pattern->match(Name);
}

bool matchesAnyGlob(llvm::ArrayRef<std::string> Globs, llvm::StringRef Name) {
  return llvm::any_of(
      Globs, [&](llvm::StringRef Glob) { return matchesGlob(Glob, Name); });
}

CheckerFilter::CheckerFilter(llvm::ArrayRef<CheckerInfo> Table) : Table(Table) {
  for (const CheckerInfo &I : Table)
    Enabled.push_back(I.OnByDefault);
}

const CheckerInfo *nearestChecker(llvm::ArrayRef<CheckerInfo> Table,
                                  llvm::StringRef Name) {
  const CheckerInfo *Best = nullptr;
  unsigned BestDistance = 0;
  Name.consume_front("oxide-");
  for (const CheckerInfo &I : Table) {
    unsigned Distance = I.shortName().edit_distance(Name);
    if (!Best || Distance < BestDistance) {
      Best = &I;
      BestDistance = Distance;
    }
  }
  return Best;
}

llvm::Error CheckerFilter::applyOne(llvm::StringRef Glob) {
  llvm::StringRef Positive = Glob;
  bool Enable = !Positive.consume_front("-");
  bool Matched = false;
  for (auto [Index, I] : llvm::enumerate(Table)) {
    if (!matchesGlob(Positive, I.Name) && !matchesGlob(Positive, I.shortName()))
      continue;
    Enabled[Index] = Enable;
    Matched = true;
  }
  if (Matched)
    return llvm::Error::success();
  std::string Hint;
  if (const CheckerInfo *Near = nearestChecker(Table, Positive))
    Hint = ("; did you mean '" + Near->Name + "'?").str();
  return llvm::createStringError(llvm::Twine("no checker matches '") +
                                 Positive + "'" + Hint);
}

llvm::Error CheckerFilter::apply(llvm::StringRef CommaSeparated) {
  llvm::SmallVector<llvm::StringRef, 8> Globs;
  CommaSeparated.split(Globs, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Glob : Globs)
    if (llvm::Error E = applyOne(Glob.trim()))
      return E;
  return llvm::Error::success();
}

std::vector<const CheckerInfo *> CheckerFilter::enabled() const {
  std::vector<const CheckerInfo *> Result;
  for (const CheckerInfo &I : Table)
    if (isEnabled(I))
      Result.push_back(&I);
  return Result;
}

} // namespace oxide
