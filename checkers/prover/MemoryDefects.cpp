// SPDX-License-Identifier: Apache-2.0

#include "prover/MemoryDefects.h"
#include "cuda/HostValues.h"
#include "prover/Neighbours.h"

namespace oxide::prover {

std::vector<Defect> memoryDefects(CheckContext &Ctx, const DefectText &Text,
                                  Query &Q, KernelIR &K, const MemoryModel &M,
                                  llvm::ArrayRef<Access> Accesses,
                                  const clang::FunctionDecl &Kernel) {
  std::vector<Defect> Result;
  for (const Misaligned &A : findMisaligned(
           Q, Accesses,
           [&](const Access &A) { return Text.promisedAlignment(A, Accesses); },
           [&](const MemoryObject &O) { return Text.baseAlignment(O); }))
    Result.push_back(Text.misaligned(A));

  // What is not followed may write shared memory, or wait for a copy into it.
  if (M.unknownEffects().empty())
    for (const Uninitialized &U : findUninitialized(Q, K, Accesses))
      Result.push_back(Text.uninitialized(U));

  auto &Host = Ctx.get<cuda::HostValues>();
  auto IsWhole = [&](const MemoryObject &O) {
    const clang::ParmVarDecl *P = Text.parameter(O);
    return P && Host.passesWhole(Kernel, P->getFunctionScopeIndex());
  };
  for (const OutOfBounds &B : findBeforeBeginning(Q, Accesses, IsWhole))
    Result.push_back(Text.beforeBeginning(B));

  for (const cuda::RoundedGrid &Grid : Host.roundedGrids(Kernel)) {
    std::vector<OutOfBounds> Found =
        findUnguarded(Q, Accesses, [&](const MemoryObject &O) {
          const clang::ParmVarDecl *P = Text.parameter(O);
          return P && Host.holdsCount(Grid, P->getFunctionScopeIndex());
        });
    // One place shows that the guard is missing.
    if (!Found.empty()) {
      Result.push_back(Text.unguarded(Found.front(), Grid));
      break;
    }
  }
  return Result;
}

} // namespace oxide::prover
