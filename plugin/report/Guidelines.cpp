// SPDX-License-Identifier: Apache-2.0

#include "report/Guidelines.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"

namespace oxide {

namespace {

constexpr Guideline Rows[] = {
#define OXIDE_GUIDELINE(Id, Tag, Category, Text)                               \
  {llvm::StringLiteral(Id), llvm::StringLiteral(Tag),                          \
   GuidelineCategory::Category, llvm::StringLiteral(Text)},
#include "report/Guidelines.def"
};

} // namespace

llvm::StringRef toString(GuidelineCategory C) {
  switch (C) {
  case GuidelineCategory::Mandatory:
    return "mandatory";
  case GuidelineCategory::Required:
    return "required";
  case GuidelineCategory::Advisory:
    return "advisory";
  case GuidelineCategory::Directive:
    return "directive";
  }
  llvm_unreachable("not a category");
}

llvm::ArrayRef<Guideline> allGuidelines() { return Rows; }

const Guideline *findGuideline(llvm::StringRef Id) {
  for (const Guideline &G : Rows)
    if (G.Id.equals_insensitive(Id))
      return &G;
  return nullptr;
}

std::vector<llvm::StringRef> guidelineIds(const CheckerInfo &Checker) {
  llvm::SmallVector<llvm::StringRef, 4> Ids;
  Checker.Guidelines.split(Ids, ' ', -1, /*KeepEmpty=*/false);
  return {Ids.begin(), Ids.end()};
}

} // namespace oxide
