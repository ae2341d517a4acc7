// SPDX-License-Identifier: Apache-2.0
//
// Calls through pointers to functions.

#ifndef OXIDE_CHECKERS_PROVER_POINTERCALLS_H
#define OXIDE_CHECKERS_PROVER_POINTERCALLS_H

#include "llvm/IR/Module.h"

namespace oxide::prover {

struct PointerCalls {
  bool Changed = false;
  /// Some call may go wherever the host says: it was taken to reach one of the
  /// candidates.
  bool Assumed = false;
};

/// Whether \p M has a call of which the callee is not known.
bool hasPointerCalls(const llvm::Module &M);

/// Makes each call through a pointer in \p Kernel a choice between direct
/// calls: of the functions that the pointer was made from, or, where it comes
/// from a parameter or a variable, of \p Candidates that have its type. Calls
/// of other pointers, as of a virtual function, stay.
PointerCalls splitPointerCalls(llvm::Function &Kernel,
                               llvm::ArrayRef<llvm::Function *> Candidates);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_POINTERCALLS_H
