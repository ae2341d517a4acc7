// SPDX-License-Identifier: Apache-2.0
// Registers, and functions that intrinsics and libdevice have in common.
#include "ReplayOps.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Instruction.h"

#include <algorithm>

namespace oxide::prover::interp {

using llvm::StringRef;

std::optional<Register> registerByName(StringRef Name) {
  std::string Plain = Name.str();
  std::replace(Plain.begin(), Plain.end(), '.', '_');
  return llvm::StringSwitch<std::optional<Register>>(Plain)
      .Case("tid_x", Register::TidX)
      .Case("tid_y", Register::TidY)
      .Case("tid_z", Register::TidZ)
      .Case("ntid_x", Register::NtidX)
      .Case("ntid_y", Register::NtidY)
      .Case("ntid_z", Register::NtidZ)
      .Case("ctaid_x", Register::CtaidX)
      .Case("ctaid_y", Register::CtaidY)
      .Case("ctaid_z", Register::CtaidZ)
      .Case("nctaid_x", Register::NctaidX)
      .Case("nctaid_y", Register::NctaidY)
      .Case("nctaid_z", Register::NctaidZ)
      .Case("laneid", Register::LaneId)
      .Case("warpid", Register::WarpId)
      .Case("nwarpid", Register::NumWarps)
      .Case("warpsize", Register::WarpSize)
      .Case("WARP_SZ", Register::WarpSize)
      .Case("lanemask_eq", Register::MaskEq)
      .Case("lanemask_lt", Register::MaskLt)
      .Case("lanemask_le", Register::MaskLe)
      .Case("lanemask_gt", Register::MaskGt)
      .Case("lanemask_ge", Register::MaskGe)
      .Cases({"clock", "clock_hi", "clock64", "globaltimer", "globaltimer_lo",
              "globaltimer_hi"},
             Register::Clock)
      .Case("dynamic_smem_size", Register::DynamicShared)
      // Each block is a cluster of its own.
      .Case("clusterid_x", Register::CtaidX)
      .Case("clusterid_y", Register::CtaidY)
      .Case("clusterid_z", Register::CtaidZ)
      .Case("nclusterid_x", Register::NctaidX)
      .Case("nclusterid_y", Register::NctaidY)
      .Case("nclusterid_z", Register::NctaidZ)
      .Cases({"cluster_ctaid_x", "cluster_ctaid_y", "cluster_ctaid_z",
              "cluster_ctarank", "is_explicit_cluster", "smid", "gridid"},
             Register::Zero)
      .Cases({"cluster_nctaid_x", "cluster_nctaid_y", "cluster_nctaid_z",
              "cluster_nctarank", "nsmid"},
             Register::One)
      .Default(std::nullopt);
}

/// i2f, ui2d.rn, f2ll.rz, d2f, float2int_rn and the like.
CallTarget conversionByName(StringRef Name) {
  auto [From, Rest] = Name.split('2');
  if (Rest.empty())
    return {};
  StringRef To = Rest.take_while([](char C) { return C != '.' && C != '_'; });
  StringRef Rounding = Rest.drop_front(To.size()).take_front(3).drop_front(
      Rest.size() > To.size() ? 1 : 0);
  auto KindOf = [](StringRef S) {
    return llvm::StringSwitch<char>(S)
        .Cases({"f", "d", "h", "float", "double"}, 'f')
        .Cases({"i", "ll", "int", "s"}, 's')
        .Cases({"ui", "ull", "uint", "us"}, 'u')
        .Default(0);
  };
  char A = KindOf(From), B = KindOf(To);
  if (!A || !B || (A != 'f' && B != 'f'))
    return {};
  if (A != 'f')
    return with(CallKind::Convert, A == 's' ? llvm::Instruction::SIToFP
                                            : llvm::Instruction::UIToFP);
  if (B == 'f')
    return with(CallKind::Convert, llvm::Instruction::FPExt);
  MathOp Op = llvm::StringSwitch<MathOp>(Rounding.take_front(2))
                  .Case("rn", MathOp::Rint)
                  .Cases({"ru", "rp"}, MathOp::Ceil)
                  .Cases({"rd", "rm"}, MathOp::Floor)
                  .Default(MathOp::Trunc);
  return with(CallKind::RoundToInt, Op, B == 's');
}

MathOp mathOpByName(StringRef Name) {
  return llvm::StringSwitch<MathOp>(Name)
      .Case("sin", MathOp::Sin)
      .Case("cos", MathOp::Cos)
      .Case("tan", MathOp::Tan)
      .Case("asin", MathOp::Asin)
      .Case("acos", MathOp::Acos)
      .Case("atan", MathOp::Atan)
      .Case("atan2", MathOp::Atan2)
      .Case("sinh", MathOp::Sinh)
      .Case("cosh", MathOp::Cosh)
      .Case("tanh", MathOp::Tanh)
      .Case("exp", MathOp::Exp)
      .Cases({"exp2", "ex2"}, MathOp::Exp2)
      .Case("exp10", MathOp::Exp10)
      .Case("expm1", MathOp::Expm1)
      .Case("log", MathOp::Log)
      .Cases({"log2", "lg2"}, MathOp::Log2)
      .Case("log10", MathOp::Log10)
      .Case("log1p", MathOp::Log1p)
      .Case("pow", MathOp::Pow)
      .Case("powi", MathOp::Powi)
      .Cases({"sqrt", "fsqrt", "dsqrt"}, MathOp::Sqrt)
      .Cases({"rsqrt", "frsqrt"}, MathOp::Rsqrt)
      .Cases({"rcp", "frcp", "drcp"}, MathOp::Rcp)
      .Case("cbrt", MathOp::Cbrt)
      .Case("hypot", MathOp::Hypot)
      .Case("fabs", MathOp::Abs)
      .Case("floor", MathOp::Floor)
      .Case("ceil", MathOp::Ceil)
      .Case("trunc", MathOp::Trunc)
      .Case("round", MathOp::Round)
      .Cases({"rint", "nearbyint"}, MathOp::Rint)
      .Case("fmin", MathOp::Min)
      .Case("fmax", MathOp::Max)
      .Case("fmod", MathOp::Fmod)
      .Case("fma", MathOp::Fma)
      .Case("fdim", MathOp::Dim)
      .Case("erf", MathOp::Erf)
      .Case("erfc", MathOp::Erfc)
      .Case("tgamma", MathOp::Gamma)
      .Case("lgamma", MathOp::LogGamma)
      .Case("copysign", MathOp::CopySign)
      .Cases({"ldexp", "scalbn"}, MathOp::Ldexp)
      .Cases({"add", "fadd", "dadd"}, MathOp::Add)
      .Cases({"sub", "fsub", "dsub"}, MathOp::Sub)
      .Cases({"mul", "fmul", "dmul"}, MathOp::Mul)
      .Cases({"div", "fdiv", "fdivide", "ddiv"}, MathOp::Div)
      .Case("saturate", MathOp::Saturate)
      .Cases({"isnan", "isnand"}, MathOp::IsNan)
      .Cases({"isinf", "isinfd"}, MathOp::IsInf)
      .Cases({"isfinite", "finite", "isfinited"}, MathOp::IsFinite)
      .Cases({"signbit", "signbitd"}, MathOp::SignBit)
      .Default(MathOp::None);
}

IntOp intOpByName(StringRef Name) {
  return llvm::StringSwitch<IntOp>(Name)
      .Cases({"abs", "llabs"}, IntOp::Abs)
      .Cases({"min", "llmin"}, IntOp::SMin)
      .Cases({"max", "llmax"}, IntOp::SMax)
      .Cases({"umin", "ullmin"}, IntOp::UMin)
      .Cases({"umax", "ullmax"}, IntOp::UMax)
      .Cases({"popc", "popcll"}, IntOp::Popc)
      .Cases({"clz", "clzll"}, IntOp::Clz)
      .Cases({"ffs", "ffsll"}, IntOp::Ffs)
      .Cases({"brev", "brevll"}, IntOp::Reverse)
      .Cases({"mulhi", "mul64hi", "mulhi.i", "mulhi.ll", "mulhi.s"},
             IntOp::MulHi)
      .Cases({"umulhi", "umul64hi", "mulhi.ui", "mulhi.ull", "mulhi.us"},
             IntOp::UMulHi)
      .Cases({"mul24", "mul24.i"}, IntOp::Mul24)
      .Cases({"umul24", "mul24.ui"}, IntOp::UMul24)
      .Cases({"sad", "sad.i"}, IntOp::Sad)
      .Cases({"usad", "sad.ui"}, IntOp::USad)
      .Case("prmt", IntOp::Permute)
      .Case("byte_perm", IntOp::BytePerm)
      .Case("hadd", IntOp::AddHalf)
      .Case("rhadd", IntOp::RoundHalf)
      .Case("uhadd", IntOp::UAddHalf)
      .Case("urhadd", IntOp::URoundHalf)
      .Default(IntOp::None);
}

CallTarget classifyLibrary(StringRef Name, const llvm::CallBase &Call) {
  CallTarget Result;
  if (Name == "__assertfail" || Name == "__assert_fail" || Name == "abort" ||
      Name == "__cxa_pure_virtual") {
    Result.Kind = CallKind::Trap;
    return Result;
  }
  // A reflected flag is off, and nobody sees what is printed.
  if (Name == "__nvvm_reflect" || Name == "vprintf" || Name == "printf" ||
      Name == "free") {
    Result.Kind = CallKind::Ignore;
    return Result;
  }
  // Addresses are the same in all spaces.
  if (Name == "__nvvm_get_smem_pointer") {
    Result.Kind = CallKind::Forward;
    return Result;
  }
  if (!Name.consume_front("__nv_"))
    return Result;
  bool Fast = Name.consume_front("fast_");
  if (IntOp Op = intOpByName(Name); Op != IntOp::None && !Fast)
    return with(CallKind::Int, Op);
  if (Name == "float_as_int" || Name == "float_as_uint" ||
      Name == "int_as_float" || Name == "uint_as_float" ||
      Name == "double_as_longlong" || Name == "longlong_as_double")
    return with(CallKind::Convert, llvm::Instruction::BitCast);
  if (CallTarget Cast = conversionByName(Name);
      Cast.Kind != CallKind::Unsupported)
    return Cast;
  if (Name == "sincos" || Name == "sincosf") {
    Result.Kind = CallKind::SinCos;
    return Result;
  }
  for (StringRef Rounding : {"_rn", "_rz", "_ru", "_rd"})
    Name.consume_back(Rounding);
  MathOp Op = mathOpByName(Name);
  if (Op == MathOp::None && Name.consume_back("f"))
    Op = mathOpByName(Name);
  return Op == MathOp::None ? Result : with(CallKind::Math, Op);
}

} // namespace oxide::prover::interp
