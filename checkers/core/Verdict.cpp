// SPDX-License-Identifier: Apache-2.0

#include "core/Verdict.h"
#include "llvm/ADT/Twine.h"
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

static llvm::StringRef inWords(Answer A) {
  return A == Answer::NotProven ? "not proven" : toString(A);
}

std::string verdictText(llvm::StringRef Name, Answer Race, Answer Barrier,
                        Answer Bounds) {
  return ("verdict on '" + llvm::Twine(Name) + "': race freedom " +
          inWords(Race) + ", barrier uniformity " + inWords(Barrier) +
          ", bounds " + inWords(Bounds))
      .str();
}

std::string checksText(const CheckCounts &Checks) {
  if (Checks.Discharged + Checks.Hoisted + Checks.InPlace == 0)
    return "";
  return ("bounds checks: " + llvm::Twine(Checks.Discharged) + " discharged, " +
          llvm::Twine(Checks.Hoisted) + " hoisted, " +
          llvm::Twine(Checks.InPlace) + " in place")
      .str();
}

} // namespace oxide
