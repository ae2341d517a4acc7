// SPDX-License-Identifier: Apache-2.0
// Constants, variables and functions of a replayed module.
#include "ReplayCodeBuilder.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"

namespace oxide::prover::interp {

Program::Program(const llvm::Module &M, Memory &Mem, uint64_t DynamicShared)
    : Layout(M.getDataLayout()), Mem(Mem), DynamicShared(DynamicShared) {}

const Code *Program::load(const llvm::Function &Kernel) {
  Pending.push_back(&Kernel);
  while (!Pending.empty()) {
    const llvm::Function *Fn = Pending.back();
    Pending.pop_back();
    if (Fn->isDeclaration() || Codes.count(Fn))
      continue;
    Code &New = CodeStore.emplace_back();
    Codes[Fn] = &New;
    CodeBuilder(*this, New, *Fn).build();
  }
  initialise();
  return code(&Kernel);
}

const Code *Program::codeAt(uint64_t Address) const {
  if (address::regionOf(Address) != Region::Code)
    return nullptr;
  uint64_t Number = (Address - address::CodeBase) / address::CodeSlot;
  return Number < Functions.size() ? code(Functions[Number]) : nullptr;
}

const MemoryType *Program::memoryType(llvm::Type *Type) {
  auto [It, New] = Types.try_emplace(Type, nullptr);
  if (!New)
    return It->second;
  MemoryType Result;
  if (Type->isSized() && piecesOf(Type, Layout, Result.Pieces)) {
    Result.Size = Layout.getTypeStoreSize(Type);
    TypeStore.push_back(std::move(Result));
    It->second = &TypeStore.back();
  }
  return It->second;
}

Ref Program::literal(Cell Value) {
  Pool.push_back(Value);
  return -Ref(Pool.size());
}

std::optional<Ref> Program::constant(const llvm::Constant *C) {
  auto Found = Constants.find(C);
  if (Found != Constants.end())
    return Found->second;
  std::vector<Cell> Cells;
  if (!flatten(C, Cells))
    return std::nullopt;
  Ref Result = -Ref(Pool.size()) - 1;
  Pool.insert(Pool.end(), Cells.begin(), Cells.end());
  Constants[C] = Result;
  return Result;
}

bool Program::flatten(const llvm::Constant *C, std::vector<Cell> &Cells) {
  Shape Form = shapeOf(C->getType(), Layout);
  if (Form.Kind == ScalarKind::None)
    return false;
  if (C->isNullValue() || llvm::isa<llvm::UndefValue>(C)) {
    Cells.insert(Cells.end(), Form.Cells, 0);
    return true;
  }
  if (Form.Lanes == 1 && Form.Kind != ScalarKind::Aggregate) {
    if (auto *Int = llvm::dyn_cast<llvm::ConstantInt>(C)) {
      const llvm::APInt &Value = Int->getValue();
      for (unsigned I = 0; I < Form.Cells; ++I)
        Cells.push_back(Value.getRawData()[I]);
      return true;
    }
    if (auto *Float = llvm::dyn_cast<llvm::ConstantFP>(C)) {
      Cells.push_back(Float->getValueAPF().bitcastToAPInt().getZExtValue());
      return true;
    }
    if (auto *Global = llvm::dyn_cast<llvm::GlobalValue>(C)) {
      Cells.push_back(addressOf(Global));
      return true;
    }
    auto *Expression = llvm::dyn_cast<llvm::ConstantExpr>(C);
    return Expression && flattenExpression(Expression, Cells);
  }
  uint64_t Count = Form.Lanes;
  if (auto *Struct = llvm::dyn_cast<llvm::StructType>(C->getType()))
    Count = Struct->getNumElements();
  else if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(C->getType()))
    Count = Array->getNumElements();
  for (uint64_t I = 0; I < Count; ++I) {
    const llvm::Constant *Element = C->getAggregateElement(I);
    if (!Element || !flatten(Element, Cells))
      return false;
  }
  return true;
}

