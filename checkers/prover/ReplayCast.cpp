// SPDX-License-Identifier: Apache-2.0
#include "ReplayValue.h"

#include "llvm/IR/Instruction.h"

namespace oxide::prover::interp {

using llvm::Instruction;

namespace {

/// Lanes end to end as one row of bits, as memory has them.
void repack(const Cell *From, Shape In, Cell *To, Shape Out) {
  std::vector<uint64_t> Row(In.Bits * In.Lanes / 64 + 2);
  uint32_t InBits = In.Kind == ScalarKind::Wide ? 64 : In.Bits;
  uint32_t OutBits = Out.Kind == ScalarKind::Wide ? 64 : Out.Bits;
  for (uint32_t I = 0; I < In.Cells; ++I) {
    uint64_t At = uint64_t(I) * InBits;
    Row[At / 64] |= From[I] << (At % 64);
    if (At % 64 + InBits > 64)
      Row[At / 64 + 1] |= From[I] >> (64 - At % 64);
  }
  for (uint32_t I = 0; I < Out.Cells; ++I) {
    uint64_t At = uint64_t(I) * OutBits;
    Cell Value = Row[At / 64] >> (At % 64);
    if (At % 64 + OutBits > 64)
      Value |= Row[At / 64 + 1] << (64 - At % 64);
    To[I] = truncated(Value, OutBits);
  }
}

void castLane(unsigned Opcode, const Cell *From, Shape In, Cell *To,
              Shape Out) {
  switch (Opcode) {
  case Instruction::FPToUI:
  case Instruction::FPToSI:
    *To = floatToInt(toDouble(*From, In.Kind), Out.Bits,
                     Opcode == Instruction::FPToSI);
    return;
  case Instruction::UIToFP:
  case Instruction::SIToFP: {
    // To float in one rounding: a double in between could round twice.
    bool Signed = Opcode == Instruction::SIToFP;
    int64_t SignedValue = extended(*From, In.Bits);
    if (Out.Kind == ScalarKind::Float)
      *To = std::bit_cast<uint32_t>(Signed ? float(SignedValue) : float(*From));
    else
      *To = fromDouble(Signed ? double(SignedValue) : double(*From), Out.Kind);
    return;
  }
  case Instruction::FPTrunc:
  case Instruction::FPExt:
    *To = fromDouble(toDouble(*From, In.Kind), Out.Kind);
    return;
  case Instruction::SExt:
    *To = truncated(Cell(extended(*From, In.Bits)), Out.Bits);
    return;
  default:
    *To = truncated(*From, Out.Bits);
  }
}

} // namespace

bool castLanes(unsigned Opcode, const Cell *From, Shape In, Cell *To,
               Shape Out) {
  if (Opcode == Instruction::BitCast) {
    if (In.Bits * In.Lanes != Out.Bits * Out.Lanes)
      return false;
    repack(From, In, To, Out);
    return true;
  }
  bool Wide = In.Kind == ScalarKind::Wide || Out.Kind == ScalarKind::Wide;
  bool Resize = Opcode == Instruction::Trunc || Opcode == Instruction::ZExt ||
                Opcode == Instruction::SExt;
  if (Wide && !Resize)
    return false;
  for (uint32_t L = 0; L < In.Lanes; ++L) {
    const Cell *LaneFrom = From + L * In.perLane();
    Cell *LaneTo = To + L * Out.perLane();
    if (Wide)
      wideResize(LaneFrom, In.Bits, Opcode == Instruction::SExt, LaneTo,
                 Out.Bits);
    else
      castLane(Opcode, LaneFrom, In, LaneTo, Out);
  }
  return true;
}

} // namespace oxide::prover::interp
