// SPDX-License-Identifier: Apache-2.0
#include "ReplayCodeBuilder.h"

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace oxide::prover::interp {

void CodeBuilder::build() {
  Result.Fn = &Fn;
  auto Reserve = [&](const llvm::Value &V) {
    Slots[&V] = Result.FrameCells;
    Result.FrameCells += shape(&V).Cells;
  };
  for (const llvm::Argument &A : Fn.args()) {
    Result.Arguments.push_back(Result.FrameCells);
    Reserve(A);
  }
  for (const llvm::BasicBlock &B : Fn)
    for (const llvm::Instruction &I : B)
      if (!I.getType()->isVoidTy())
        Reserve(I);
  std::vector<uint32_t> StartOf;
  for (const llvm::BasicBlock &B : Fn)
    Numbers.try_emplace(&B, Numbers.size());
  for (const llvm::BasicBlock &B : Fn) {
    StartOf.push_back(Result.Steps.size());
    for (const llvm::Instruction &I : B) {
      if (llvm::isa<llvm::PHINode, llvm::DbgInfoIntrinsic,
                    llvm::LifetimeIntrinsic>(I))
        continue;
      Now = Step();
      Now.Inst = &I;
      Now.Opcode = I.getOpcode();
      Now.FirstRef = Result.Refs.size();
      Now.Out = shape(&I);
      if (!I.getType()->isVoidTy())
        Now.Dest = Slots.lookup(&I);
      // The visitor only reads.
      visit(const_cast<llvm::Instruction &>(I));
      if (Now.Out.Kind == ScalarKind::None && !I.getType()->isVoidTy())
        reject();
      Now.NumRefs = Result.Refs.size() - Now.FirstRef;
      Result.Steps.push_back(Now);
    }
  }
  // Targets were recorded as numbers of blocks until all starts were known.
  for (Edge &E : Result.Edges)
    E.Target = StartOf[E.Target];
}

void CodeBuilder::simple(StepKind Kind) {
  Now.Kind = Kind;
  for (const llvm::Value *V : Now.Inst->operand_values())
    operand(V);
  if (Now.Inst->getNumOperands())
    Now.In = shape(Now.Inst->getOperand(0));
}

std::optional<Ref> CodeBuilder::ref(const llvm::Value *V) {
  if (auto *C = llvm::dyn_cast<llvm::Constant>(V))
    return P.constant(C);
  auto Found = Slots.find(V);
  if (Found == Slots.end() || shape(V).Kind == ScalarKind::None)
    return std::nullopt;
  return Found->second;
}

void CodeBuilder::operand(const llvm::Value *V) {
  std::optional<Ref> Found = ref(V);
  if (!Found)
    reject();
  Result.Refs.push_back(Found.value_or(0));
}

void CodeBuilder::edge(const llvm::BasicBlock *From,
                       const llvm::BasicBlock *To) {
  Edge New;
  New.Target = Numbers.lookup(To);
  New.FirstCopy = Result.Copies.size();
  for (const llvm::PHINode &Phi : To->phis()) {
    const llvm::Value *Incoming = Phi.getIncomingValueForBlock(From);
    std::optional<Ref> Source = ref(Incoming);
    Shape Form = shape(&Phi);
    if (!Source || Form.Kind == ScalarKind::None) {
      reject();
      continue;
    }
    Result.Copies.push_back(
        {*Source, uint32_t(Slots.lookup(&Phi)), Form.Cells});
  }
  New.NumCopies = Result.Copies.size() - New.FirstCopy;
  Result.Edges.push_back(New);
}

bool CodeBuilder::blockScope(llvm::SyncScope::ID Scope) {
  llvm::SmallVector<llvm::StringRef, 8> Names;
  Fn.getContext().getSyncScopeNames(Names);
  llvm::StringRef Name = Scope < Names.size() ? Names[Scope] : "";
  return Name == "block" || Name == "singlethread";
}

uint32_t CodeBuilder::memberCell(llvm::Type *Aggregate,
                                 llvm::ArrayRef<unsigned> Indices) {
  uint32_t Cell = 0;
  for (unsigned Index : Indices) {
    if (auto *Struct = llvm::dyn_cast<llvm::StructType>(Aggregate)) {
      for (unsigned I = 0; I < Index; ++I)
        Cell += shapeOf(Struct->getElementType(I), P.layout()).Cells;
      Aggregate = Struct->getElementType(Index);
    } else {
      Aggregate = Aggregate->getArrayElementType();
      Cell += Index * shapeOf(Aggregate, P.layout()).Cells;
    }
  }
  return Cell;
}

void CodeBuilder::visitBinaryOperator(llvm::BinaryOperator &I) {
  simple(StepKind::Binary);
}

void CodeBuilder::visitUnaryOperator(llvm::UnaryOperator &I) {
  simple(StepKind::FNeg);
}

void CodeBuilder::visitCmpInst(llvm::CmpInst &I) {
  simple(I.isIntPredicate() ? StepKind::Compare : StepKind::FCompare);
  Now.Opcode = I.getPredicate();
}

void CodeBuilder::visitCastInst(llvm::CastInst &I) { simple(StepKind::Cast); }

void CodeBuilder::visitSelectInst(llvm::SelectInst &I) {
  simple(StepKind::Select);
}

void CodeBuilder::visitLoadInst(llvm::LoadInst &I) {
  simple(StepKind::Load);
  Now.Type = P.memoryType(I.getType());
  Now.Offset = I.getAlign().value();
  Now.BlockScope = I.isAtomic() && blockScope(I.getSyncScopeID());
  if (!Now.Type)
    reject();
}

void CodeBuilder::visitStoreInst(llvm::StoreInst &I) {
  simple(StepKind::Store);
  Now.Type = P.memoryType(I.getValueOperand()->getType());
  Now.Offset = I.getAlign().value();
  Now.BlockScope = I.isAtomic() && blockScope(I.getSyncScopeID());
  if (!Now.Type)
    reject();
}

void CodeBuilder::visitGetElementPtrInst(llvm::GetElementPtrInst &I) {
  Now.Kind = StepKind::Address;
  if (I.getType()->isVectorTy())
    return reject();
  operand(I.getPointerOperand());
  unsigned Bits = P.layout().getIndexTypeSizeInBits(I.getType());
  llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4> Variable;
  llvm::APInt Constant(Bits, 0);
  if (!llvm::cast<llvm::GEPOperator>(I).collectOffset(P.layout(), Bits,
                                                      Variable, Constant))
    return reject();
  Now.Offset = Constant.getSExtValue();
  Now.First = Result.Scales.size();
  for (auto &[Index, Factor] : Variable) {
    std::optional<Ref> Source = ref(Index);
    if (!Source || shape(Index).Kind != ScalarKind::Int)
      return reject();
    Result.Scales.push_back(
        {*Source, shape(Index).Bits, Factor.getSExtValue()});
  }
  Now.Num = Result.Scales.size() - Now.First;
}

void CodeBuilder::visitAllocaInst(llvm::AllocaInst &I) {
  simple(StepKind::Alloca);
  Now.First = I.getAlign().value();
  Now.Offset = P.layout().getTypeAllocSize(I.getAllocatedType());
}

void CodeBuilder::visitAtomicRMWInst(llvm::AtomicRMWInst &I) {
  simple(StepKind::AtomicRmw);
  Now.Type = P.memoryType(I.getType());
  Now.Opcode = I.getOperation();
  Now.BlockScope = blockScope(I.getSyncScopeID());
  if (!Now.Type || Now.Type->Pieces.size() != Now.Out.Lanes)
    reject();
}

void CodeBuilder::visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst &I) {
  simple(StepKind::CmpXchg);
  Now.Type = P.memoryType(I.getNewValOperand()->getType());
  Now.BlockScope = blockScope(I.getSyncScopeID());
  if (!Now.Type)
    reject();
}

