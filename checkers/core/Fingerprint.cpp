// SPDX-License-Identifier: Apache-2.0

#include "core/Fingerprint.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

namespace oxide {

std::string fingerprintV1(const FingerprintInput &Input) {
  std::string Bare;
  for (char C : Input.Line)
    if (!llvm::isSpace(C))
      Bare += C;
  llvm::SHA256 Hash;
  // A zero byte ends each part, so that no two inputs run together alike.
  for (llvm::StringRef Part :
       {Input.Checker, Input.Path, Input.Function, llvm::StringRef(Bare)}) {
    Hash.update(Part);
    Hash.update(llvm::StringRef("\0", 1));
  }
  Hash.update(std::to_string(Input.Ordinal));
  return llvm::toHex(Hash.final(), /*LowerCase=*/true);
}

} // namespace oxide
