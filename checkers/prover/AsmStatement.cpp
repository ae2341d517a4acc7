// SPDX-License-Identifier: Apache-2.0

#include "prover/AsmEffects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Operator.h"

namespace oxide::prover {

using namespace llvm;
using cuda::OpEffect;
using cuda::PtxInstruction;
using cuda::PtxOperand;

/// The text as it stands in the source: LLVM writes `$0` for `%0`.
static std::string sourceText(StringRef Text) {
  std::string Result;
  for (size_t I = 0; I != Text.size(); ++I) {
    if (Text[I] == '%') {
      Result += "%%";
    } else if (Text[I] != '$') {
      Result += Text[I];
    } else if (I + 1 != Text.size() && Text[I + 1] == '$') {
      Result += '$';
      ++I;
    } else if (I + 1 != Text.size() && Text[I + 1] == '{') {
      // ${0:x}
      size_t End = std::min(Text.find('}', I), Text.size() - 1);
      Result += '%';
      Result += Text.slice(I + 2, End).split(':').first;
      I = End;
    } else {
      Result += '%';
    }
  }
  return Result;
}

AsmStatement::AsmStatement(const CallBase &Call)
    : Call(Call),
      Parsed(cuda::parsePtx(sourceText(
          cast<InlineAsm>(Call.getCalledOperand())->getAsmString()))) {
  const auto &Asm = *cast<InlineAsm>(Call.getCalledOperand());
  bool Indirect = false;
  for (const InlineAsm::ConstraintInfo &C : Asm.ParseConstraints()) {
    Outputs += C.Type == InlineAsm::isOutput;
    Indirect |= C.isIndirect;
  }
  Plain = Parsed.Understood && Parsed.Labels.empty() && !Indirect;
  for (const PtxInstruction &I : Parsed.Instructions) {
    StringRef Name = StringRef(I.Opcode).split('.').first;
    Plain &= I.Info && I.Info->Effect != OpEffect::ControlFlow &&
             I.Info->Effect != OpEffect::Trap;
    bool Moves = (Name == "mov" || Name == "cvta" || Name == "cvt") &&
                 I.Operands.size() == 2 && I.Predicate.empty();
    for (const PtxOperand &O : I.Operands) {
      if (!O.IsDestination || !O.References.empty())
        continue;
      SmallVector<StringRef, 4> Names;
      SplitString(O.Text, Names, " {},|");
      for (StringRef Register : Names) {
        // A register with two values is not followed.
        auto [It, New] = Registers.try_emplace(Register.str(), "");
        It->second = New && Moves ? I.Operands[1].Text : "";
      }
    }
  }
}

const Value *AsmStatement::argument(const cuda::PtxReference &R) const {
  return R.Number < Outputs || R.Number - Outputs >= Call.arg_size()
             ? nullptr
             : Call.getArgOperand(R.Number - Outputs);
}

const Value *AsmStatement::argument(StringRef Text) const {
  for (unsigned Steps = 0; Steps != 8; ++Steps) {
    unsigned Number = 0;
    if (Text.consume_front("%"))
      return Text.getAsInteger(10, Number)
                 ? nullptr
                 : argument(cuda::PtxReference{Number, false});
    auto It = Registers.find(Text.str());
    if (It == Registers.end())
      return nullptr;
    Text = It->second;
  }
  return nullptr;
}

const Value *AsmStatement::argument(const PtxOperand &O) const {
  return argument(StringRef(O.Text).trim());
}

std::optional<int64_t> AsmStatement::constant(const PtxOperand &O) const {
  int64_t Literal = 0;
  if (!StringRef(O.Text).trim().getAsInteger(0, Literal))
    return Literal;
  if (const auto *C = dyn_cast_or_null<ConstantInt>(argument(O)))
    return C->getSExtValue();
  return std::nullopt;
}

std::optional<std::pair<const Value *, int64_t>>
AsmStatement::address(const PtxOperand &O) const {
  StringRef Text = StringRef(O.Text).trim();
  if (!Text.consume_front("[") || !Text.consume_back("]"))
    return std::nullopt;
  auto [Base, Added] = Text.split('+');
  const Value *V = argument(Base.trim());
  int64_t Bytes = 0;
  if (!V)
    return std::nullopt;
  if (!Added.empty() && Added.trim().getAsInteger(0, Bytes)) {
    const auto *C = dyn_cast_or_null<ConstantInt>(argument(Added.trim()));
    if (!C)
      return std::nullopt;
    Bytes = C->getSExtValue();
  }
  return std::pair(V, Bytes);
}

const Value *sameAddress(const Value *V) {
  if (const auto *Op = dyn_cast<Operator>(V))
    switch (Op->getOpcode()) {
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::AddrSpaceCast:
    case Instruction::BitCast:
    case Instruction::ZExt:
    case Instruction::Trunc:
    case Instruction::Freeze:
      return Op->getOperand(0);
    default:
      break;
    }
  const auto *Call = dyn_cast<CallBase>(V);
  if (!Call || Call->arg_size() != 1)
    return nullptr;
  const Function *Callee = Call->getCalledFunction();
  if (Callee && Callee->getName() == "__nvvm_get_smem_pointer")
    return Call->getArgOperand(0);
  if (!isa<InlineAsm>(Call->getCalledOperand()))
    return nullptr;
  AsmStatement S(*Call);
  auto IsCast = [](const PtxInstruction &I) {
    StringRef Name = StringRef(I.Opcode).split('.').first;
    return Name == "cvta" || Name == "cvt" || Name == "mov";
  };
  return S.isPlain() && !S.instructions().empty() &&
                 all_of(S.instructions(), IsCast) &&
                 any_of(S.instructions(),
                        [](const PtxInstruction &I) {
                          return StringRef(I.Opcode).starts_with("cvta.");
                        })
             ? Call->getArgOperand(0)
             : nullptr;
}

const Value *asmMask(const CallBase &Call) {
  StringRef Text = cast<InlineAsm>(Call.getCalledOperand())->getAsmString();
  if (!Text.contains(".sync"))
    return nullptr;
  AsmStatement S(Call);
  for (const PtxInstruction &I : S.instructions()) {
    StringRef Name = I.Opcode;
    bool Exchange = I.Info && I.Info->Effect == OpEffect::WarpCollective &&
                    Name.contains(".sync");
    if (!I.Operands.empty() && (Exchange || Name == "bar.warp.sync")) {
      const PtxOperand &Mask = I.Operands.back();
      if (const Value *V = S.argument(Mask))
        return V;
      if (std::optional<int64_t> C = S.constant(Mask))
        return ConstantInt::get(Type::getInt32Ty(Call.getContext()),
                                static_cast<uint32_t>(*C));
    }
  }
  return nullptr;
}

std::optional<CopyControl> copyControl(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return std::nullopt;
  auto WaitFor = [](const Value *Groups) {
    const auto *C = dyn_cast_or_null<ConstantInt>(Groups);
    return CopyControl{CopyControl::Wait,
                       C ? std::optional(C->getZExtValue()) : std::nullopt};
  };
  switch (Call->getIntrinsicID()) {
  case Intrinsic::nvvm_cp_async_commit_group:
    return CopyControl{CopyControl::Commit, {}};
  case Intrinsic::nvvm_cp_async_wait_group:
    return WaitFor(Call->getArgOperand(0));
  case Intrinsic::nvvm_cp_async_wait_all:
    return CopyControl{CopyControl::WaitAll, {}};
  default:
    break;
  }
  const auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand());
  if (!Asm || !StringRef(Asm->getAsmString()).contains("cp.async."))
    return std::nullopt;
  AsmStatement S(*Call);
  if (!S.isPlain() || S.instructions().size() != 1 ||
      !S.instructions()[0].Predicate.empty())
    return std::nullopt;
  const PtxInstruction &Only = S.instructions()[0];
  if (Only.Opcode == "cp.async.commit_group")
    return CopyControl{CopyControl::Commit, {}};
  if (Only.Opcode == "cp.async.wait_all")
    return CopyControl{CopyControl::WaitAll, {}};
  if (Only.Opcode == "cp.async.wait_group" && Only.Operands.size() == 1) {
    std::optional<int64_t> N = S.constant(Only.Operands[0]);
    return CopyControl{CopyControl::Wait, N && *N >= 0
                                              ? std::optional<uint64_t>(*N)
                                              : std::nullopt};
  }
  return std::nullopt;
}

} // namespace oxide::prover
