// SPDX-License-Identifier: Apache-2.0
//
// Which threads agree on a value. LLVM's UniformityAnalysis cannot be used:
// for NVPTX it calls ntid and ctaid divergent, and it has one scope only.

#ifndef OXIDE_CHECKERS_PROVER_UNIFORMITY_H
#define OXIDE_CHECKERS_PROVER_UNIFORMITY_H

#include "prover/Memory.h"
#include "prover/Term.h"
#include "llvm/ADT/DenseSet.h"

namespace oxide::prover {

class Uniformity {
public:
  Uniformity(KernelIR &K, MemoryModel &M);

  /// The threads that agree on \p V in the same iterations of the loops around
  /// its definition, as far as they compute it.
  Scope of(const llvm::Value *V) const;

  /// The threads that leave \p L after the same number of iterations.
  Scope exitOf(const llvm::Loop *L) const;

  /// Whether an instruction of the kernel may write what \p Object holds in a
  /// block-level phase that \p At belongs to.
  bool writtenInPhase(const llvm::Instruction *At, const MemoryObject *Object);

private:
  using BlockSet = llvm::DenseSet<const llvm::BasicBlock *>;

  bool update(const llvm::Instruction &I);
  Scope compute(const llvm::Instruction &I);
  Scope computePhi(const llvm::PHINode &Phi);
  Scope computeLoad(const llvm::LoadInst &Load);
  Scope computeCall(const llvm::CallBase &Call);
  Scope joinOperands(const llvm::User &U) const;
  bool joinsInside(const llvm::BasicBlock *X, const llvm::Loop *L) const;
  const BlockSet &phaseOf(const llvm::BasicBlock *B);

  KernelIR &K;
  MemoryModel &M;
  llvm::DenseMap<const llvm::Value *, Scope> Known;
  llvm::DenseMap<const llvm::BasicBlock *, BlockSet> Phases;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_UNIFORMITY_H
