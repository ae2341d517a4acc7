// SPDX-License-Identifier: Apache-2.0

#include "core/CheckContext.h"

namespace oxide {

void CheckContext::submit(Finding F, std::optional<Mode> ModeOverride) {
  if (F.Loc.isInvalid())
    return;
  // A finding inside a macro of a system header is the header's business.
  LocationClass Class = classify(F.Loc);
  if (Class == LocationClass::System || Class == LocationClass::Library)
    return;
  Mode M = ModeOverride ? *ModeOverride : Tiers.modeAt(F.Loc, F.Function, AST);
  Findings.push_back({std::move(F), M});
}

} // namespace oxide
