// SPDX-License-Identifier: Apache-2.0

#include "core/Tier.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

namespace oxide {

llvm::StringRef toString(OpTier T) {
  switch (T) {
  case OpTier::Safe:
    return "safe";
  case OpTier::Unsafe:
    return "unsafe";
  case OpTier::Manual:
    return "manual";
  }
  llvm_unreachable("not a tier");
}

llvm::StringRef toString(Mode M) {
  switch (M) {
  case Mode::Off:
    return "off";
  case Mode::Audit:
    return "audit";
  case Mode::Enforce:
    return "enforce";
  }
  llvm_unreachable("not a mode");
}

llvm::StringRef toString(Severity S) {
  switch (S) {
  case Severity::Note:
    return "note";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  llvm_unreachable("not a severity");
}

std::optional<Mode> parseMode(llvm::StringRef Text) {
  return llvm::StringSwitch<std::optional<Mode>>(Text)
      .Case("off", Mode::Off)
      .Case("audit", Mode::Audit)
      .Case("enforce", Mode::Enforce)
      .Default(std::nullopt);
}

} // namespace oxide
