// SPDX-License-Identifier: Apache-2.0
//
// What a kernel does to memory, before any arithmetic: objects, the
// instructions that touch them, and effects that are not known.

#ifndef OXIDE_CHECKERS_PROVER_MEMORY_H
#define OXIDE_CHECKERS_PROVER_MEMORY_H

#include "prover/KernelIR.h"
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
  void visitAsm(const llvm::CallBase &Call);
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
