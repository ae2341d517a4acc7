// SPDX-License-Identifier: Apache-2.0
//
// The identity of a finding that survives edits elsewhere in the file.

#ifndef OXIDE_CHECKERS_CORE_FINGERPRINT_H
#define OXIDE_CHECKERS_CORE_FINGERPRINT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace oxide {

/// What version 1 of the fingerprint is made of. Line numbers and message text
/// are left out: both change when other code does.
struct FingerprintInput {
  llvm::StringRef Checker;
  llvm::StringRef Path;     ///< relative to the project
  llvm::StringRef Function; ///< qualified name, may be empty
  llvm::StringRef Line;     ///< its lineKey(); white space does not count
  unsigned Ordinal = 0;     ///< position among findings equal in all the above
};

/// Sha256 in lower-case hexadecimal.
std::string fingerprintV1(const FingerprintInput &Input);

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_FINGERPRINT_H
