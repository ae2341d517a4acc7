// SPDX-License-Identifier: Apache-2.0
//
// What threads use to wait for each other beside barriers: fences, atomic and
// volatile accesses, and the loops that spin on them.

#ifndef OXIDE_CHECKERS_PROVER_SYNCACCESS_H
#define OXIDE_CHECKERS_PROVER_SYNCACCESS_H

#include "prover/Memory.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace oxide::prover {

struct FenceOp {
  const llvm::Instruction *At;
  SyncScope Scope;
};

/// The memory fence that \p I is, if it is one.
std::optional<FenceOp> asFence(const llvm::Instruction &I);

/// The values that \p I compares with and writes, if it is a compare-and-swap.
std::optional<std::pair<const llvm::Value *, const llvm::Value *>>
compareAndSwap(const llvm::Instruction &I);

/// An access that other threads may act upon, or that acts upon theirs: atomic,
/// or volatile in the source.
struct SyncAccess {
  const RawAccess *Raw;
  std::vector<const MemoryObject *> Objects;
  /// Whom it can talk to.
  SyncScope Scope;
  bool Reads, Writes;
  /// Its result decides whether the loop around it is left.
  bool Spins = false;
  /// Takes a lock: a compare-and-swap that spins and changes the value.
  bool Locks = false;
};

/// A loop that can be left only by what another thread does.
struct SpinLoop {
  const llvm::Loop *L;
  const RawAccess *Observed;
  /// Neither atomic nor volatile: one load may serve all iterations.
  bool Plain;
  /// The comparison that ends the loop.
  const llvm::ICmpInst *Until = nullptr;
};

class SyncAccesses {
public:
  SyncAccesses(KernelIR &K, MemoryModel &M);

  llvm::ArrayRef<FenceOp> fences() const { return Fences; }
  llvm::ArrayRef<SyncAccess> accesses() const { return Strong; }
  llvm::ArrayRef<SpinLoop> spins() const { return Spins; }

  static bool mayMeet(const SyncAccess &A, const SyncAccess &B);
  const SyncAccess *find(const llvm::Instruction *I) const;
  /// Some loop spins on an object that \p A touches.
  bool isSpunOn(const SyncAccess &A) const;

  /// Whether control may come from \p From to \p To.
  bool reaches(const llvm::Instruction *From,
               const llvm::Instruction *To) const;
  /// Whether a fence of \p Scope or wider may be passed on the way.
  bool fenced(const llvm::Instruction *From, const llvm::Instruction *To,
              SyncScope Scope) const;

  /// Whether a barrier of the cluster may be passed on the way: it orders
  /// blocks of one cluster, and which blocks these are is not known.
  bool meetsInCluster(const llvm::Instruction *From,
                      const llvm::Instruction *To) const;

  /// Branches whose condition depends on the result of \p I, also through
  /// shared memory, by which one thread tells its block.
  llvm::SmallVector<const llvm::Instruction *, 4>
  decidedBy(const llvm::Instruction *I) const;
  /// Whether one of \p Branches decides if control comes to \p I.
  bool controls(llvm::ArrayRef<const llvm::Instruction *> Branches,
                const llvm::Instruction *I) const;

private:
  void findSpins();
  const llvm::DenseSet<const llvm::BasicBlock *> &
  behind(const llvm::BasicBlock *B) const;

  KernelIR &K;
  MemoryModel &M;
  std::vector<FenceOp> Fences;
  std::vector<SyncAccess> Strong;
  std::vector<SpinLoop> Spins;
  /// Blocks to which control can come from the end of one.
  mutable std::map<const llvm::BasicBlock *,
                   llvm::DenseSet<const llvm::BasicBlock *>>
      Behind;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_SYNCACCESS_H
