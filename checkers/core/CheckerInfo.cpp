// SPDX-License-Identifier: Apache-2.0

#include "core/CheckerInfo.h"
#include "llvm/Support/ErrorHandling.h"

namespace oxide {

llvm::StringRef toString(CheckerGroup G) {
  switch (G) {
  case CheckerGroup::Tier:
    return "tier";
  case CheckerGroup::Races:
    return "races";
  case CheckerGroup::Memory:
    return "memory";
  case CheckerGroup::Host:
    return "host";
  case CheckerGroup::Advice:
    return "advice";
  case CheckerGroup::Core:
    return "core";
  }
  llvm_unreachable("not a group");
}

} // namespace oxide
