// SPDX-License-Identifier: Apache-2.0
//
// The bounds checks of the library's slices, as they stand in LLVM's code.

#ifndef OXIDE_CHECKERS_PROVER_CHECKSITES_H
#define OXIDE_CHECKERS_PROVER_CHECKSITES_H

#include "prover/ExactBits.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace oxide::prover {

/// Whether \p F is what the library calls when a check has failed.
bool isCheckFailure(const llvm::Function &F);
/// Whether the code of \p M has checks at all.
bool hasChecks(const llvm::Module &M);

/// Why a check is not needed.
enum class CheckProof : uint8_t {
  None,       ///< it is needed, as far as is known
  Code,       ///< of the code and the hardware alone
  Assumptions ///< of what the code assumes too: the relations of the contract
};

/// A check of a function: where control is once it has failed.
struct CheckSite {
  llvm::BasicBlock *Failed = nullptr;
  const llvm::Instruction *At = nullptr; ///< in Failed
  CheckProof Proof = CheckProof::None;
};

/// The checks of \p F in the order of its blocks, not yet judged. A check is
/// entered by its first block that has an instruction \p IsFailure.
llvm::SmallVector<CheckSite, 0>
findChecks(llvm::Function &F,
           llvm::function_ref<bool(const llvm::Instruction &)> IsFailure);

/// Judges \p Site.
void judge(CheckSite &Site, ExactBits &Bits);

/// Takes \p Site, which is proven, out of the code: nothing branches to its
/// failure any more. The next simplification drops that.
void discharge(CheckSite &Site);

/// Whether a check of which the failure is in \p Failed is made in a loop.
bool isMadeInLoop(const llvm::BasicBlock &Failed, const llvm::LoopInfo &LI);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_CHECKSITES_H
