// SPDX-License-Identifier: Apache-2.0
//
// What a kernel does to memory, before any arithmetic: objects, the
// instructions that touch them, and effects that are not known.

#ifndef OXIDE_CHECKERS_PROVER_MEMORY_H
#define OXIDE_CHECKERS_PROVER_MEMORY_H

#include "prover/KernelIR.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/GlobalVariable.h"
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace oxide::prover {

enum class ObjectKind : uint8_t {
  Parameter,      ///< what a pointer parameter, or a member of one, points to
  ParameterBlock, ///< the by-value parameters themselves
  Shared,
  DynamicShared, ///< all extern __shared__ arrays: they are one object
  Global,        ///< a __device__ variable
  Constant,
  Local,   ///< of one thread
  Unknown, ///< whatever pointers of unknown origin point to
};

struct MemoryObject {
  unsigned Id = 0;
  ObjectKind Kind = ObjectKind::Unknown;
  /// Argument, GlobalVariable or AllocaInst; null for Unknown.
  const llvm::Value *Base = nullptr;
  /// Of the member of a by-value parameter that holds the pointer, in bytes.
  std::optional<uint64_t> Member;
  std::optional<uint64_t> Size; ///< in bytes
  /// Objects of one number, above 0, lie in one buffer at unknown distances.
  unsigned Buffer = 0;
  bool Written = false; ///< by some instruction of the kernel
  /// Its address is stored or handed to code that is not followed.
  bool Escapes = false;
  std::string Name;

  /// One copy for each block, so that threads of two blocks never meet in it.
  bool isShared() const {
    return Kind == ObjectKind::Shared || Kind == ObjectKind::DynamicShared;
  }
  /// No two threads meet in it, or nobody can write it.
  bool isPrivate() const {
    return Kind == ObjectKind::Local || Kind == ObjectKind::ParameterBlock ||
           Kind == ObjectKind::Constant;
  }
};

enum class AccessKind : uint8_t { Read, Write, Atomic };

llvm::StringRef noun(AccessKind K); ///< "read", "write", "atomic update"

struct RawAccess {
  const llvm::Instruction *At = nullptr;
  const llvm::Value *Pointer = nullptr;
  AccessKind Kind = AccessKind::Read;
  /// Bytes; nothing where the length is not constant.
  std::optional<uint64_t> Width;
  /// Of an atomic: which threads it is atomic to.
  SyncScope AtomicTo = SyncScope::Grid;
  const llvm::Value *Stored = nullptr; ///< the value of a plain write
  unsigned Alignment = 1;              ///< that the instruction demands
  bool Volatile = false;               ///< in the source
  bool Asynchronous = false;           ///< completes later: cp.async
  int64_t Displacement = 0;            ///< bytes from where Pointer points
  bool MayNotHappen = false;           ///< under a guard that is not followed
  /// The lanes of a warp do it together: which of them gets or gives what is at
  /// the address of a lane is not told.
  bool Collective = false;
  unsigned Lanes = 32; ///< how many do it, from the lowest on
  /// Of a matrix: one access for each of its rows, or columns.
  struct Rows {
    unsigned Count;
    const llvm::Value *Pitch; ///< from one to the next, in elements
    unsigned Element;         ///< its size in bytes
  };
  std::optional<Rows> Matrix = std::nullopt;
  /// Of a surface, which Pointer names: bytes in a row, row, layer.
  llvm::SmallVector<const llvm::Value *, 3> Surface = {};
};

/// An instruction whose effect on memory or on the order is not known.
struct UnknownEffect {
  const llvm::Instruction *At;
  std::string What;
  /// May order threads: no race near it can be certain.
  bool MaySynchronise;
};

class MemoryModel {
public:
  using ParameterPairs = llvm::ArrayRef<std::pair<unsigned, unsigned>>;

  /// \p Same names parameters that are given one pointer, the first of each
  /// pair standing for both; \p Near those that point into one buffer.
  explicit MemoryModel(KernelIR &K, ParameterPairs Same = {},
                       ParameterPairs Near = {});

  llvm::ArrayRef<RawAccess> accesses() const { return Accesses; }
  llvm::ArrayRef<UnknownEffect> unknownEffects() const { return Unknowns; }
  const std::deque<MemoryObject> &objects() const { return Objects; }
  /// Functions without a body that get no pointer: they are taken to touch no
  /// memory of the kernel and to synchronise nothing.
  llvm::ArrayRef<const llvm::Function *> trusted() const { return Trusted; }

  /// Objects that \p Pointer may point into, without offsets.
  std::vector<const MemoryObject *> objectsOf(const llvm::Value *Pointer);
  /// Whether the integer \p V is made from an address.
  bool isAddress(const llvm::Value *V) const { return !basesOf(V).empty(); }
  /// The object whose beginning \p Base is: the end of a walk through
  /// address arithmetic.
  const MemoryObject *objectAt(const llvm::Value *Base);
  const MemoryObject *unknownObject();
  /// Whether the two may share bytes though they are different objects.
  static bool mayAlias(const MemoryObject &A, const MemoryObject &B);

private:
  void visit(const llvm::Instruction &I);
  void visitCall(const llvm::CallBase &Call);
  bool visitIntrinsic(const llvm::CallBase &Call);
  bool visitMatrix(const llvm::CallBase &Call, llvm::StringRef Name);
  void visitAsm(const llvm::CallBase &Call);
  std::vector<const llvm::Value *> basesOf(const llvm::Value *Pointer) const;
  bool collectBases(const llvm::Value *V,
                    llvm::SmallPtrSetImpl<const llvm::Value *> &Seen,
                    std::vector<const llvm::Value *> &Into) const;
  std::optional<std::pair<const llvm::GlobalVariable *, uint64_t>>
  globalMember(const llvm::Value *V) const;
  MemoryObject &object(ObjectKind Kind, const llvm::Value *Base,
                       std::optional<uint64_t> Member = {});
  void markEscapes();

  KernelIR &K;
  ParameterPairs Same, Near;
  std::deque<MemoryObject> Objects;
  std::vector<RawAccess> Accesses;
  std::vector<UnknownEffect> Unknowns;
  std::vector<const llvm::Function *> Trusted;
};

/// Where \p Load reads a pointer or a scalar from a by-value parameter: the
/// argument and the byte offset of the member.
std::optional<std::pair<const llvm::Argument *, uint64_t>>
parameterMember(const llvm::Value *Load, const llvm::DataLayout &Layout);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_MEMORY_H
