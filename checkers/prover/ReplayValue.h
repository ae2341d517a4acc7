// SPDX-License-Identifier: Apache-2.0
// Values of the replay: every value is a row of 64-bit cells.

#ifndef OXIDE_PROVER_REPLAYVALUE_H
#define OXIDE_PROVER_REPLAYVALUE_H

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstrTypes.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace oxide::prover::interp {

/// An integer of up to 64 bits (upper bits zero), the bits of a float or an
/// address. Wider integers take several cells, low word first.
using Cell = uint64_t;

enum class ScalarKind : uint8_t {
  None,
  Int,
  Wide,
  Half,
  BFloat,
  Float,
  Double,
  Pointer,
  Aggregate
};

/// How a value lies in cells.
struct Shape {
  /// None for void and for types that the replay cannot hold.
  ScalarKind Kind = ScalarKind::None;
  uint32_t Bits = 0;
  uint32_t Lanes = 1;
  uint32_t Cells = 0;

  size_t perLane() const {
    return Kind == ScalarKind::Wide ? Cells / Lanes : 1;
  }
  bool isFloat() const {
    return Kind >= ScalarKind::Half && Kind <= ScalarKind::Double;
  }
};

/// A run of bytes in memory that one cell holds.
struct Piece {
  uint32_t Cell;
  uint32_t Offset;
  uint32_t Bytes;
};

Shape shapeOf(llvm::Type *Type, const llvm::DataLayout &Layout);
/// Appends the pieces of \p Type; false when it has no whole bytes.
bool piecesOf(llvm::Type *Type, const llvm::DataLayout &Layout,
              std::vector<Piece> &Pieces);

inline Cell truncated(Cell Value, unsigned Bits) {
  return Bits >= 64 ? Value : Value & ((Cell(1) << Bits) - 1);
}
inline int64_t extended(Cell Value, unsigned Bits) {
  return Bits >= 64 ? int64_t(Value)
                    : int64_t(Value << (64 - Bits)) >> (64 - Bits);
}

double toDouble(Cell Value, ScalarKind Kind);
Cell fromDouble(double Value, ScalarKind Kind);

/// One lane of an integer operation. Undefined results are all ones.
Cell intBinary(unsigned Opcode, Cell A, Cell B, unsigned Bits);
Cell floatBinary(unsigned Opcode, Cell A, Cell B, ScalarKind Kind);
bool intCompare(llvm::CmpInst::Predicate Predicate, Cell A, Cell B,
                unsigned Bits);
bool floatCompare(llvm::CmpInst::Predicate Predicate, double A, double B);
/// Float to integer as PTX does it: saturating, NaN gives zero.
Cell floatToInt(double Value, unsigned Bits, bool Signed);

/// Lanes of operations on integers that take several cells.
void wideBinary(unsigned Opcode, const Cell *A, const Cell *B, unsigned Bits,
                Cell *Out);
bool wideCompare(llvm::CmpInst::Predicate Predicate, const Cell *A,
                 const Cell *B, unsigned Bits);
void wideResize(const Cell *In, unsigned InBits, bool Signed, Cell *Out,
                unsigned OutBits);

/// A cast of \p In.Lanes lanes; false when it is not known.
bool castLanes(unsigned Opcode, const Cell *From, Shape In, Cell *To,
               Shape Out);

} // namespace oxide::prover::interp

#endif
