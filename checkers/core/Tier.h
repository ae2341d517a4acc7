// SPDX-License-Identifier: Apache-2.0
//
// The words of the safety model: tiers of operations, modes of code, passes of
// a CUDA compilation, severities of findings.

#ifndef OXIDE_CHECKERS_CORE_TIER_H
#define OXIDE_CHECKERS_CORE_TIER_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace oxide {

/// What an operation needs in the source: nothing, an unsafe zone, or a manual
/// zone. Ordered: a manual zone also covers unsafe operations.
enum class OpTier : uint8_t { Safe, Unsafe, Manual };

/// How strictly code is judged. Ordered from the weakest to the strictest.
enum class Mode : uint8_t {
  Off,    ///< nothing is reported
  Audit,  ///< only what is certainly wrong is reported, as a warning
  Enforce ///< what is neither safe nor inside a zone is an error
};

enum class Severity : uint8_t { Note, Warning, Error };

/// Passes of one CUDA compilation, as a bit set.
enum class Pass : uint8_t { None = 0, Device = 1, Host = 2, Both = 3 };

constexpr Pass operator|(Pass A, Pass B) {
  return static_cast<Pass>(static_cast<uint8_t>(A) | static_cast<uint8_t>(B));
}
constexpr bool intersects(Pass A, Pass B) {
  return (static_cast<uint8_t>(A) & static_cast<uint8_t>(B)) != 0;
}

llvm::StringRef toString(OpTier T);
llvm::StringRef toString(Mode M);
llvm::StringRef toString(Severity S);

/// The mode named by "off", "audit" or "enforce".
std::optional<Mode> parseMode(llvm::StringRef Text);

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_TIER_H