void CodeBuilder::visitExtractElementInst(llvm::ExtractElementInst &I) {
  simple(StepKind::ExtractElement);
}

void CodeBuilder::visitInsertElementInst(llvm::InsertElementInst &I) {
  simple(StepKind::InsertElement);
}

void CodeBuilder::visitShuffleVectorInst(llvm::ShuffleVectorInst &I) {
  simple(StepKind::Shuffle);
  Now.First = Result.ShuffleMask.size();
  llvm::ArrayRef<int> Mask = I.getShuffleMask();
  Result.ShuffleMask.insert(Result.ShuffleMask.end(), Mask.begin(), Mask.end());
  Now.Num = Mask.size();
}

void CodeBuilder::visitExtractValueInst(llvm::ExtractValueInst &I) {
  simple(StepKind::ExtractValue);
  Now.Offset = memberCell(I.getAggregateOperand()->getType(), I.getIndices());
}

void CodeBuilder::visitInsertValueInst(llvm::InsertValueInst &I) {
  simple(StepKind::InsertValue);
  Now.In = shape(I.getInsertedValueOperand());
  Now.Offset = memberCell(I.getType(), I.getIndices());
}

void CodeBuilder::visitBranchInst(llvm::BranchInst &I) {
  Now.Kind = I.isConditional() ? StepKind::Branch : StepKind::Jump;
  if (I.isConditional())
    operand(I.getCondition());
  Now.First = Result.Edges.size();
  for (unsigned S = 0; S < I.getNumSuccessors(); ++S)
    edge(I.getParent(), I.getSuccessor(S));
}

void CodeBuilder::visitSwitchInst(llvm::SwitchInst &I) {
  Now.Kind = StepKind::Switch;
  operand(I.getCondition());
  if (shape(I.getCondition()).Kind != ScalarKind::Int)
    return reject();
  Now.First = Result.Edges.size();
  edge(I.getParent(), I.getDefaultDest());
  Now.Offset = Result.Cases.size();
  for (const auto &Case : I.cases()) {
    Result.Cases.push_back(Case.getCaseValue()->getZExtValue());
    edge(I.getParent(), Case.getCaseSuccessor());
  }
  Now.Num = I.getNumCases();
}

void CodeBuilder::visitUnreachableInst(llvm::UnreachableInst &I) {
  Now.Kind = StepKind::Unreachable;
}

} // namespace oxide::prover::interp
