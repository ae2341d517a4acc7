// SPDX-License-Identifier: Apache-2.0
//
// A parser of inline PTX: the text of an asm statement as instructions, and
// what these do with the operands of the statement.

#ifndef OXIDE_CHECKERS_CUDA_INLINEASM_H
#define OXIDE_CHECKERS_CUDA_INLINEASM_H

#include "cuda/Intrinsics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace oxide::cuda {

/// One mention of an operand of the asm statement, as `%1` or `%[name]`.
struct PtxReference {
  unsigned Number = 0;
  /// The base address inside brackets: `%1` in `[%1+4]` and in `[%1, {%2}]`.
  bool IsAddress = false;
};

/// One operand of a PTX instruction.
struct PtxOperand {
  std::string Text;
  llvm::SmallVector<PtxReference, 2> References;
  bool IsAddress = false;     ///< written in brackets
  bool IsDestination = false; ///< the instruction writes it
};

struct PtxInstruction {
  /// With all modifiers: `ld.global.nc.v4.u32`.
  std::string Opcode;
  /// The row of the opcode, or null when the table does not know it.
  const PtxOpcode *Info = nullptr;
  /// The guard without `@` and `!`, or empty.
  std::string Predicate;
  bool PredicateNegated = false;
  llvm::SmallVector<PtxReference, 1> PredicateReferences;
  std::vector<PtxOperand> Operands;
  /// Byte offset in the text of the statement or of its guard.
  size_t Offset = 0;
  /// How many `{` are open around the instruction.
  unsigned Depth = 0;
  /// Whether a `;` ends it.
  bool Terminated = false;
  /// Whether the roles of all operands are known.
  bool Understood = true;
};

struct PtxLabel {
  std::string Name;
  size_t Offset = 0;
};

/// `.reg`, `.shared`, `.pragma` and the like.
struct PtxDirective {
  std::string Text;
  llvm::SmallVector<PtxReference, 1> References;
  size_t Offset = 0;
};

/// What all instructions together do with one operand of the statement.
struct OperandUse {
  bool Read = false;
  bool Written = false;
  /// Read as the base of a memory address.
  bool Address = false;
  /// Read or written by something whose roles are not known, or read by a
  /// matrix accumulator, which need not look at the old value.
  bool MaybeRead = false;
  bool MaybeWritten = false;
  /// Some instruction that no label precedes reads it before anything in the
  /// text could have written it.
  bool ReadBeforeWrite = false;
  /// Some instruction that no guard, label or branch can skip writes it.
  bool AlwaysWritten = false;
};

/// An asm statement as instructions.
struct PtxTemplate {
  std::vector<PtxInstruction> Instructions;
  std::vector<PtxLabel> Labels;
  std::vector<PtxDirective> Directives;
  /// False when some part of the text was not understood. What is here is
  /// still what the rest of the text says.
  bool Understood = true;

  /// The use of each operand that the text mentions.
  std::map<unsigned, OperandUse> operandUses() const;
};

/// Parses the template string \p AsmText of an extended asm statement.
/// \p OperandNames has the symbolic name of each operand, or an empty string.
/// Takes time linear in the size of the text; text above a megabyte is not
/// understood.
PtxTemplate parsePtx(llvm::StringRef AsmText,
                     llvm::ArrayRef<llvm::StringRef> OperandNames = {});

/// Parses an asm statement without operands and colons, in which `%` has no
/// special meaning.
PtxTemplate parseBasicPtx(llvm::StringRef AsmText);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_INLINEASM_H
