// SPDX-License-Identifier: Apache-2.0
//
// What the analysis says about a kernel, and the zones that its author wrote.

#ifndef OXIDE_CHECKERS_CORE_VERDICT_H
#define OXIDE_CHECKERS_CORE_VERDICT_H

#include "core/Tier.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceLocation.h"
#include <string>
#include <vector>

namespace oxide {

enum class Answer : uint8_t { Proven, Refuted, NotProven };

llvm::StringRef toString(Answer A);

/// The three answers on the kernel \p Name as one line for people.
std::string verdictText(llvm::StringRef Name, Answer Race, Answer Barrier,
                        Answer Bounds);

struct CheckCounts;
/// The counts as a note for people; empty where a kernel has no checks.
std::string checksText(const CheckCounts &Checks);

struct VerdictReason {
  clang::SourceLocation Loc;
  std::string Message;

  bool operator==(const VerdictReason &) const = default;
};

/// What has become of the bounds checks of the library's slices.
struct CheckCounts {
  unsigned Discharged = 0; ///< proven to be redundant; not in optimised code
  unsigned Hoisted = 0;    ///< made once, before the loop that they are in
  unsigned InPlace = 0;
};

struct KernelVerdict {
  const clang::FunctionDecl *Kernel = nullptr;
  OpTier Tier = OpTier::Safe; ///< highest tier of what the kernel does
  Mode EffectiveMode = Mode::Audit;
  Answer Race = Answer::NotProven;
  Answer Barrier = Answer::NotProven;
  Answer Bounds = Answer::NotProven;
  std::vector<VerdictReason> Reasons;
  std::vector<std::string> Assumptions;
  unsigned Operations = 0; ///< above the safe tier, in all that it calls
  unsigned Discharged = 0; ///< those that need no zone, as the prover shows
  unsigned ZonesNeeded = 0;
  unsigned ZonesUnneeded = 0; ///< with nothing in them that needs a zone
  CheckCounts Checks;
  double Ms = 0;            ///< time spent; differs from run to run
  uint64_t SolverSteps = 0; ///< the solver's work in its own unit
  std::string Explanation;  ///< for ProverOptions::ExplainKernel, else empty
};

/// One unsafe or manual zone, as `oxide audit` lists it.
struct ZoneRecord {
  OpTier Tier = OpTier::Unsafe;
  std::string Contract;
  clang::SourceLocation Loc;
  const clang::FunctionDecl *Function = nullptr;
  unsigned Operations = 0; ///< operations inside of its tiers
  unsigned Discharged = 0; ///< those that need no zone, as the prover shows
  bool Opaque = false;     ///< has calls of which nobody knows the tier

  bool isNeeded() const { return Operations > Discharged || Opaque; }
};

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_VERDICT_H
