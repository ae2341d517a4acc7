// SPDX-License-Identifier: Apache-2.0
//
// What a statement of inline PTX does: which memory it touches, whom it waits
// for.

#ifndef OXIDE_CHECKERS_PROVER_ASMEFFECTS_H
#define OXIDE_CHECKERS_PROVER_ASMEFFECTS_H

#include "cuda/InlineAsm.h"
#include "prover/Memory.h"
#include "llvm/IR/InstrTypes.h"

namespace oxide::prover {

/// An asm statement of the device code. Operands of its instructions are traced
/// to arguments of the call, also through registers of the statement.
class AsmStatement {
public:
  /// \p Call must call inline assembly.
  explicit AsmStatement(const llvm::CallBase &Call);

  /// All instructions are known, and control leaves at the end.
  bool isPlain() const { return Plain; }
  llvm::ArrayRef<cuda::PtxInstruction> instructions() const {
    return Parsed.Instructions;
  }
  /// The argument that \p O is, if it is one and nothing else.
  const llvm::Value *argument(const cuda::PtxOperand &O) const;
  const llvm::Value *argument(const cuda::PtxReference &R) const;
  std::optional<int64_t> constant(const cuda::PtxOperand &O) const;
  /// The argument in the brackets of \p O and the bytes added to it.
  std::optional<std::pair<const llvm::Value *, int64_t>>
  address(const cuda::PtxOperand &O) const;

private:
  const llvm::Value *argument(llvm::StringRef Text) const;

  const llvm::CallBase &Call;
  cuda::PtxTemplate Parsed;
  unsigned Outputs = 0; ///< their operands come first
  /// Registers of the statement that hold an argument, perhaps in another
  /// address space.
  std::map<std::string, std::string> Registers;
  bool Plain = false;
};

/// The accesses of \p Call, which calls inline assembly. Nothing where it may
/// have an effect that is not known: then \p Unknown is the instruction.
std::optional<std::vector<RawAccess>> asmAccesses(const llvm::CallBase &Call,
                                                  std::string &Unknown);

/// The address that \p V is in another form: in another address space, or as an
/// integer. Null where it is not known to be one.
const llvm::Value *sameAddress(const llvm::Value *V);

/// The operand with the lanes of a warp-level operation in inline assembly.
const llvm::Value *asmMask(const llvm::CallBase &Call);

/// What orders the asynchronous copies of one thread.
struct CopyControl {
  enum Action : uint8_t { Commit, Wait, WaitAll } Does;
  /// Of Wait: the groups that may still be on the way; nothing where that is
  /// not constant.
  std::optional<uint64_t> Pending;
};
std::optional<CopyControl> copyControl(const llvm::Instruction &I);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_ASMEFFECTS_H
