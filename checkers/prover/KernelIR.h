// SPDX-License-Identifier: Apache-2.0
//
// One prepared kernel function with the LLVM analyses that the prover reads.

#ifndef OXIDE_CHECKERS_PROVER_KERNELIR_H
#define OXIDE_CHECKERS_PROVER_KERNELIR_H

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace oxide::prover {

/// How far a synchronisation reaches: which threads it orders.
enum class SyncScope : uint8_t { Warp, Block, Cluster, Grid };

/// A point that orders the accesses before it with those after it. It is the
/// first instruction of its block.
struct SyncPoint {
  const llvm::Instruction *At = nullptr;
  SyncScope Scope = SyncScope::Block;
  /// The mask operand of a warp-level one; null where it takes all lanes.
  const llvm::Value *Mask = nullptr;
};

/// A kernel after Pipeline: all calls inlined, loops in simplified and
/// loop-closed form, one synchronisation per block and at its beginning.
class KernelIR {
public:
  /// Splits blocks of \p F at its synchronisations and analyses it.
  explicit KernelIR(llvm::Function &F);
  KernelIR(const KernelIR &) = delete;
  KernelIR &operator=(const KernelIR &) = delete;

  const llvm::Function &function() const { return F; }
  const llvm::DataLayout &layout() const {
    return F.getParent()->getDataLayout();
  }
  const llvm::DominatorTree &dominators() const { return DT; }
  const llvm::PostDominatorTree &postDominators() const { return PDT; }
  const llvm::LoopInfo &loops() const { return LI; }
  llvm::ScalarEvolution &evolution() { return SE; }
  /// Blocks in reverse post-order: a block comes after its predecessors but
  /// for back edges.
  llvm::ArrayRef<const llvm::BasicBlock *> blocks() const { return Order; }
  unsigned indexOf(const llvm::BasicBlock *B) const { return Index.at(B); }
  /// Control flow that is no nest of natural loops.
  bool irreducible() const { return Irreducible; }

  llvm::ArrayRef<SyncPoint> syncs() const { return Syncs; }
  /// The synchronisation at the beginning of \p B, or null.
  const SyncPoint *syncAt(const llvm::BasicBlock *B) const;

private:
  struct Splitter {
    explicit Splitter(llvm::Function &F, std::vector<SyncPoint> &Syncs);
  };

  llvm::Function &F;
  std::vector<SyncPoint> Syncs;
  Splitter Split;
  llvm::DominatorTree DT;
  llvm::PostDominatorTree PDT;
  llvm::LoopInfo LI;
  llvm::AssumptionCache AC;
  llvm::TargetLibraryInfoImpl TLII;
  llvm::TargetLibraryInfo TLI;
  llvm::ScalarEvolution SE;
  std::vector<const llvm::BasicBlock *> Order;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Index;
  bool Irreducible = false;
};

/// Whether \p B stops the grid: it traps, or nothing follows it.
bool isAbort(const llvm::BasicBlock &B);

/// The synchronisation that \p I performs, if it is one whose rules are known.
std::optional<SyncPoint> asSync(const llvm::Instruction &I);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_KERNELIR_H
