// SPDX-License-Identifier: Apache-2.0
//
// The text of an asm statement below the level of PTX statements: comments,
// strings, and references to operands.

#ifndef OXIDE_CHECKERS_CUDA_PTXTEXT_H
#define OXIDE_CHECKERS_CUDA_PTXTEXT_H

#include "cuda/InlineAsm.h"

namespace oxide::cuda {

class PtxText {
public:
  /// In a \p Basic statement `%` has no special meaning.
  PtxText(llvm::StringRef AsmText, llvm::ArrayRef<llvm::StringRef> Names,
          bool Basic);

  PtxText(const PtxText &) = delete;
  PtxText &operator=(const PtxText &) = delete;

  /// The text with comments blanked, so that offsets still hold.
  llvm::StringRef text() const { return Buffer; }

  /// Whether all comments and strings end.
  bool isComplete() const { return Complete; }

  /// The position after the unit at \p Pos: a string, a symbolic reference with
  /// its brackets, or one character.
  size_t unitEnd(size_t Pos) const;

  /// Appends the operands that \p Part mentions; false when a `%` in it could
  /// not be understood.
  bool references(llvm::StringRef Part, bool IsAddress,
                  llvm::SmallVectorImpl<PtxReference> &Out) const;

private:
  void blankComments();

  llvm::ArrayRef<llvm::StringRef> Names;
  bool Basic;
  bool Complete = true;
  std::string Buffer;
};

/// Whether \p C may stand in a register, a label or a number.
bool isPtxWord(char C);

/// Whether \p Operand has only characters that operands have, and no two words
/// without an operator between them, as where a semicolon was forgotten.
bool isPlausiblePtxOperand(llvm::StringRef Operand);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_PTXTEXT_H
