// SPDX-License-Identifier: Apache-2.0
// The steps of calls.
#include "ReplayCodeBuilder.h"

namespace oxide::prover::interp {

void CodeBuilder::addCallOperands(const llvm::CallInst &I,
                                  const CallTarget &Target) {
  if (Target.Kind == CallKind::Reserved)
    Result.Refs.push_back(P.literal(P.reservedAddress()));
  if (!Target.Operands) {
    if (Target.Kind == CallKind::Indirect)
      operand(I.getCalledOperand());
    for (const llvm::Value *Argument : I.args())
      if (!Argument->getType()->isMetadataTy())
        operand(Argument);
    return;
  }
  for (const CallTarget::Operand &Operand : *Target.Operands)
    if (Operand.Literal)
      Result.Refs.push_back(P.literal(Operand.Value));
    else if (Operand.Value < I.arg_size())
      operand(I.getArgOperand(Operand.Value));
    else
      reject();
}

bool CodeBuilder::fits(const CallTarget &Target) const {
  uint32_t Count = Result.Refs.size() - Now.FirstRef;
  bool Scalar = Now.Out.Kind != ScalarKind::None &&
                Now.Out.Kind != ScalarKind::Aggregate &&
                Now.Out.Kind != ScalarKind::Wide;
  bool ScalarIn = Now.In.Kind != ScalarKind::None &&
                  Now.In.Kind != ScalarKind::Aggregate &&
                  Now.In.Kind != ScalarKind::Wide;
  switch (Target.Kind) {
  case CallKind::Register:
  case CallKind::Reserved:
    return Scalar;
  case CallKind::Forward:
    return Count >= 1 && Now.In.Cells == Now.Out.Cells;
  case CallKind::Int:
  case CallKind::Math:
  case CallKind::RoundToInt:
  case CallKind::InRegion:
    // A literal may be the first operand of assembly.
    return Scalar && Count >= 1 && (ScalarIn || Target.Operands) &&
           (Now.In.Lanes == Now.Out.Lanes || Target.Operands);
  case CallKind::Convert:
    return Scalar && ScalarIn && Count >= 1;
  case CallKind::SinCos:
    return Count == 3 && Now.In.isFloat();
  case CallKind::Overflow:
    return Count == 2 && Now.Out.Cells == 2;
  case CallKind::MemCopy:
  case CallKind::MemSet:
    return Count >= 3;
  case CallKind::Load:
    return Count >= 1 && Now.Out.Kind != ScalarKind::None;
  case CallKind::Store:
    return Count == 2;
  case CallKind::Atomic:
    return Scalar && Count >= 2;
  default:
    return true;
  }
}

void CodeBuilder::visitCallInst(llvm::CallInst &I) {
  Now.Kind = StepKind::Call;
  const CallTarget &Target = P.TargetStore.emplace_back(classifyCall(I));
  Now.Target = &Target;
  if (Target.Kind == CallKind::Ignore || Target.Kind == CallKind::Unsupported)
    return;
  addCallOperands(I, Target);
  if (I.arg_size() && !I.getArgOperand(0)->getType()->isMetadataTy())
    Now.In = shape(I.getArgOperand(0));
  if (!fits(Target))
    return reject();
  if (Target.Kind == CallKind::Load || Target.Kind == CallKind::Store ||
      Target.Kind == CallKind::Atomic) {
    Now.Type = P.memoryType(Target.Kind == CallKind::Store
                                ? I.getArgOperand(I.arg_size() - 1)->getType()
                                : I.getType());
    Now.BlockScope = Target.Flag;
    Now.Offset = 1;
    if (!Now.Type)
      return reject();
  }
  if (Target.Kind == CallKind::Defined)
    P.Pending.push_back(Target.Callee);
  if (Target.Kind == CallKind::Barrier &&
      (Target.Flag || Target.Op == unsigned(BarrierOp::Arrive)))
    P.SmallBarriers = Clocks::Reach::Block;
  if (Target.Kind == CallKind::Warp && Target.Op == unsigned(WarpOp::Sync) &&
      P.SmallBarriers == Clocks::Reach::Nobody)
    P.SmallBarriers = Clocks::Reach::Warp;
}

} // namespace oxide::prover::interp
