// SPDX-License-Identifier: Apache-2.0

#include "core/Verdict.h"
#include "llvm/Support/ErrorHandling.h"

namespace oxide {

llvm::StringRef toString(Answer A) {
  switch (A) {
  case Answer::Proven:
    return "proven";
  case Answer::Refuted:
    return "refuted";
  case Answer::NotProven:
    return "not-proven";
  }
  llvm_unreachable("not an answer");
}

} // namespace oxide
