// SPDX-License-Identifier: Apache-2.0
// Pure functions of integers and floats.
#include "ReplayMachine.h"

#include "llvm/ADT/APInt.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace oxide::prover::interp {

namespace {

/// prmt in its default mode: each nibble of the selector picks a byte.
Cell permute(Cell A, Cell B, Cell Selector) {
  Cell Bytes = (A & 0xffffffff) | (B << 32), Result = 0;
  for (unsigned I = 0; I < 4; ++I) {
    Cell Nibble = Selector >> (4 * I) & 0xf;
    Cell Byte = Bytes >> (8 * (Nibble & 7)) & 0xff;
    if (Nibble & 8)
      Byte = Byte & 0x80 ? 0xff : 0;
    Result |= Byte << (8 * I);
  }
  return Result;
}

Cell lop3(Cell A, Cell B, Cell C, Cell Table) {
  Cell Result = 0;
  for (unsigned I = 0; I < 32; ++I) {
    unsigned Row = (A >> I & 1) << 2 | (B >> I & 1) << 1 | (C >> I & 1);
    Result |= (Table >> Row & 1) << I;
  }
  return Result;
}

Cell funnel(Cell High, Cell Low, Cell Shift, unsigned Bits, bool Left) {
  llvm::APInt Both =
      llvm::APInt(2 * Bits, High).shl(Bits) | llvm::APInt(2 * Bits, Low);
  unsigned By = Shift % Bits;
  return Left ? Both.lshr(Bits - By).trunc(Bits).getZExtValue()
              : Both.lshr(By).trunc(Bits).getZExtValue();
}

unsigned leadingZeros(Cell A, unsigned Bits) {
  return std::countl_zero(A) - (64 - Bits);
}

} // namespace

Cell intFunction(IntOp Op, Cell A, Cell B, Cell C, Cell D, unsigned Bits) {
  int64_t SA = extended(A, Bits), SB = extended(B, Bits);
  llvm::APInt WA(Bits, truncated(A, Bits)), WB(Bits, truncated(B, Bits));
  switch (Op) {
  case IntOp::Abs:
    return SA < 0 ? Cell(0) - Cell(SA) : Cell(SA);
  case IntOp::SMin:
    return SA < SB ? A : B;
  case IntOp::SMax:
    return SA > SB ? A : B;
  case IntOp::UMin:
    return std::min(A, B);
  case IntOp::UMax:
    return std::max(A, B);
  case IntOp::Popc:
    return std::popcount(A);
  case IntOp::Clz:
    return leadingZeros(A, Bits);
  case IntOp::Ctz:
    return A ? std::countr_zero(A) : Bits;
  case IntOp::Ffs:
    return A ? std::countr_zero(A) + 1 : 0;
  case IntOp::Reverse:
    return WA.reverseBits().getZExtValue();
  case IntOp::ByteSwap:
    return WA.byteSwap().getZExtValue();
  case IntOp::FunnelLeft:
    return funnel(A, B, C, Bits, true);
  case IntOp::FunnelRight:
    return funnel(A, B, C, Bits, false);
  case IntOp::MulHi:
    return llvm::APIntOps::mulhs(WA, WB).getZExtValue();
  case IntOp::UMulHi:
    return llvm::APIntOps::mulhu(WA, WB).getZExtValue();
  case IntOp::Mul24:
    return Cell(extended(A, 24)) * Cell(extended(B, 24));
  case IntOp::UMul24:
    return truncated(A, 24) * truncated(B, 24);
  case IntOp::Sad:
    return C + (SA > SB ? Cell(SA) - Cell(SB) : Cell(SB) - Cell(SA));
  case IntOp::USad:
    return C + (A > B ? A - B : B - A);
  case IntOp::Permute:
    return permute(A, B, C);
  case IntOp::BytePerm:
    // Unlike prmt it has no sign mode.
    return permute(A, B, C & 0x7777);
  case IntOp::FindMsb:
    return A ? Bits - 1 - leadingZeros(A, Bits) : ~Cell(0);
  case IntOp::FindMsbShift:
    return A ? leadingZeros(A, Bits) : ~Cell(0);
  case IntOp::SaturatingUAdd:
    return WA.uadd_sat(WB).getZExtValue();
  case IntOp::SaturatingSAdd:
    return WA.sadd_sat(WB).getZExtValue();
  case IntOp::SaturatingUSub:
    return WA.usub_sat(WB).getZExtValue();
  case IntOp::SaturatingSSub:
    return WA.ssub_sat(WB).getZExtValue();
  case IntOp::SCmp:
    return Cell(int64_t(SA > SB) - int64_t(SA < SB));
  case IntOp::UCmp:
    return Cell(int64_t(A > B) - int64_t(A < B));
  case IntOp::MulAdd:
    return A * B + C;
  case IntOp::AddHalf:
    return Cell((SA + SB) >> 1);
  case IntOp::RoundHalf:
    return Cell((SA + SB + 1) >> 1);
  case IntOp::UAddHalf:
    return (A + B) >> 1;
  case IntOp::URoundHalf:
    return (A + B + 1) >> 1;
  case IntOp::Lop3:
    return lop3(A, B, C, D);
  case IntOp::PtrMask:
    return A & B;
  case IntOp::None:
    break;
  }
  return 0;
}

