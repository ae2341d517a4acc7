// SPDX-License-Identifier: Apache-2.0
#include "ReplayValue.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"

#include <cmath>

namespace oxide::prover::interp {

using llvm::APFloat;
using llvm::APInt;
using llvm::CmpInst;
using llvm::Instruction;

namespace {

Shape scalarShape(llvm::Type *Type, const llvm::DataLayout &Layout) {
  Shape Result;
  if (auto *Int = llvm::dyn_cast<llvm::IntegerType>(Type)) {
    Result.Bits = Int->getBitWidth();
    Result.Kind = Result.Bits <= 64 ? ScalarKind::Int : ScalarKind::Wide;
    Result.Cells = (Result.Bits + 63) / 64;
    return Result;
  }
  Result.Cells = 1;
  if (Type->isPointerTy()) {
    Result.Kind = ScalarKind::Pointer;
    Result.Bits = Layout.getPointerTypeSizeInBits(Type);
  } else if (Type->isHalfTy()) {
    Result.Kind = ScalarKind::Half;
    Result.Bits = 16;
  } else if (Type->isBFloatTy()) {
    Result.Kind = ScalarKind::BFloat;
    Result.Bits = 16;
  } else if (Type->isFloatTy()) {
    Result.Kind = ScalarKind::Float;
    Result.Bits = 32;
  } else if (Type->isDoubleTy()) {
    Result.Kind = ScalarKind::Double;
    Result.Bits = 64;
  } else {
    return Shape();
  }
  return Result;
}

const llvm::fltSemantics &shortFloat(ScalarKind Kind) {
  return Kind == ScalarKind::Half ? APFloat::IEEEhalf() : APFloat::BFloat();
}

APInt wide(const Cell *Cells, unsigned Bits) {
  return APInt(Bits, llvm::ArrayRef<uint64_t>(Cells, (Bits + 63) / 64));
}

void store(const APInt &Value, Cell *Out) {
  for (unsigned I = 0; I < Value.getNumWords(); ++I)
    Out[I] = Value.getRawData()[I];
}

APInt wideResult(unsigned Opcode, const APInt &A, const APInt &B) {
  unsigned Bits = A.getBitWidth();
  bool ZeroDivisor = B.isZero();
  switch (Opcode) {
  case Instruction::Add:
    return A + B;
  case Instruction::Sub:
    return A - B;
  case Instruction::Mul:
    return A * B;
  case Instruction::And:
    return A & B;
  case Instruction::Or:
    return A | B;
  case Instruction::Xor:
    return A ^ B;
  case Instruction::Shl:
    return A.shl(B);
  case Instruction::LShr:
    return A.lshr(B);
  case Instruction::AShr:
    return A.ashr(B);
  case Instruction::UDiv:
    return ZeroDivisor ? APInt::getAllOnes(Bits) : A.udiv(B);
  case Instruction::SDiv:
    return ZeroDivisor ? APInt::getAllOnes(Bits) : A.sdiv(B);
  case Instruction::URem:
    return ZeroDivisor ? APInt::getAllOnes(Bits) : A.urem(B);
  case Instruction::SRem:
    return ZeroDivisor ? APInt::getAllOnes(Bits) : A.srem(B);
  default:
    return APInt::getAllOnes(Bits);
  }
}

} // namespace

Shape shapeOf(llvm::Type *Type, const llvm::DataLayout &Layout) {
  if (auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(Type)) {
    Shape Result = scalarShape(Vector->getElementType(), Layout);
    Result.Lanes = Vector->getNumElements();
    Result.Cells *= Result.Lanes;
    return Result;
  }
  if (!Type->isAggregateType())
    return scalarShape(Type, Layout);
  Shape Result;
  Result.Kind = ScalarKind::Aggregate;
  if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(Type)) {
    Shape Element = shapeOf(Array->getElementType(), Layout);
    // A value of this size is not something that a register would hold.
    if (Element.Kind == ScalarKind::None || Array->getNumElements() > 65536)
      return Shape();
    Result.Cells = Element.Cells * Array->getNumElements();
    return Result;
  }
  for (llvm::Type *Member : llvm::cast<llvm::StructType>(Type)->elements()) {
    Shape Element = shapeOf(Member, Layout);
    if (Element.Kind == ScalarKind::None)
      return Shape();
    Result.Cells += Element.Cells;
  }
  return Result;
}

bool piecesOf(llvm::Type *Type, const llvm::DataLayout &Layout,
              std::vector<Piece> &Pieces) {
  uint32_t NextCell = 0;
  auto Add = [&](auto &Self, llvm::Type *T, uint64_t Offset) -> bool {
    if (auto *Struct = llvm::dyn_cast<llvm::StructType>(T)) {
      const llvm::StructLayout *In = Layout.getStructLayout(Struct);
      for (unsigned I = 0; I < Struct->getNumElements(); ++I)
        if (!Self(Self, Struct->getElementType(I),
                  Offset + In->getElementOffset(I).getFixedValue()))
          return false;
      return true;
    }
    llvm::Type *Element = nullptr;
    uint64_t Count = 0, Stride = 0;
    if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(T)) {
      Element = Array->getElementType();
      Count = Array->getNumElements();
      Stride = Layout.getTypeAllocSize(Element);
    } else if (auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(T)) {
      Element = Vector->getElementType();
      Count = Vector->getNumElements();
      uint64_t Bits = Layout.getTypeSizeInBits(Element);
      if (Bits % 8)
        return false;
      Stride = Bits / 8;
    }
    for (uint64_t I = 0; I < Count; ++I)
      if (!Self(Self, Element, Offset + I * Stride))
        return false;
    if (Element)
      return true;
    Shape Scalar = scalarShape(T, Layout);
    uint64_t Bytes = Layout.getTypeStoreSize(T);
    for (uint64_t I = 0; I < Scalar.Cells; ++I) {
      uint32_t Part = std::min<uint64_t>(8, Bytes - 8 * I);
      Pieces.push_back({NextCell++, uint32_t(Offset + 8 * I), Part});
    }
    return Scalar.Kind != ScalarKind::None;
  };
  return Add(Add, Type, 0);
}

