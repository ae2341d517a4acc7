// SPDX-License-Identifier: Apache-2.0
//
// Defects of the group "memory" that are not about the size of an object.

#ifndef OXIDE_CHECKERS_PROVER_MEMORYDEFECTS_H
#define OXIDE_CHECKERS_PROVER_MEMORYDEFECTS_H

#include "prover/DefectText.h"

namespace oxide::prover {

/// Misaligned accesses, shared memory read before it is written, accesses
/// before the beginning of an array, accesses without a guard.
std::vector<Defect> memoryDefects(CheckContext &Ctx, const DefectText &Text,
                                  Query &Q, KernelIR &K, const MemoryModel &M,
                                  llvm::ArrayRef<Access> Accesses,
                                  const clang::FunctionDecl &Kernel);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_MEMORYDEFECTS_H
