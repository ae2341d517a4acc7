// SPDX-License-Identifier: Apache-2.0
// What a call does: LLVM's own intrinsics, and the way to the other tables.
#include "ReplayCode.h"
#include "prover/Annotations.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"

namespace oxide::prover::interp {

namespace {

IntOp intOpOf(llvm::Intrinsic::ID Id) {
  switch (Id) {
  case llvm::Intrinsic::abs:
    return IntOp::Abs;
  case llvm::Intrinsic::smin:
    return IntOp::SMin;
  case llvm::Intrinsic::smax:
    return IntOp::SMax;
  case llvm::Intrinsic::umin:
    return IntOp::UMin;
  case llvm::Intrinsic::umax:
    return IntOp::UMax;
  case llvm::Intrinsic::ctpop:
    return IntOp::Popc;
  case llvm::Intrinsic::ctlz:
    return IntOp::Clz;
  case llvm::Intrinsic::cttz:
    return IntOp::Ctz;
  case llvm::Intrinsic::bswap:
    return IntOp::ByteSwap;
  case llvm::Intrinsic::bitreverse:
    return IntOp::Reverse;
  case llvm::Intrinsic::fshl:
    return IntOp::FunnelLeft;
  case llvm::Intrinsic::fshr:
    return IntOp::FunnelRight;
  case llvm::Intrinsic::uadd_sat:
    return IntOp::SaturatingUAdd;
  case llvm::Intrinsic::sadd_sat:
    return IntOp::SaturatingSAdd;
  case llvm::Intrinsic::usub_sat:
    return IntOp::SaturatingUSub;
  case llvm::Intrinsic::ssub_sat:
    return IntOp::SaturatingSSub;
  case llvm::Intrinsic::scmp:
    return IntOp::SCmp;
  case llvm::Intrinsic::ucmp:
    return IntOp::UCmp;
  case llvm::Intrinsic::ptrmask:
    return IntOp::PtrMask;
  default:
    return IntOp::None;
  }
}

MathOp mathOpOf(llvm::Intrinsic::ID Id) {
  switch (Id) {
  case llvm::Intrinsic::sqrt:
    return MathOp::Sqrt;
  case llvm::Intrinsic::fabs:
    return MathOp::Abs;
  case llvm::Intrinsic::floor:
    return MathOp::Floor;
  case llvm::Intrinsic::ceil:
    return MathOp::Ceil;
  case llvm::Intrinsic::trunc:
    return MathOp::Trunc;
  case llvm::Intrinsic::round:
    return MathOp::Round;
  case llvm::Intrinsic::rint:
  case llvm::Intrinsic::nearbyint:
  case llvm::Intrinsic::roundeven:
    return MathOp::Rint;
  case llvm::Intrinsic::minnum:
  case llvm::Intrinsic::minimumnum:
  case llvm::Intrinsic::minimum:
    return MathOp::Min;
  case llvm::Intrinsic::maxnum:
  case llvm::Intrinsic::maximumnum:
  case llvm::Intrinsic::maximum:
    return MathOp::Max;
  case llvm::Intrinsic::fma:
  case llvm::Intrinsic::fmuladd:
    return MathOp::Fma;
  case llvm::Intrinsic::copysign:
    return MathOp::CopySign;
  case llvm::Intrinsic::sin:
    return MathOp::Sin;
  case llvm::Intrinsic::cos:
    return MathOp::Cos;
  case llvm::Intrinsic::exp:
    return MathOp::Exp;
  case llvm::Intrinsic::exp2:
    return MathOp::Exp2;
  case llvm::Intrinsic::log:
    return MathOp::Log;
  case llvm::Intrinsic::log2:
    return MathOp::Log2;
  case llvm::Intrinsic::log10:
    return MathOp::Log10;
  case llvm::Intrinsic::pow:
    return MathOp::Pow;
  case llvm::Intrinsic::powi:
    return MathOp::Powi;
  case llvm::Intrinsic::ldexp:
    return MathOp::Ldexp;
  default:
    return MathOp::None;
  }
}

/// Intrinsics that are neither integer nor floating-point functions.
CallTarget classifyOther(llvm::Intrinsic::ID Id) {
  switch (Id) {
  case llvm::Intrinsic::donothing:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
  case llvm::Intrinsic::invariant_start:
  case llvm::Intrinsic::invariant_end:
  case llvm::Intrinsic::prefetch:
  case llvm::Intrinsic::sideeffect:
  case llvm::Intrinsic::pseudoprobe:
  case llvm::Intrinsic::stacksave:
  case llvm::Intrinsic::stackrestore:
  case llvm::Intrinsic::is_constant:
    return simple(CallKind::Ignore);
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::expect_with_probability:
  case llvm::Intrinsic::launder_invariant_group:
  case llvm::Intrinsic::strip_invariant_group:
  case llvm::Intrinsic::ssa_copy:
  case llvm::Intrinsic::annotation:
  case llvm::Intrinsic::ptr_annotation:
  case llvm::Intrinsic::threadlocal_address:
  case llvm::Intrinsic::canonicalize:
  case llvm::Intrinsic::arithmetic_fence:
    return simple(CallKind::Forward);
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memcpy_inline:
  case llvm::Intrinsic::memmove:
    return simple(CallKind::MemCopy);
  case llvm::Intrinsic::memset:
  case llvm::Intrinsic::memset_inline:
    return simple(CallKind::MemSet);
  case llvm::Intrinsic::uadd_with_overflow:
  case llvm::Intrinsic::sadd_with_overflow:
  case llvm::Intrinsic::usub_with_overflow:
  case llvm::Intrinsic::ssub_with_overflow:
  case llvm::Intrinsic::umul_with_overflow:
  case llvm::Intrinsic::smul_with_overflow:
    return with(CallKind::Overflow, Id);
  case llvm::Intrinsic::trap:
  case llvm::Intrinsic::ubsantrap:
    return simple(CallKind::Trap);
  case llvm::Intrinsic::debugtrap:
    return simple(CallKind::Ignore);
  case llvm::Intrinsic::fptosi_sat:
    return with(CallKind::Convert, unsigned(llvm::Instruction::FPToSI));
  case llvm::Intrinsic::fptoui_sat:
    return with(CallKind::Convert, unsigned(llvm::Instruction::FPToUI));
  default:
    return {};
  }
}

/// Whether nothing but the result can tell that the call took place.
bool pureScalar(const llvm::CallBase &Call) {
  const llvm::Function *Callee = Call.getCalledFunction();
  if (!Callee || Call.getType()->isVoidTy() ||
      Call.getType()->isPtrOrPtrVectorTy())
    return false;
  for (const llvm::Value *Argument : Call.args())
    if (!Argument->getType()->isIntOrIntVectorTy() &&
        !Argument->getType()->isFPOrFPVectorTy())
      return false;
  // The frontend marks libdevice convergent only because it marks all so.
  if (Callee->getName().starts_with("__nv_"))
    return true;
  return Callee->isIntrinsic() && Callee->doesNotAccessMemory() &&
         !Callee->isConvergent();
}

} // namespace

CallTarget classifyCall(const llvm::CallBase &Call) {
  if (Call.isInlineAsm())
    return classifyAsm(Call);
  const auto *Callee = llvm::dyn_cast<llvm::Function>(
      Call.getCalledOperand()->stripPointerCasts());
  if (!Callee)
    return simple(CallKind::Indirect);
  if (isAnnotation(Call))
    return simple(assumedBy(Call) ? CallKind::Assume : CallKind::Ignore);
  llvm::StringRef Name = Callee->getName();
  CallTarget Result;
  if (!Callee->isDeclaration()) {
    Result.Kind = CallKind::Defined;
    Result.Callee = Callee;
    return Result;
  }
  if (llvm::Intrinsic::ID Id = Callee->getIntrinsicID()) {
    if (IntOp Op = intOpOf(Id); Op != IntOp::None)
      return with(CallKind::Int, Op);
    if (MathOp Op = mathOpOf(Id); Op != MathOp::None)
      return with(CallKind::Math, Op);
    Result = Name.consume_front("llvm.nvvm.") ? classifyNvvm(Name, Call)
                                              : classifyOther(Id);
  } else {
    Result = classifyLibrary(Name, Call);
  }
  if (Result.Kind == CallKind::Unsupported) {
    if (Result.Reason.empty())
      Result.Reason = "call of '" + Callee->getName().str() + "'";
    if (pureScalar(Call))
      Result.Kind = CallKind::MadeUp;
  }
  return Result;
}

} // namespace oxide::prover::interp
