// SPDX-License-Identifier: Apache-2.0

#include "tier/TierViolations.h"
#include "tier/Discharge.h"
#include "llvm/ADT/StringMap.h"

namespace oxide::tier {

std::vector<TierViolation> violations(CheckContext &Ctx, OpTier Tier) {
  std::vector<TierViolation> Result;
  for (const cuda::ReachedFunction &R :
       Ctx.get<cuda::CodeModel>().enforcedFunctions()) {
    llvm::StringMap<size_t> Seen;
    for (const cuda::Operation &Op : R.Function->Operations) {
      if (Op.Tier != Tier || Op.Covered)
        continue;
      // Only here is the work of the prover worth it.
      if (Op.Provable)
        Ctx.get<Discharge>();
      if (Op.Discharged)
        continue;
      auto [It, New] = Seen.try_emplace(Op.What, Result.size());
      if (!New) {
        ++Result[It->second].Repeats;
        continue;
      }
      Result.push_back({Op.Range.getBegin(), Op.Range, Op.What, Op.Effect,
                        R.Function->Decl, R.Kernel, 0});
    }
  }
  return Result;
}

void describe(FindingBuilder Builder, const TierViolation &V,
              llvm::StringRef Advice) {
  Builder << V.Range;
  Builder.in(V.Function).withMode(Mode::Enforce);
  if (V.Function != V.Kernel)
    Builder.note(V.Kernel->getLocation(), "called from the enforced kernel " +
                                              cuda::quotedName(*V.Kernel));
  if (V.Repeats)
    Builder.note(V.Loc,
                 std::to_string(V.Repeats) + " more in the same function");
  Builder.note(V.Loc, Advice);
}

} // namespace oxide::tier