bool Program::flattenExpression(const llvm::ConstantExpr *E,
                                std::vector<Cell> &Cells) {
  unsigned Opcode = E->getOpcode();
  if (auto *Gep = llvm::dyn_cast<llvm::GEPOperator>(E)) {
    llvm::APInt Offset(Layout.getIndexTypeSizeInBits(E->getType()), 0);
    std::vector<Cell> Base;
    if (!Gep->accumulateConstantOffset(Layout, Offset) ||
        !flatten(llvm::cast<llvm::Constant>(Gep->getPointerOperand()), Base) ||
        Base.size() != 1)
      return false;
    Cells.push_back(Base[0] + Offset.getSExtValue());
    return true;
  }
  std::vector<Cell> A, B;
  if (!flatten(E->getOperand(0), A))
    return false;
  Shape In = shapeOf(E->getOperand(0)->getType(), Layout);
  Shape Out = shapeOf(E->getType(), Layout);
  if (llvm::Instruction::isCast(Opcode)) {
    std::vector<Cell> Result(Out.Cells);
    if (!castLanes(Opcode, A.data(), In, Result.data(), Out))
      return false;
    Cells.insert(Cells.end(), Result.begin(), Result.end());
    return true;
  }
  if (!llvm::Instruction::isBinaryOp(Opcode) || In.Kind != ScalarKind::Int ||
      !flatten(E->getOperand(1), B))
    return false;
  Cells.push_back(intBinary(Opcode, A[0], B[0], In.Bits));
  return true;
}

uint64_t Program::addressOf(const llvm::GlobalValue *Global) {
  auto Found = Addresses.find(Global);
  if (Found != Addresses.end())
    return Found->second;
  uint64_t Address = 0;
  if (auto *Fn = llvm::dyn_cast<llvm::Function>(Global))
    Address = addressOfFunction(Fn);
  else if (auto *Variable = llvm::dyn_cast<llvm::GlobalVariable>(Global))
    Address = addressOfVariable(Variable);
  else if (auto *Alias = llvm::dyn_cast<llvm::GlobalAlias>(Global))
    if (const llvm::GlobalObject *Target = Alias->getAliaseeObject())
      Address = addressOf(Target);
  Addresses[Global] = Address;
  return Address;
}

uint64_t Program::addressOfFunction(const llvm::Function *Fn) {
  Functions.push_back(Fn);
  Pending.push_back(Fn);
  return address::CodeBase + (Functions.size() - 1) * address::CodeSlot;
}

uint64_t Program::addressOfVariable(const llvm::GlobalVariable *Variable) {
  llvm::Type *Type = Variable->getValueType();
  uint64_t Size = Type->isSized() ? uint64_t(Layout.getTypeAllocSize(Type)) : 1;
  if (Variable->getAddressSpace() != 3) {
    if (Size > address::MaxGlobal) {
      Error = "variable '" + Variable->getName().str() + "' is too large";
      return 0;
    }
    unsigned Number = Mem.addGlobal(Variable->getName().str(), Size);
    Uninitialised.emplace_back(Variable, Number);
    return address::globalBase(Number);
  }
  // All arrays without a size are one and the same memory.
  bool Dynamic = Variable->isDeclaration();
  if (Dynamic && DynamicAddress)
    return *DynamicAddress;
  Size = Dynamic ? DynamicShared : Size;
  uint64_t Address = newShared(Variable->getName().str(), Size);
  if (Dynamic)
    DynamicAddress = Address;
  return Address;
}

uint64_t Program::newShared(std::string Name, uint64_t Size) {
  if (Size > address::MaxShared || SharedObjects >= address::MaxSharedObjects) {
    Error = "too much shared memory";
    return 0;
  }
  ++SharedObjects;
  return address::sharedBase(Mem.addShared(std::move(Name), Size));
}

uint64_t Program::reservedAddress() {
  if (!Reserved)
    Reserved = newShared("shared memory of cooperative groups", 1024);
  return *Reserved;
}

void Program::initialise() {
  // The list grows while initialisers name further variables.
  for (size_t I = 0; I < Uninitialised.size(); ++I) {
    auto [Variable, Number] = Uninitialised[I];
    if (!Variable->hasInitializer() ||
        Variable->getInitializer()->isNullValue() ||
        llvm::isa<llvm::UndefValue>(Variable->getInitializer()))
      continue;
    std::vector<Cell> Cells;
    const MemoryType *Type = memoryType(Variable->getValueType());
    if (!Type || !flatten(Variable->getInitializer(), Cells)) {
      Error = "initialiser of '" + Variable->getName().str() + "'";
      continue;
    }
    std::vector<uint8_t> &Bytes = Mem.global(Number).Bytes;
    for (const Piece &P : Type->Pieces)
      writeCell(Bytes.data() + P.Offset, Cells[P.Cell], P.Bytes);
  }
  // Functions that only an initialiser names.
  if (Pending.empty())
    return;
  const llvm::Function *Next = Pending.back();
  Uninitialised.clear();
  load(*Next);
}

} // namespace oxide::prover::interp
