// SPDX-License-Identifier: Apache-2.0
//
// Keeps passes away from the accesses of a kernel, and counts that they did.

#ifndef OXIDE_CHECKERS_PROVER_ACCESSCENSUS_H
#define OXIDE_CHECKERS_PROVER_ACCESSCENSUS_H

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ValueHandle.h"
#include <optional>
#include <vector>

namespace oxide::prover {

enum class CensusKind : uint8_t { Load, Store, Atomic, Copy, Call };

enum class AccessFate : uint8_t {
  Kept,
  Local,       ///< it turned out to touch an object of the thread's own
  Unreachable, ///< behind a branch whose condition became constant
  Lost,        ///< a pass removed it: what follows proves nothing
};

/// One access as inlined, before any pass that may delete code.
struct CensusEntry {
  CensusKind Kind;
  llvm::DebugLoc Loc;
  AccessFate Fate = AccessFate::Local;
};

/// Whether the source says that this access is volatile. The pipeline makes
/// all others volatile too, so that none is removed, merged or forwarded.
bool isVolatileInSource(const llvm::Instruction &I);

/// The index in the census of the access that \p I is, or is a part of: copies
/// of classes are done member by member. Nothing for what is the thread's own.
std::optional<unsigned> accessNumber(const llvm::Instruction &I);

/// Objects of one thread: local variables and by-value parameters.
bool isThreadLocal(const llvm::Value *Pointer);

/// Makes every access of \p F volatile that does not plainly touch a local
/// object.
void protectAccesses(llvm::Function &F);

/// The accesses of one kernel, watched from inlining to the last pass.
class AccessCensus {
public:
  /// Protects and counts the accesses of \p F.
  explicit AccessCensus(llvm::Function &F) : F(F) { extend(); }

  /// The same for accesses that came with a function inlined since.
  void extend();

  /// Lets go of accesses that touch local objects, now that more pointers are
  /// known. Returns whether there were any.
  bool releaseLocal();

  /// Removes the blocks that cannot be reached.
  bool dropUnreachable();

  /// \p Old is about to be removed: \p New does what it did to memory.
  void replace(llvm::Instruction &Old, llvm::ArrayRef<llvm::Instruction *> New);

  /// Looks for what is left and numbers it. To be called after the last pass.
  std::vector<CensusEntry> take();

private:
  /// An instruction of an access. Metadata would do were it not that passes
  /// drop it where they merge a load into another one.
  struct Part {
    llvm::WeakVH At;
    size_t Entry;
    bool Settled = false;
  };
  void settle(Part &P, AccessFate Fate);

  llvm::Function &F;
  std::vector<CensusEntry> Entries;
  std::vector<Part> Parts;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_ACCESSCENSUS_H
