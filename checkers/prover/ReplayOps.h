// SPDX-License-Identifier: Apache-2.0
// What the replay can do besides LLVM's instructions, and what calls mean.

#ifndef OXIDE_PROVER_REPLAYOPS_H
#define OXIDE_PROVER_REPLAYOPS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace oxide::prover::interp {

enum class Register : uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NumWarps,
  WarpSize,
  MaskEq,
  MaskLt,
  MaskLe,
  MaskGt,
  MaskGe,
  Clock,
  DynamicShared,
  Zero,
  One
};

enum class WarpOp : uint8_t {
  Sync,
  ShuffleUp,
  ShuffleDown,
  ShuffleXor,
  ShuffleIdx,
  All,
  Any,
  Uni,
  Ballot,
  MatchAny,
  MatchAll,
  ActiveMask,
  Elect,
  Add,
  Min,
  Max,
  UMin,
  UMax,
  And,
  Or,
  Xor
};

enum class BarrierOp : uint8_t { Sync, Arrive, And, Or, Popc };

/// Pure functions of integers that no LLVM instruction computes.
enum class IntOp : uint8_t {
  None,
  Abs,
  SMin,
  SMax,
  UMin,
  UMax,
  Popc,
  Clz,
  Ctz,
  Ffs,
  Reverse,
  ByteSwap,
  FunnelLeft,
  FunnelRight,
  MulHi,
  UMulHi,
  Mul24,
  UMul24,
  Sad,
  USad,
  Permute,
  BytePerm,
  FindMsb,
  FindMsbShift,
  SaturatingUAdd,
  SaturatingSAdd,
  SaturatingUSub,
  SaturatingSSub,
  SCmp,
  UCmp,
  MulAdd,
  AddHalf,
  RoundHalf,
  UAddHalf,
  URoundHalf,
  Lop3,
  PtrMask
};

/// Pure functions of floats.
enum class MathOp : uint8_t {
  None,
  Sin,
  Cos,
  Tan,
  Asin,
  Acos,
  Atan,
  Atan2,
  Sinh,
  Cosh,
  Tanh,
  Exp,
  Exp2,
  Exp10,
  Expm1,
  Log,
  Log2,
  Log10,
  Log1p,
  Pow,
  Powi,
  Sqrt,
  Rsqrt,
  Rcp,
  Cbrt,
  Hypot,
  Abs,
  Floor,
  Ceil,
  Trunc,
  Round,
  Rint,
  Min,
  Max,
  Fmod,
  Fma,
  Dim,
  Erf,
  Erfc,
  Gamma,
  LogGamma,
  CopySign,
  Ldexp,
  Add,
  Sub,
  Mul,
  Div,
  Saturate,
  IsNan,
  IsInf,
  IsFinite,
  SignBit
};

enum class CallKind : uint8_t {
  Unsupported,
  /// No effect; a result is zero.
  Ignore,
  /// The result is the first operand.
  Forward,
  /// The run counts only where the operand is true.
  Assume,
  Defined,
  Indirect,
  Register,
  Int,
  Math,
  /// A conversion that a Cast step could do, Op being its opcode.
  Convert,
  /// Conversion of a float to an integer after rounding; Op is a MathOp.
  RoundToInt,
  /// add, sub and mul with an overflow bit; Op is the intrinsic.
  Overflow,
  /// The sine and the cosine of the first operand through two pointers.
  SinCos,
  MemCopy,
  MemSet,
  Load,
  Store,
  Atomic,
  Fence,
  /// cp.async; Width is its size where no operand is.
  AsyncCopy,
  AsyncCommit,
  /// For all copies where there is no operand.
  AsyncWait,
  Barrier,
  Warp,
  /// The shared memory that the toolkit keeps for cooperative groups.
  Reserved,
  /// Whether an address is in a region; Op is a Region.
  InRegion,
  Exit,
  Trap,
  /// Unknown, but pure: a value made up from the operands.
  MadeUp
};

/// What a call does.
struct CallTarget {
  CallKind Kind = CallKind::Unsupported;
  /// A Register, WarpOp, BarrierOp, IntOp, MathOp, opcode or atomic operation.
  uint32_t Op = 0;
  /// Barrier: has a count. Warp: has no mask. Convert, RoundToInt: signed.
  /// Atomic: block scope.
  bool Flag = false;
  const llvm::Function *Callee = nullptr;
  std::string Reason;
  /// Operands other than the call's own, for inline assembly: numbers of
  /// arguments, or constants where Literal.
  struct Operand {
    bool Literal;
    uint64_t Value;
  };
  std::optional<std::vector<Operand>> Operands;
  /// Memory accessed by assembly: bytes of one element and whether signed.
  unsigned Width = 0;
};

inline CallTarget simple(CallKind Kind) {
  CallTarget Result;
  Result.Kind = Kind;
  return Result;
}

template <typename Op>
CallTarget with(CallKind Kind, Op What, bool Flag = false) {
  CallTarget Result;
  Result.Kind = Kind;
  Result.Op = unsigned(What);
  Result.Flag = Flag;
  return Result;
}

/// What \p Call does; the other functions are the tables that it asks.
CallTarget classifyCall(const llvm::CallBase &Call);
CallTarget classifyAsm(const llvm::CallBase &Call);
CallTarget classifyNvvm(llvm::StringRef Name, const llvm::CallBase &Call);
CallTarget classifyLibrary(llvm::StringRef Name, const llvm::CallBase &Call);
IntOp intOpByName(llvm::StringRef Name);
MathOp mathOpByName(llvm::StringRef Name);
/// i2f, ui2d.rn, float2int_rn and the like.
CallTarget conversionByName(llvm::StringRef Name);
/// \p Name as in PTX, "tid.x".
std::optional<Register> registerByName(llvm::StringRef Name);

} // namespace oxide::prover::interp

#endif
