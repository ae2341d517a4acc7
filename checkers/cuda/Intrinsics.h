// SPDX-License-Identifier: Apache-2.0
//
// What the device functions and PTX opcodes that CUDA provides do, and which
// tier each belongs to.

#ifndef OXIDE_CHECKERS_CUDA_INTRINSICS_H
#define OXIDE_CHECKERS_CUDA_INTRINSICS_H

#include "core/Tier.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class FunctionDecl;
} // namespace clang

namespace oxide::cuda {

/// What an operation does to memory, to other threads, or to a protocol.
enum class OpEffect : uint8_t {
  None,                 ///< arithmetic on its arguments
  Query,                ///< reads a register: index, lane, clock, group rank
  OutArgument,          ///< arithmetic that stores a result through a pointer
  BlockBarrier,         ///< all threads of the block
  NamedBarrier,         ///< a numbered barrier, perhaps for part of the block
  WarpBarrier,          ///< the lanes of a mask
  TileBarrier,          ///< a cooperative group; its type or value tells which
  GridBarrier,          ///< all threads of a cooperative launch
  ClusterBarrier,       ///< all threads of the cluster
  WarpCollective,       ///< lanes exchange values: shuffle, vote, match, reduce
  ActiveMask,           ///< which lanes happen to be converged here
  Atomic,               ///< atomic read, write or update of memory
  Fence,                ///< orders memory accesses of this thread
  ProxyFence,           ///< orders accesses of two proxies
  SharedAddress,        ///< converts addresses between address spaces
  RawLoad,              ///< reads memory through a raw pointer
  RawStore,             ///< writes memory through a raw pointer
  CacheControl,         ///< prefetch and eviction hints: no value changes
  Texture,              ///< reads through a texture object
  Surface,              ///< reads or writes through a surface object
  AsyncCopy,            ///< non-bulk asynchronous copy: issue, commit, wait
  BulkCopy,             ///< bulk asynchronous copy, tensor maps
  Mbarrier,             ///< an arrive/wait barrier object, raw or typed
  TensorCore,           ///< matrix fragments and matrix multiply
  TensorMemory,         ///< allocation of and access to tensor memory
  ClusterShared,        ///< shared memory of another block of the cluster
  ClusterLaunchControl, ///< takes over the work of blocks not yet launched
  DependentLaunch,      ///< programmatic dependent launch
  RegisterBudget,       ///< moves registers between warps
  Assert,               ///< ends the kernel with a message when reached
  Trap,                 ///< ends the kernel or the thread, or stops a debugger
  Print,                ///< writes to the output buffer
  Alloc,                ///< device heap
  DeviceLaunch,         ///< device-side runtime: launches, copies, events
  ControlFlow,          ///< branches, calls and returns written in PTX
  Asm                   ///< an assembly statement as a whole; no row has it
};

llvm::StringRef toString(OpEffect E);

/// A device function or builtin, or a family of them.
struct Intrinsic {
  /// Qualified name. In a family it ends with `*`.
  llvm::StringRef Name;
  OpTier Tier;
  OpEffect Effect;
};

/// The row for a function named \p QualifiedName, or null when the table does
/// not know it. The name has no inline namespaces and no template arguments:
/// `cuda::ptx::mbarrier_init`, `cooperative_groups::thread_block::sync`. An
/// exact row wins over families, a longer family over a shorter one.
const Intrinsic *lookupIntrinsic(llvm::StringRef QualifiedName);

/// The row for \p F as device code means it, or null when the table does not
/// know it. A function that user code defines is not the toolkit's if its name
/// is not reserved, or if the table has that name as safe; such a function is
/// unknown, because only its body tells what it does.
const Intrinsic *lookupIntrinsic(const clang::FunctionDecl &F);

/// All rows, in no particular order.
llvm::ArrayRef<Intrinsic> allIntrinsics();

/// Which operands a PTX instruction writes.
enum class PtxResult : uint8_t {
  None,       ///< none: stores, barriers, branches
  First,      ///< the first operand, unless it is an address
  FirstTwo,   ///< the first two operands
  Accumulator ///< the first operand, which is also read
};

/// A PTX opcode, or a family that shares leading dotted segments.
struct PtxOpcode {
  llvm::StringRef Name;
  OpTier Tier;
  OpEffect Effect;
  PtxResult Result;
};

/// The row with the longest run of leading segments of \p Opcode, or null:
/// `cp.async.bulk.tensor.2d` finds `cp.async.bulk`, `tcgen05.wait::ld` finds
/// `tcgen05.wait`, `movx` finds nothing.
const PtxOpcode *lookupPtxOpcode(llvm::StringRef Opcode);

/// All rows, in no particular order.
llvm::ArrayRef<PtxOpcode> allPtxOpcodes();

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_INTRINSICS_H
