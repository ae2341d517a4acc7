// SPDX-License-Identifier: Apache-2.0
//
// What the instructions of an asm statement do with its operands.

#include "cuda/InlineAsm.h"

namespace oxide::cuda {

namespace {

/// Collects the use of operands, instruction by instruction.
class UseCollector {
public:
  std::map<unsigned, OperandUse> Uses;

  void instruction(const PtxInstruction &I, bool AfterLabel) {
    for (const PtxReference &R : I.PredicateReferences)
      read(R, AfterLabel);
    // An instruction reads its operands before it writes any.
    for (const PtxOperand &O : I.Operands)
      for (const PtxReference &R : O.References) {
        if (!I.Understood)
          maybe(R, /*Write=*/false);
        else if (!O.IsDestination)
          read(R, AfterLabel);
        else if (I.Info->Result == PtxResult::Accumulator)
          maybe(R, /*Write=*/false);
      }
    bool Always = I.Predicate.empty() && !AfterLabel && !AfterBranch;
    for (const PtxOperand &O : I.Operands)
      for (const PtxReference &R : O.References) {
        if (!I.Understood)
          maybe(R, /*Write=*/true);
        else if (O.IsDestination)
          write(R, Always);
      }
    if (!I.Info || I.Info->Effect == OpEffect::ControlFlow ||
        I.Info->Effect == OpEffect::Trap)
      AfterBranch = true;
  }

  void maybe(const PtxReference &R, bool Write) {
    OperandUse &U = Uses[R.Number];
    (Write ? U.MaybeWritten : U.MaybeRead) = true;
  }

private:
  void read(const PtxReference &R, bool AfterLabel) {
    OperandUse &U = Uses[R.Number];
    U.Read = true;
    U.Address |= R.IsAddress;
    if (!AfterLabel && !U.Written && !U.MaybeWritten)
      U.ReadBeforeWrite = true;
  }

  void write(const PtxReference &R, bool Always) {
    OperandUse &U = Uses[R.Number];
    U.Written = true;
    U.AlwaysWritten |= Always;
  }

  bool AfterBranch = false;
};

} // namespace

std::map<unsigned, OperandUse> PtxTemplate::operandUses() const {
  UseCollector Collector;
  for (const PtxDirective &D : Directives)
    for (const PtxReference &R : D.References)
      Collector.maybe(R, /*Write=*/false);
  // Labels are in the order of the text, so the first one decides.
  for (const PtxInstruction &I : Instructions) {
    bool AfterLabel = !Labels.empty() && Labels.front().Offset < I.Offset;
    Collector.instruction(I, AfterLabel);
  }
  return std::move(Collector.Uses);
}

} // namespace oxide::cuda
