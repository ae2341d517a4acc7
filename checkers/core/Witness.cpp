// SPDX-License-Identifier: Apache-2.0

#include "core/Witness.h"
#include "llvm/Support/ErrorHandling.h"

namespace oxide {

llvm::StringRef toString(Grade G) {
  switch (G) {
  case Grade::Certain:
    return "certain";
  case Grade::InputDependent:
    return "input-dependent";
  }
  llvm_unreachable("not a grade");
}

} // namespace oxide