double mathFunction(MathOp Op, double A, double B, double C) {
  switch (Op) {
  case MathOp::Sin:
    return std::sin(A);
  case MathOp::Cos:
    return std::cos(A);
  case MathOp::Tan:
    return std::tan(A);
  case MathOp::Asin:
    return std::asin(A);
  case MathOp::Acos:
    return std::acos(A);
  case MathOp::Atan:
    return std::atan(A);
  case MathOp::Atan2:
    return std::atan2(A, B);
  case MathOp::Sinh:
    return std::sinh(A);
  case MathOp::Cosh:
    return std::cosh(A);
  case MathOp::Tanh:
    return std::tanh(A);
  case MathOp::Exp:
    return std::exp(A);
  case MathOp::Exp2:
    return std::exp2(A);
  case MathOp::Exp10:
    return std::pow(10.0, A);
  case MathOp::Expm1:
    return std::expm1(A);
  case MathOp::Log:
    return std::log(A);
  case MathOp::Log2:
    return std::log2(A);
  case MathOp::Log10:
    return std::log10(A);
  case MathOp::Log1p:
    return std::log1p(A);
  case MathOp::Pow:
  case MathOp::Powi:
    return std::pow(A, B);
  case MathOp::Sqrt:
    return std::sqrt(A);
  case MathOp::Rsqrt:
    return 1 / std::sqrt(A);
  case MathOp::Rcp:
    return 1 / A;
  case MathOp::Cbrt:
    return std::cbrt(A);
  case MathOp::Hypot:
    return std::hypot(A, B);
  case MathOp::Abs:
    return std::fabs(A);
  case MathOp::Floor:
    return std::floor(A);
  case MathOp::Ceil:
    return std::ceil(A);
  case MathOp::Trunc:
    return std::trunc(A);
  case MathOp::Round:
    return std::round(A);
  case MathOp::Rint:
    return std::nearbyint(A);
  case MathOp::Min:
    return std::fmin(A, B);
  case MathOp::Max:
    return std::fmax(A, B);
  case MathOp::Fmod:
    return std::fmod(A, B);
  case MathOp::Fma:
    return std::fma(A, B, C);
  case MathOp::Dim:
    return std::fdim(A, B);
  case MathOp::Erf:
    return std::erf(A);
  case MathOp::Erfc:
    return std::erfc(A);
  case MathOp::Gamma:
    return std::tgamma(A);
  case MathOp::LogGamma:
    return std::lgamma(A);
  case MathOp::CopySign:
    return std::copysign(A, B);
  case MathOp::Ldexp:
    return std::ldexp(A, int(B));
  case MathOp::Add:
    return A + B;
  case MathOp::Sub:
    return A - B;
  case MathOp::Mul:
    return A * B;
  case MathOp::Div:
    return A / B;
  case MathOp::Saturate:
    return std::isnan(A) ? 0 : std::clamp(A, 0.0, 1.0);
  case MathOp::IsNan:
    return std::isnan(A);
  case MathOp::IsInf:
    return std::isinf(A);
  case MathOp::IsFinite:
    return std::isfinite(A);
  case MathOp::SignBit:
    return std::signbit(A);
  case MathOp::None:
    break;
  }
  return 0;
}

} // namespace oxide::prover::interp