double toDouble(Cell Value, ScalarKind Kind) {
  if (Kind == ScalarKind::Float)
    return std::bit_cast<float>(uint32_t(Value));
  if (Kind == ScalarKind::Double)
    return std::bit_cast<double>(Value);
  APFloat Short(shortFloat(Kind), APInt(16, Value & 0xffff));
  bool Lost = false;
  Short.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Lost);
  return Short.convertToDouble();
}

Cell fromDouble(double Value, ScalarKind Kind) {
  if (Kind == ScalarKind::Float)
    return std::bit_cast<uint32_t>(float(Value));
  if (Kind == ScalarKind::Double)
    return std::bit_cast<uint64_t>(Value);
  APFloat Long(Value);
  bool Lost = false;
  Long.convert(shortFloat(Kind), APFloat::rmNearestTiesToEven, &Lost);
  return Long.bitcastToAPInt().getZExtValue();
}

Cell intBinary(unsigned Opcode, Cell A, Cell B, unsigned Bits) {
  const Cell Undefined = truncated(~Cell(0), Bits);
  int64_t SA = extended(A, Bits), SB = extended(B, Bits);
  // The one signed quotient that does not fit.
  bool Overflow = SB == -1 && A == Cell(1) << (Bits - 1);
  switch (Opcode) {
  case Instruction::Add:
    return truncated(A + B, Bits);
  case Instruction::Sub:
    return truncated(A - B, Bits);
  case Instruction::Mul:
    return truncated(A * B, Bits);
  case Instruction::And:
    return A & B;
  case Instruction::Or:
    return A | B;
  case Instruction::Xor:
    return A ^ B;
  case Instruction::Shl:
    return B >= Bits ? 0 : truncated(A << B, Bits);
  case Instruction::LShr:
    return B >= Bits ? 0 : A >> B;
  case Instruction::AShr:
    return truncated(SA >> (B >= Bits ? Bits - 1 : B), Bits);
  case Instruction::UDiv:
    return B ? A / B : Undefined;
  case Instruction::URem:
    return B ? A % B : Undefined;
  case Instruction::SDiv:
    return !B ? Undefined : Overflow ? A : truncated(SA / SB, Bits);
  case Instruction::SRem:
    return !B ? Undefined : Overflow ? 0 : truncated(SA % SB, Bits);
  default:
    return Undefined;
  }
}

Cell floatBinary(unsigned Opcode, Cell A, Cell B, ScalarKind Kind) {
  // In double, then rounded: exact for these operations on shorter formats.
  double X = toDouble(A, Kind), Y = toDouble(B, Kind);
  switch (Opcode) {
  case Instruction::FAdd:
    return fromDouble(X + Y, Kind);
  case Instruction::FSub:
    return fromDouble(X - Y, Kind);
  case Instruction::FMul:
    return fromDouble(X * Y, Kind);
  case Instruction::FDiv:
    return fromDouble(X / Y, Kind);
  default:
    return fromDouble(std::fmod(X, Y), Kind);
  }
}

bool intCompare(CmpInst::Predicate Predicate, Cell A, Cell B, unsigned Bits) {
  int64_t SA = extended(A, Bits), SB = extended(B, Bits);
  switch (Predicate) {
  case CmpInst::ICMP_EQ:
    return A == B;
  case CmpInst::ICMP_NE:
    return A != B;
  case CmpInst::ICMP_UGT:
    return A > B;
  case CmpInst::ICMP_UGE:
    return A >= B;
  case CmpInst::ICMP_ULT:
    return A < B;
  case CmpInst::ICMP_ULE:
    return A <= B;
  case CmpInst::ICMP_SGT:
    return SA > SB;
  case CmpInst::ICMP_SGE:
    return SA >= SB;
  case CmpInst::ICMP_SLT:
    return SA < SB;
  default:
    return SA <= SB;
  }
}

bool floatCompare(CmpInst::Predicate Predicate, double A, double B) {
  // The predicate's bits: equal, greater, less, unordered.
  unsigned Bit = std::isnan(A) || std::isnan(B) ? 8
                 : A == B                       ? 1
                 : A > B                        ? 2
                                                : 4;
  return unsigned(Predicate) & Bit;
}

Cell floatToInt(double Value, unsigned Bits, bool Signed) {
  if (std::isnan(Value))
    return 0;
  llvm::APSInt Result(Bits, !Signed);
  bool Exact = false;
  APFloat(Value).convertToInteger(Result, APFloat::rmTowardZero, &Exact);
  return Result.getZExtValue();
}

void wideBinary(unsigned Opcode, const Cell *A, const Cell *B, unsigned Bits,
                Cell *Out) {
  store(wideResult(Opcode, wide(A, Bits), wide(B, Bits)), Out);
}

bool wideCompare(CmpInst::Predicate Predicate, const Cell *A, const Cell *B,
                 unsigned Bits) {
  return llvm::ICmpInst::compare(wide(A, Bits), wide(B, Bits), Predicate);
}

void wideResize(const Cell *In, unsigned InBits, bool Signed, Cell *Out,
                unsigned OutBits) {
  APInt Value = wide(In, InBits);
  store(Signed ? Value.sextOrTrunc(OutBits) : Value.zextOrTrunc(OutBits), Out);
}

} // namespace oxide::prover::interp
