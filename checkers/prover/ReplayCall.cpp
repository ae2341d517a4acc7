// SPDX-License-Identifier: Apache-2.0
// Executes calls.
#include "ReplayMachine.h"

#include "llvm/IR/Intrinsics.h"

#include <algorithm>
#include <bit>

namespace oxide::prover::interp {

namespace {

/// The width at which an integer function works: where the result is a count,
/// that of the operand.
unsigned functionBits(IntOp Op, const Step &S) {
  bool Counts = Op == IntOp::SCmp || Op == IntOp::UCmp || Op == IntOp::Popc ||
                Op == IntOp::Clz || Op == IntOp::Ffs || Op == IntOp::FindMsb ||
                Op == IntOp::FindMsbShift;
  return Counts ? S.In.Bits : S.Out.Bits;
}

} // namespace

void Machine::call(const Step &S) {
  const CallTarget &Target = *S.Target;
  switch (Target.Kind) {
  case CallKind::Unsupported:
    return stop(Target.Reason);
  case CallKind::Ignore:
    if (S.Out.Cells)
      std::fill_n(out(S), S.Out.Cells, 0);
    return;
  case CallKind::Assume:
    if (*in(S, 0) & 1)
      return;
    Result.BreaksAssumption = true;
    return stop("an assumption of the kernel does not hold");
  case CallKind::Forward:
  case CallKind::Reserved:
    std::copy_n(in(S, 0), S.Out.Cells, out(S));
    return;
  case CallKind::Defined:
    return callFunction(S, Prog.code(Target.Callee), 0);
  case CallKind::Indirect:
    return callFunction(S, Prog.codeAt(*in(S, 0)), 1);
  case CallKind::Register:
    *out(S) = truncated(registerValue(Register(Target.Op)), S.Out.Bits);
    return;
  case CallKind::Int:
  case CallKind::Math:
  case CallKind::Convert:
  case CallKind::RoundToInt:
  case CallKind::InRegion:
    return pure(S);
  case CallKind::SinCos:
    return sinCos(S);
  case CallKind::Overflow:
    return overflow(S);
  case CallKind::MadeUp:
    return madeUp(S);
  case CallKind::MemCopy:
    return copyMemory(*in(S, 0), *in(S, 1), *in(S, 2));
  case CallKind::MemSet:
    return setMemory(*in(S, 0), *in(S, 1), *in(S, 2));
  case CallKind::Load:
    return load(S, *in(S, 0));
  case CallKind::Store:
    return store(S, *in(S, 0), in(S, 1));
  case CallKind::Atomic:
    if (S.NumRefs == 3)
      return compareExchange(S, *in(S, 0), in(S, 1), in(S, 2), false);
    return atomic(S, Target.Op, *in(S, 0), in(S, 1));
  case CallKind::Fence:
    Fences = true;
    return;
  case CallKind::AsyncCopy:
    return startCopy(S);
  case CallKind::AsyncCommit:
    return commitCopies();
  case CallKind::AsyncWait:
    return waitForCopies(S.NumRefs ? std::optional(*in(S, 0)) : std::nullopt);
  case CallKind::Barrier:
    return enterBarrier(S);
  case CallKind::Warp:
    return enterWarp(S);
  case CallKind::Trap:
    ++Result.Traps;
    return exitThread(S);
  case CallKind::Exit:
    return exitThread(S);
  }
}

Cell Machine::registerValue(Register Which) const {
  const Cell Lane = T->lane(), Bit = Cell(1) << Lane;
  switch (Which) {
  case Register::TidX:
    return T->Id.X;
  case Register::TidY:
    return T->Id.Y;
  case Register::TidZ:
    return T->Id.Z;
  case Register::NtidX:
    return Input.Block.X;
  case Register::NtidY:
    return Input.Block.Y;
  case Register::NtidZ:
    return Input.Block.Z;
  case Register::CtaidX:
    return B->Id.X;
  case Register::CtaidY:
    return B->Id.Y;
  case Register::CtaidZ:
    return B->Id.Z;
  case Register::NctaidX:
    return Input.Grid.X;
  case Register::NctaidY:
    return Input.Grid.Y;
  case Register::NctaidZ:
    return Input.Grid.Z;
  case Register::LaneId:
    return Lane;
  case Register::WarpId:
    return T->warp();
  case Register::NumWarps:
    return (ThreadsPerBlock + WarpSize - 1) / WarpSize;
  case Register::WarpSize:
    return WarpSize;
  case Register::MaskEq:
    return Bit;
  case Register::MaskLt:
    return Bit - 1;
  case Register::MaskLe:
    return 2 * Bit - 1;
  case Register::MaskGt:
    return truncated(~(2 * Bit - 1), 32);
  case Register::MaskGe:
    return truncated(~(Bit - 1), 32);
  case Register::Clock:
    return T->Steps;
  case Register::DynamicShared:
    return Input.DynamicShared;
  case Register::One:
    return 1;
  case Register::Zero:
    return 0;
  }
  return 0;
}

void Machine::pure(const Step &S) {
  const CallTarget &Target = *S.Target;
  Cell *To = out(S);
  if (Target.Kind == CallKind::InRegion) {
    *To = address::regionOf(*in(S, 0)) == Region(Target.Op);
    return;
  }
  if (Target.Kind == CallKind::Convert) {
    if (!castLanes(Target.Op, in(S, 0), S.In, To, S.Out))
      stop("conversion");
    return;
  }
  if (S.Out.Kind == ScalarKind::Wide || S.In.Kind == ScalarKind::Wide)
    return stop("function of wide integers");
  const auto &Call = llvm::cast<llvm::CallBase>(*S.Inst);
  // An operand that is no vector is the same for all lanes.
  auto Operand = [&](unsigned I, uint32_t Lane) -> Cell {
    if (I >= S.NumRefs)
      return 0;
    bool Vector = Lane && Call.getArgOperand(I)->getType()->isVectorTy();
    return in(S, I)[Vector ? Lane : 0];
  };
  for (uint32_t L = 0; L < S.Out.Lanes; ++L) {
    Cell A = Operand(0, L);
    if (Target.Kind == CallKind::Int) {
      To[L] = truncated(intFunction(IntOp(Target.Op), A, Operand(1, L),
                                    Operand(2, L), Operand(3, L),
                                    functionBits(IntOp(Target.Op), S)),
                        S.Out.Bits);
      continue;
    }
    if (Target.Kind == CallKind::RoundToInt) {
      double Rounded =
          mathFunction(MathOp(Target.Op), toDouble(A, S.In.Kind), 0, 0);
      To[L] = floatToInt(Rounded, S.Out.Bits, Target.Flag);
      continue;
    }
    double Values[3] = {};
    for (unsigned I = 0; I < std::min(S.NumRefs, 3U); ++I) {
      Shape Form = shapeOf(Call.getArgOperand(I)->getType(), Prog.layout());
      Cell Value = Operand(I, L);
      Values[I] = Form.isFloat() ? toDouble(Value, Form.Kind)
                                 : double(extended(Value, Form.Bits));
    }
    double Value =
        mathFunction(MathOp(Target.Op), Values[0], Values[1], Values[2]);
    To[L] = S.Out.isFloat() ? fromDouble(Value, S.Out.Kind)
                            : truncated(Cell(int64_t(Value)), S.Out.Bits);
  }
}

void Machine::sinCos(const Step &S) {
  double Angle = toDouble(*in(S, 0), S.In.Kind);
  for (unsigned I = 1; I < 3; ++I) {
    Place Where;
    uint64_t Size = S.In.Bits / 8;
    uint8_t *To = locate(*in(S, I), Size, Size, true, Where);
    if (!To)
      continue;
    double Value =
        mathFunction(I == 1 ? MathOp::Sin : MathOp::Cos, Angle, 0, 0);
    writeCell(To, fromDouble(Value, S.In.Kind), Size);
    note(Where, Size, {true, false, false});
  }
}

void Machine::overflow(const Step &S) {
  const auto &Call = llvm::cast<llvm::CallBase>(*S.Inst);
  Shape Form = shapeOf(Call.getArgOperand(0)->getType(), Prog.layout());
  if (Form.Kind != ScalarKind::Int || Form.Lanes != 1)
    return stop("overflow of wide integers");
  llvm::APInt A(Form.Bits, *in(S, 0)), C(Form.Bits, *in(S, 1));
  bool Overflow = false;
  llvm::APInt Value;
  switch (S.Target->Op) {
  case llvm::Intrinsic::uadd_with_overflow:
    Value = A.uadd_ov(C, Overflow);
    break;
  case llvm::Intrinsic::sadd_with_overflow:
    Value = A.sadd_ov(C, Overflow);
    break;
  case llvm::Intrinsic::usub_with_overflow:
    Value = A.usub_ov(C, Overflow);
    break;
  case llvm::Intrinsic::ssub_with_overflow:
    Value = A.ssub_ov(C, Overflow);
    break;
  case llvm::Intrinsic::umul_with_overflow:
    Value = A.umul_ov(C, Overflow);
    break;
  default:
    Value = A.smul_ov(C, Overflow);
  }
  out(S)[0] = Value.getZExtValue();
  out(S)[1] = Overflow;
}

void Machine::madeUp(const Step &S) {
  const auto &Call = llvm::cast<llvm::CallBase>(*S.Inst);
  approximated(Call.getCalledFunction()->getName().str());
  // Equal operands give equal results, and small ones, which index something.
  uint64_t Hash = 14695981039346656037U;
  for (unsigned I = 0; I < S.NumRefs; ++I) {
    Shape Form = shapeOf(Call.getArgOperand(I)->getType(), Prog.layout());
    for (uint32_t C = 0; C < Form.Cells; ++C)
      Hash = (Hash ^ in(S, I)[C]) * 1099511628211U;
  }
  for (uint32_t C = 0; C < S.Out.Cells; ++C) {
    Hash = (Hash ^ (Hash >> 29)) * 1099511628211U;
    Cell Small = (Hash >> 32) % 16;
    out(S)[C] = S.Out.isFloat() ? fromDouble(double(Small) / 4, S.Out.Kind)
                                : truncated(Small, S.Out.Bits);
  }
}

} // namespace oxide::prover::interp
