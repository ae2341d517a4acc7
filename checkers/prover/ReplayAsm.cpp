// SPDX-License-Identifier: Apache-2.0
// Inline assembly of one instruction that the replay knows.
#include "ReplayCode.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"

namespace oxide::prover::interp {

namespace {

using llvm::SmallVector;
using llvm::StringRef;

/// "op.mods a, b, [c];" in its parts; false for more than one instruction.
bool parse(StringRef Text, StringRef &Opcode,
           SmallVector<StringRef, 6> &Parts) {
  Text = Text.trim();
  if (Text.consume_front("{") && !Text.consume_back("}"))
    return false;
  Text = Text.trim();
  Text.consume_back(";");
  Text = Text.trim();
  if (Text.empty() || Text.contains(';') || Text.contains('{') ||
      Text.contains("//") || Text.contains("/*") || Text.starts_with("@"))
    return false;
  size_t Space = Text.find_first_of(" \t\n");
  Opcode = Text.take_front(Space);
  if (Space == StringRef::npos)
    return true;
  SmallVector<StringRef, 6> Operands;
  Text.drop_front(Space).split(Operands, ',');
  for (StringRef Operand : Operands)
    Parts.push_back(Operand.trim());
  return true;
}

CallTarget opcodeTarget(StringRef Opcode, size_t NumParts) {
  CallTarget Result;
  auto Set = [&](CallKind Kind, auto Op, bool Flag = false) {
    Result.Kind = Kind;
    Result.Op = unsigned(Op);
    Result.Flag = Flag;
  };
  StringRef Name = Opcode;
  if (Name.starts_with("bar.warp.sync")) {
    Set(CallKind::Warp, WarpOp::Sync);
  } else if (Name.consume_front("barrier.") || Name.consume_front("bar.")) {
    Name.consume_front("cta.");
    Name.consume_back(".aligned");
    if (Name == "sync" || Name == "arrive")
      Set(CallKind::Barrier,
          Name == "sync" ? BarrierOp::Sync : BarrierOp::Arrive, NumParts == 2);
  } else if (Name.starts_with("membar.") || Name.starts_with("fence.acq_rel") ||
             Name.starts_with("fence.sc")) {
    Set(CallKind::Fence, 0);
  } else if (Name.starts_with("cp.async.ca.shared") ||
             Name.starts_with("cp.async.cg.shared")) {
    if (!Name.contains("shared::cluster") && !Name.contains("cache_hint"))
      Set(CallKind::AsyncCopy, 0);
  } else if (Name == "cp.async.commit_group") {
    Set(CallKind::AsyncCommit, 0);
  } else if (Name == "cp.async.wait_group" || Name == "cp.async.wait_all") {
    if ((Name == "cp.async.wait_group") == (NumParts == 1))
      Set(CallKind::AsyncWait, 0);
  } else if (Name == "cvta.to.shared.u64" || Name == "cvta.shared.u64" ||
             Name == "cvta.to.global.u64" || Name == "cvta.global.u64") {
    Set(CallKind::Forward, 0);
  } else if (Name.starts_with("activemask.")) {
    Set(CallKind::Warp, WarpOp::ActiveMask, true);
  } else if (Name.starts_with("nanosleep") || Name.starts_with("prefetch") ||
             Name.starts_with("griddepcontrol")) {
    Set(CallKind::Ignore, 0);
  } else if (Name.starts_with("bfind.shiftamt.u")) {
    Set(CallKind::Int, IntOp::FindMsbShift);
  } else if (Name.starts_with("bfind.u")) {
    Set(CallKind::Int, IntOp::FindMsb);
  } else if (Name == "brev.b32" || Name == "brev.b64") {
    Set(CallKind::Int, IntOp::Reverse);
  } else if (Name == "popc.b32") {
    Set(CallKind::Int, IntOp::Popc);
  } else if (Name == "clz.b32") {
    Set(CallKind::Int, IntOp::Clz);
  } else if (Name == "lop3.b32") {
    Set(CallKind::Int, IntOp::Lop3);
  } else if (Name == "prmt.b32") {
    Set(CallKind::Int, IntOp::Permute);
  } else if (Name == "mad.lo.s32" || Name == "mad.lo.u32") {
    Set(CallKind::Int, IntOp::MulAdd);
  } else if (Name == "shf.l.wrap.b32" || Name == "shf.r.wrap.b32") {
    Set(CallKind::Int, Name[4] == 'l' ? IntOp::FunnelLeft : IntOp::FunnelRight);
  } else if (Name == "trap" || Name == "exit") {
    Set(Name == "trap" ? CallKind::Trap : CallKind::Exit, 0);
  }
  return Result;
}

/// ld and st with a type, of one element.
void memoryTarget(StringRef Opcode, CallTarget &Result) {
  bool Load = Opcode.starts_with("ld.");
  if ((!Load && !Opcode.starts_with("st.")) || Opcode.contains(".v2") ||
      Opcode.contains(".v4") || Opcode.contains(".param"))
    return;
  // Ordered accesses are how threads synchronise by hand.
  if (Opcode.contains("acquire") || Opcode.contains("release") ||
      Opcode.contains("relaxed") || Opcode.contains("volatile") ||
      Opcode.contains("mmio"))
    return;
  StringRef Type = Opcode.rsplit('.').second;
  unsigned Bits = 0;
  if (Type.empty() || Type.drop_front().getAsInteger(10, Bits))
    return;
  if (Type.front() == 's' && Load && Bits < 32)
    return;
  Result.Kind = Load ? CallKind::Load : CallKind::Store;
  Result.Width = Bits / 8;
}

} // namespace

CallTarget classifyAsm(const llvm::CallBase &Call) {
  const auto *Asm = llvm::cast<llvm::InlineAsm>(Call.getCalledOperand());
  CallTarget Result;
  StringRef Opcode;
  SmallVector<StringRef, 6> Parts;
  StringRef Text = Asm->getAsmString();
  StringRef Shown = Text.trim().take_front(60);
  auto Unsupported = [&] {
    CallTarget Unknown;
    Unknown.Reason = "inline assembly '" + Shown.str() + "'";
    return Unknown;
  };
  if (Text.trim().empty()) {
    Result.Kind = CallKind::Ignore;
    // An empty text that passes a value through hides it from the optimiser.
    if (!Call.getType()->isVoidTy())
      return Unsupported();
    return Result;
  }
  if (Text.contains("mov.u32 start, %reserved_smem_offset_1;") &&
      Text.contains("cvta.shared.u64 $0, extended;") && !Call.arg_size()) {
    Result.Kind = CallKind::Reserved;
    return Result;
  }
  if (!parse(Text, Opcode, Parts))
    return Unsupported();
  size_t Outputs = Call.getType()->isVoidTy()     ? 0
                   : Call.getType()->isStructTy() ? 2
                                                  : 1;
  if (Outputs > 1)
    return Unsupported();

  if (Opcode.starts_with("mov.") && Outputs == 1 && Parts.size() == 2 &&
      Parts[0] == "$0") {
    StringRef Source = Parts[1];
    if (Source.consume_front("%") || Source == "WARP_SZ") {
      auto Which = registerByName(Source);
      if (!Which)
        return Unsupported();
      Result.Kind = CallKind::Register;
      Result.Op = unsigned(*Which);
      return Result;
    }
    if (Source == "$1") {
      Result.Kind = CallKind::Forward;
      return Result;
    }
    return Unsupported();
  }
  Result = opcodeTarget(Opcode, Parts.size());
  if (Result.Kind == CallKind::Unsupported)
    memoryTarget(Opcode, Result);
  if (Result.Kind == CallKind::Unsupported)
    return Unsupported();
  if (Result.Kind == CallKind::Ignore)
    return Outputs ? Unsupported() : Result;

  // The operands in the order of the text, outputs first among the numbers.
  Result.Operands.emplace();
  for (size_t I = 0; I < Parts.size(); ++I) {
    StringRef Part = Parts[I];
    if (I < Outputs) {
      if (Part != "$0")
        return Unsupported();
      continue;
    }
    if (Part.consume_front("[") && !Part.consume_back("]"))
      return Unsupported();
    bool Literal = !Part.consume_front("$");
    Part = Part.trim();
    uint64_t Value = 0;
    if (Part.getAsInteger(0, Value) || (!Literal && Value < Outputs))
      return Unsupported();
    Result.Operands->push_back({Literal, Literal ? Value : Value - Outputs});
  }
  // PTX names the low word first.
  if (Opcode.starts_with("shf.") && Result.Operands->size() == 3)
    std::swap((*Result.Operands)[0], (*Result.Operands)[1]);
  // A load or store of another width than its register would need a change.
  if (Result.Width) {
    llvm::Type *Value =
        Result.Kind == CallKind::Load
            ? Call.getType()
            : Call.getArgOperand(Call.arg_size() - 1)->getType();
    if (Value->getPrimitiveSizeInBits() != uint64_t(8) * Result.Width ||
        Call.arg_size() != (Result.Kind == CallKind::Load ? 1 : 2))
      return Unsupported();
  }
  return Result;
}

} // namespace oxide::prover::interp
