// SPDX-License-Identifier: Apache-2.0
//
// What a kernel does as the hardware's protocols see it: operations of
// mbarriers, of the async proxy, of the tensor cores, with their places in
// shared memory, in the order of the code.

#ifndef OXIDE_CHECKERS_PROVER_HARDWAREOPS_H
#define OXIDE_CHECKERS_PROVER_HARDWAREOPS_H

#include "prover/Access.h"
#include "prover/AsmEffects.h"
#include <deque>

namespace oxide::prover {

enum class HardwareEvent : uint8_t {
  None,
  Begin, ///< of the kernel
  Opaque,
  // Ordinary accesses. Copies are those of cp.async.
  SharedRead,
  SharedWrite,
  CopyWrite,
  GlobalAccess,
  BarrierInit,
  BarrierInvalid,
  BarrierExpect,
  BarrierArrive,
  BarrierComplete,
  BarrierWait,
  BarrierWaitParity,
  /// The barrier that a bulk copy completes on.
  BarrierSignal,
  CopyArrive,
  CopyCommit,
  CopyWait,
  CopyWaitAll,
  BulkLoad,
  TensorLoad,
  BulkStore,
  BulkRemote,
  BulkCommit,
  BulkWait,
  FenceInit,
  FenceProxy,
  Fence,
  ClusterBarrier,
  BlockBarrier,
  WarpBarrier,
  WarpExchange,
  Matrix,
  TensorMatrix,
  /// A tile that the tensor cores read; one for each descriptor.
  MatrixOperand,
  TensorMatrixOperand,
  /// A use of what an mma of a warpgroup writes to registers.
  Accumulator,
  MatrixFence,
  MatrixCommit,
  MatrixWait,
  GridWait
};

/// A set of events.
using HardwareEvents = uint64_t;
constexpr HardwareEvents eventBit(HardwareEvent E) {
  return HardwareEvents(1) << unsigned(E);
}

struct HardwareOp {
  HardwareEvent Event = HardwareEvent::None;
  const llvm::Instruction *At = nullptr;
  /// Its place; null where it has none or more than one.
  const Access *Place = nullptr;
  /// Bytes, groups, a count or a parity, where it is constant.
  std::optional<int64_t> Number = std::nullopt;
  /// Of Accumulator: the mma.
  const llvm::Instruction *Of = nullptr;
  /// Under a guard of the PTX that is not followed.
  bool Guarded = false;
};

class HardwareOps {
public:
  HardwareOps(Translator &X, KernelIR &K, MemoryModel &M,
              llvm::ArrayRef<Access> Accesses);

  /// In the order of KernelIR::blocks().
  llvm::ArrayRef<HardwareOp> all() const { return Ops; }
  llvm::ArrayRef<HardwareOp> in(const llvm::BasicBlock *B) const;
  bool has(HardwareEvents E) const { return Present & E; }

private:
  void visit(const llvm::Instruction &I);
  void visitAsm(const llvm::CallBase &Call);
  void visitPtx(const llvm::CallBase &Call, const AsmStatement &S,
                const cuda::PtxInstruction &I);
  void visitIntrinsic(const llvm::CallBase &Call);
  void addMatrix(const AsmStatement &S, const cuda::PtxInstruction &I,
                 HardwareOp Op);
  void addUses(const llvm::CallBase &Matrix);
  void add(HardwareOp Op);
  const Access *place(const llvm::Instruction &At, const llvm::Value *Address,
                      int64_t Added, unsigned Width);

  Translator &X;
  MemoryModel &M;
  llvm::DenseMap<const llvm::Instruction *,
                 llvm::SmallVector<const Access *, 2>>
      Plain;
  llvm::DenseMap<const llvm::Instruction *,
                 llvm::SmallVector<const llvm::Instruction *, 1>>
      Uses; ///< of accumulators: the mma
  llvm::DenseSet<const llvm::Instruction *> Unknown;
  std::deque<RawAccess> Raw;
  std::deque<Access> Places;
  std::vector<HardwareOp> Ops;
  llvm::DenseMap<const llvm::BasicBlock *, std::pair<size_t, size_t>> Ranges;
  HardwareEvents Present = 0;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_HARDWAREOPS_H
