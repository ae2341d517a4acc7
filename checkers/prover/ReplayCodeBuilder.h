// SPDX-License-Identifier: Apache-2.0
// Turns one function into Code.

#ifndef OXIDE_PROVER_REPLAYCODEBUILDER_H
#define OXIDE_PROVER_REPLAYCODEBUILDER_H

#include "ReplayCode.h"

#include "llvm/IR/InstVisitor.h"

namespace oxide::prover::interp {

class CodeBuilder : public llvm::InstVisitor<CodeBuilder> {
public:
  CodeBuilder(Program &P, Code &Result, const llvm::Function &Fn)
      : P(P), Result(Result), Fn(Fn) {}
  void build();

  void visitInstruction(llvm::Instruction &I) { reject(); }
  void visitBinaryOperator(llvm::BinaryOperator &I);
  void visitUnaryOperator(llvm::UnaryOperator &I);
  void visitCmpInst(llvm::CmpInst &I);
  void visitCastInst(llvm::CastInst &I);
  void visitSelectInst(llvm::SelectInst &I);
  void visitFreezeInst(llvm::FreezeInst &I) { simple(StepKind::Copy); }
  void visitLoadInst(llvm::LoadInst &I);
  void visitStoreInst(llvm::StoreInst &I);
  void visitGetElementPtrInst(llvm::GetElementPtrInst &I);
  void visitAllocaInst(llvm::AllocaInst &I);
  void visitAtomicRMWInst(llvm::AtomicRMWInst &I);
  void visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst &I);
  void visitFenceInst(llvm::FenceInst &I) { simple(StepKind::Fence); }
  void visitExtractElementInst(llvm::ExtractElementInst &I);
  void visitInsertElementInst(llvm::InsertElementInst &I);
  void visitShuffleVectorInst(llvm::ShuffleVectorInst &I);
  void visitExtractValueInst(llvm::ExtractValueInst &I);
  void visitInsertValueInst(llvm::InsertValueInst &I);
  void visitBranchInst(llvm::BranchInst &I);
  void visitSwitchInst(llvm::SwitchInst &I);
  void visitReturnInst(llvm::ReturnInst &I) { simple(StepKind::Return); }
  void visitUnreachableInst(llvm::UnreachableInst &I);
  void visitPHINode(llvm::PHINode &I) {}
  void visitCallInst(llvm::CallInst &I);

private:
  /// The step of this kind with all operands of the instruction.
  void simple(StepKind Kind);
  void reject() { Now.Kind = StepKind::Unsupported; }
  Shape shape(const llvm::Value *V) {
    return shapeOf(V->getType(), P.layout());
  }
  /// Adds an operand; rejects the step when it cannot be held.
  void operand(const llvm::Value *V);
  std::optional<Ref> ref(const llvm::Value *V);
  void edge(const llvm::BasicBlock *From, const llvm::BasicBlock *To);
  /// The first cell of a member of an aggregate.
  uint32_t memberCell(llvm::Type *Aggregate, llvm::ArrayRef<unsigned> Indices);
  bool blockScope(llvm::SyncScope::ID Scope);
  /// Whether a call has the operands and the result that its target expects: a
  /// program may declare a known name in any way.
  bool fits(const CallTarget &Target) const;
  void addCallOperands(const llvm::CallInst &I, const CallTarget &Target);

  Program &P;
  Code &Result;
  const llvm::Function &Fn;
  Step Now;
  llvm::DenseMap<const llvm::Value *, Ref> Slots;
  llvm::DenseMap<const llvm::BasicBlock *, uint32_t> Numbers;
};

} // namespace oxide::prover::interp

#endif
