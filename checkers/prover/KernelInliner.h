// SPDX-License-Identifier: Apache-2.0
//
// Makes one function of a kernel and all that it calls.

#ifndef OXIDE_CHECKERS_PROVER_KERNELINLINER_H
#define OXIDE_CHECKERS_PROVER_KERNELINLINER_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"

namespace oxide::prover {

struct InlineResult {
  bool Changed = false;
  /// The call that would have made the kernel too large.
  const llvm::Instruction *TooLarge = nullptr;
};

/// The functions of \p M that may call themselves, through others or not.
llvm::DenseSet<const llvm::Function *> recursiveFunctions(llvm::Module &M);

/// Inlines every call in \p Kernel whose callee is known and not one of
/// \p Kept, until the kernel has more than \p Limit instructions. A call of a
/// function within itself stays.
InlineResult inlineCalls(llvm::Function &Kernel,
                         const llvm::DenseSet<const llvm::Function *> &Kept,
                         unsigned Limit);

/// Whether \p F is a synchronisation that the analysis knows by its name, so
/// that its body, which talks to other blocks through memory, is of no use.
bool isKnownByName(const llvm::Function &F);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_KERNELINLINER_H
