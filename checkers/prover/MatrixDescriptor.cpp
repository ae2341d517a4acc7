// SPDX-License-Identifier: Apache-2.0

#include "prover/MatrixDescriptor.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace oxide::prover {

using namespace llvm;

/// `(address & 0x3ffff) >> 4` is as usual as masking after the shift.
static const Value *withoutMask(const Value *V) {
  while (isa<ZExtInst, TruncInst, FreezeInst>(V))
    V = cast<Instruction>(V)->getOperand(0);
  const auto *And = dyn_cast<BinaryOperator>(V);
  if (!And || And->getOpcode() != Instruction::And)
    return V;
  const auto *C = dyn_cast<ConstantInt>(And->getOperand(1));
  constexpr uint64_t Whole = 0x3fff0;
  return C && C->getBitWidth() <= 64 && (C->getZExtValue() & Whole) == Whole
             ? And->getOperand(0)
             : V;
}

std::optional<std::pair<const Value *, int64_t>>
descriptorAddress(const Value *V) {
  constexpr unsigned MostSteps = 32;
  constexpr uint64_t AddressBits = 0x3fff, Unit = 16;
  int64_t Advanced = 0;
  for (unsigned Step = 0; Step != MostSteps; ++Step) {
    const auto *Op = dyn_cast<Operator>(V);
    if (!Op)
      return std::nullopt;
    const Value *First = Op->getNumOperands() ? Op->getOperand(0) : nullptr;
    const auto *C = Op->getNumOperands() == 2
                        ? dyn_cast<ConstantInt>(Op->getOperand(1))
                        : nullptr;
    if (C && C->getBitWidth() > 64)
      return std::nullopt;
    uint64_t Number = C ? C->getZExtValue() : 0;
    switch (Op->getOpcode()) {
    case Instruction::ZExt:
    case Instruction::Trunc:
    case Instruction::Freeze:
      V = First;
      break;
    case Instruction::Or:
      // Other fields of the descriptor.
      if (!C || (Number & AddressBits))
        return std::nullopt;
      V = First;
      break;
    case Instruction::And:
      if (!C || (Number & AddressBits) != AddressBits)
        return std::nullopt;
      V = First;
      break;
    case Instruction::Add:
      if (!C || Number > AddressBits)
        return std::nullopt;
      Advanced += int64_t(Number * Unit);
      V = First;
      break;
    case Instruction::LShr:
      if (!C || Number != 4)
        return std::nullopt;
      return std::pair(withoutMask(First), Advanced);
    default:
      return std::nullopt;
    }
  }
  return std::nullopt;
}

} // namespace oxide::prover
