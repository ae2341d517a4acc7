// SPDX-License-Identifier: Apache-2.0

#ifndef OXIDE_CHECKERS_PROVER_INTEGERFUNCTIONS_H
#define OXIDE_CHECKERS_PROVER_INTEGERFUNCTIONS_H

#include "llvm/IR/Module.h"

namespace oxide::prover {

/// Replaces calls of libdevice's functions that count or reverse bits by LLVM's
/// intrinsics, which its passes compute where the argument is constant.
void replaceIntegerFunctions(llvm::Module &M);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_INTEGERFUNCTIONS_H
