// SPDX-License-Identifier: Apache-2.0

#include "report/CheckerTable.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

namespace oxide {

bool isOwn(const CheckerInfo &I, llvm::ArrayRef<CheckerInfo> Own) {
  return !std::less<>()(&I, Own.begin()) && std::less<>()(&I, Own.end());
}

const CheckerInfo *CheckerTable::get(llvm::StringRef Name,
                                     llvm::StringRef Summary) {
  auto Known =
      llvm::find_if(Own, [&](const CheckerInfo &I) { return I.Name == Name; });
  if (Known != Own.end())
    return Known;
  auto [It, New] = Foreign.try_emplace(Name.str());
  Row &R = It->second;
  if (New)
    // A demand, since nobody here can say that it is a certain bug.
    R.Info = {It->first,
              CheckerGroup::Advice,
              Severity::Warning,
              CheckerKind::Enforced,
              Pass::Both,
              /*HasFix=*/false,
              /*OnByDefault=*/true,
              /*Guidelines=*/{},
              /*Summary=*/{}};
  // The same whichever file is read first.
  if (R.Summary.empty() || (!Summary.empty() && Summary < R.Summary)) {
    R.Summary = Summary.str();
    R.Info.Summary = R.Summary;
  }
  return &R.Info;
}

} // namespace oxide
