// SPDX-License-Identifier: Apache-2.0
//
// One row of Checkers.def as data.

#ifndef OXIDE_CHECKERS_CORE_CHECKERINFO_H
#define OXIDE_CHECKERS_CORE_CHECKERINFO_H

#include "core/Tier.h"
#include "llvm/ADT/StringRef.h"

namespace oxide {

enum class CheckerGroup : uint8_t { Tier, Races, Memory, Host, Advice, Core };

/// Whether a finding is wrong wherever it stands, or a demand that only
/// enforced code has agreed to.
enum class CheckerKind : uint8_t { Certain, Enforced };

struct CheckerInfo {
  llvm::StringRef Name; ///< "oxide-tier-unsafe"
  CheckerGroup Group;
  Severity Level; ///< level in enforce mode
  CheckerKind Kind;
  Pass Passes;
  bool HasFix;
  bool OnByDefault;
  llvm::StringRef Guidelines; ///< NVIDIA guideline ids, separated by spaces
  llvm::StringRef Summary;

  /// The name without its "oxide-" prefix; names the documentation page.
  llvm::StringRef shortName() const { return Name.drop_front(6); }
};

llvm::StringRef toString(CheckerGroup G);

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_CHECKERINFO_H
