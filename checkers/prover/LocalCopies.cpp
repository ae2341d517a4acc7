// SPDX-License-Identifier: Apache-2.0

#include "prover/LocalCopies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace oxide::prover {

using namespace llvm;

namespace {

/// Larger objects are mostly arrays, whose elements are not known by number.
constexpr size_t MaxParts = 128;
/// More members than passes put into registers in most cases.
constexpr size_t MaxDefined = 16;

struct Part {
  uint64_t Offset;
  Type *Ty;
};

/// Appends the scalars of \p Ty in the order of their offsets. False when
/// there are too many.
bool appendScalars(Type *Ty, uint64_t Offset, const DataLayout &Layout,
                   SmallVectorImpl<Part> &Into) {
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    const StructLayout *SL = Layout.getStructLayout(Struct);
    for (unsigned I = 0, N = Struct->getNumElements(); I != N; ++I)
      if (!appendScalars(Struct->getElementType(I),
                         Offset + SL->getElementOffset(I), Layout, Into))
        return false;
    return true;
  }
  if (auto *Array = dyn_cast<ArrayType>(Ty)) {
    uint64_t Size = Layout.getTypeAllocSize(Array->getElementType());
    for (uint64_t I = 0, N = Array->getNumElements(); I != N; ++I)
      if (!appendScalars(Array->getElementType(), Offset + I * Size, Layout,
                         Into))
        return false;
    return true;
  }
  Into.push_back({Offset, Ty});
  return Into.size() <= MaxParts;
}

/// Bytes that no member covers: padding, or another member of a union.
void appendBytes(uint64_t From, uint64_t To, LLVMContext &Context,
                 SmallVectorImpl<Part> &Into) {
  while (From != To) {
    uint64_t Size = 8;
    while (Size > To - From || From % Size != 0)
      Size /= 2;
    Into.push_back({From, Type::getIntNTy(Context, Size * 8)});
    From += Size;
  }
}

/// Cuts [Begin, Begin + Length) of an object of type \p Ty into its members;
/// offsets are relative to Begin.
SmallVector<Part, 16> cut(Type *Ty, uint64_t Begin, uint64_t Length,
                          const DataLayout &Layout) {
  SmallVector<Part, 16> Scalars, Result;
  uint64_t Done = Begin;
  if (Ty && appendScalars(Ty, 0, Layout, Scalars)) {
    for (const Part &P : Scalars) {
      uint64_t End = P.Offset + Layout.getTypeStoreSize(P.Ty);
      if (P.Offset < Done || End > Begin + Length)
        continue;
      appendBytes(Done, P.Offset, Ty->getContext(), Result);
      Result.push_back(P);
      Done = End;
    }
  }
  if (Ty)
    appendBytes(Done, Begin + Length, Ty->getContext(), Result);
  for (Part &P : Result)
    P.Offset -= Begin;
  return Result;
}

/// The local variable and the constant offset in it that \p Pointer is.
std::pair<AllocaInst *, uint64_t> localPlace(Value *Pointer,
                                             const DataLayout &Layout) {
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  Value *Base = Pointer->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  auto *Alloca = dyn_cast<AllocaInst>(Base);
  if (!Alloca || Offset.isNegative())
    return {nullptr, 0};
  return {Alloca, Offset.getZExtValue()};
}

/// Returns the loads and stores of it.
SmallVector<Instruction *, 16> copyParts(IRBuilder<> &Builder,
                                         ArrayRef<Part> Parts, Value *To,
                                         Align ToA, Value *From, Align FromA) {
  auto At = [&](Value *Base, uint64_t Offset) {
    return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Base,
                                              Offset);
  };
  // All loads first: memmove may overlap.
  SmallVector<Instruction *, 16> Result;
  for (const Part &P : Parts)
    Result.push_back(Builder.CreateAlignedLoad(
        P.Ty, At(From, P.Offset), commonAlignment(FromA, P.Offset)));
  for (size_t I = 0; I != Parts.size(); ++I)
    Result.push_back(
        Builder.CreateAlignedStore(Result[I], At(To, Parts[I].Offset),
                                   commonAlignment(ToA, Parts[I].Offset)));
  return Result;
}

bool expand(MemTransferInst &Copy, const DataLayout &Layout,
            AccessCensus &Census) {
  auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (!Length ||
      isThreadLocal(Copy.getRawDest()) == isThreadLocal(Copy.getRawSource()))
    return false;
  auto [Local, Offset] =
      localPlace(isThreadLocal(Copy.getRawDest()) ? Copy.getRawDest()
                                                  : Copy.getRawSource(),
                 Layout);
  if (!Local || Length->getValue().ugt(MaxParts * 8))
    return false;
  SmallVector<Part, 16> Parts =
      cut(Local->getAllocatedType(), Offset, Length->getZExtValue(), Layout);
  if (Parts.size() > MaxParts)
    return false;
  IRBuilder<> Builder(&Copy);
  SmallVector<Instruction *, 16> New = copyParts(
      Builder, Parts, Copy.getRawDest(), Copy.getDestAlign().valueOrOne(),
      Copy.getRawSource(), Copy.getSourceAlign().valueOrOne());
  ArrayRef<Instruction *> Loads(New.data(), Parts.size());
  ArrayRef<Instruction *> Stores(New.data() + Parts.size(), Parts.size());
  Census.replace(Copy, isThreadLocal(Copy.getRawDest()) ? Loads : Stores);
  Copy.eraseFromParent();
  return true;
}

/// What happens to the object that \p Pointer points to.
struct Uses {
  bool Written = false;
  bool Escapes = false;
};

void collectUses(Value *Pointer, SmallPtrSetImpl<Value *> &Seen, Uses &U) {
  if (!Seen.insert(Pointer).second)
    return;
  for (User *By : Pointer->users()) {
    if (isa<GetElementPtrInst, AddrSpaceCastInst, PHINode, SelectInst>(By))
      collectUses(By, Seen, U);
    else if (auto *Store = dyn_cast<StoreInst>(By)) {
      U.Written = true;
      U.Escapes |= Store->getValueOperand() == Pointer;
    } else if (auto *Memory = dyn_cast<MemIntrinsic>(By))
      U.Written |= Memory->getRawDest() == Pointer;
    else if (!isa<LoadInst, CmpInst>(By))
      U.Escapes = true;
  }
}

} // namespace

bool expandLocalCopies(Function &F, AccessCensus &Census) {
  const DataLayout &Layout = F.getDataLayout();
  bool Any = false;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Copy = dyn_cast<MemTransferInst>(&I))
      Any |= expand(*Copy, Layout, Census);
  return Any;
}

/// A call of a function without effects, with an argument of its own: freeze
/// instructions would become one, and all such variables equal.
Value *UndefinedValues::undefined(IRBuilderBase &Builder, Type *Ty) {
  Function *&Maker = ByType[Ty];
  if (!Maker) {
    Maker = Function::Create(
        FunctionType::get(Ty, {Builder.getInt32Ty()}, false),
        GlobalValue::ExternalLinkage, "oxide.undefined", F.getParent());
    Maker->setDoesNotAccessMemory();
    Maker->setDoesNotThrow();
    Maker->setWillReturn();
    Makers.push_back(Maker);
  }
  return Builder.CreateCall(Maker, {Builder.getInt32(Count++)});
}

UndefinedValues::UndefinedValues(Function &F) : F(F) {
  const DataLayout &Layout = F.getDataLayout();
  for (Instruction &I : make_early_inc_range(F.getEntryBlock())) {
    auto *Local = dyn_cast<AllocaInst>(&I);
    if (!Local || !Local->isStaticAlloca())
      continue;
    SmallVector<Part, 16> Parts;
    if (!appendScalars(Local->getAllocatedType(), 0, Layout, Parts) ||
        Parts.size() > MaxDefined || Local->isArrayAllocation())
      continue;
    IRBuilder<> Builder(Local->getNextNode());
    for (const Part &P : Parts)
      Builder.CreateAlignedStore(undefined(Builder, P.Ty),
                                 Builder.CreateConstInBoundsGEP1_64(
                                     Builder.getInt8Ty(), Local, P.Offset),
                                 commonAlignment(Local->getAlign(), P.Offset));
  }
}

UndefinedValues::~UndefinedValues() {
  for (Function *F : Makers) {
    for (User *U : make_early_inc_range(F->users())) {
      auto *Call = cast<CallInst>(U);
      IRBuilder<> Builder(Call);
      Call->replaceAllUsesWith(
          Builder.CreateFreeze(PoisonValue::get(Call->getType()), "undefined"));
      Call->eraseFromParent();
    }
    F->eraseFromParent();
  }
}

bool copyWrittenParameters(Function &F) {
  const DataLayout &Layout = F.getDataLayout();
  bool Any = false;
  for (Argument &A : F.args()) {
    Type *Ty = A.getParamByValType();
    if (!Ty)
      continue;
    Uses U;
    SmallPtrSet<Value *, 8> Seen;
    collectUses(&A, Seen, U);
    SmallVector<Part, 16> Parts =
        cut(Ty, 0, Layout.getTypeAllocSize(Ty), Layout);
    if (!U.Written || U.Escapes || Parts.size() > MaxParts)
      continue;
    BasicBlock &Entry = F.getEntryBlock();
    IRBuilder<> Builder(&Entry, Entry.getFirstInsertionPt());
    AllocaInst *Own = Builder.CreateAlloca(Ty, nullptr, A.getName());
    A.replaceAllUsesWith(Own);
    copyParts(Builder, Parts, Own, Own->getAlign(), &A,
              A.getParamAlign().valueOrOne());
    Any = true;
  }
  return Any;
}

const Instruction *findLocalOutOfRange(Function &F) {
  const DataLayout &Layout = F.getDataLayout();
  auto IsOutside = [&](Value *Pointer, uint64_t Width) {
    APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
    auto *Local =
        dyn_cast<AllocaInst>(Pointer->stripAndAccumulateConstantOffsets(
            Layout, Offset, /*AllowNonInbounds=*/true));
    std::optional<TypeSize> Size =
        Local ? Local->getAllocationSize(Layout) : std::nullopt;
    return Size && Width &&
           (Offset.isNegative() ||
            Offset.getZExtValue() + Width > Size->getFixedValue());
  };
  for (Instruction &I : instructions(F)) {
    if (Value *Pointer = getLoadStorePointerOperand(&I)) {
      if (IsOutside(Pointer, Layout.getTypeStoreSize(getLoadStoreType(&I))))
        return &I;
    } else if (auto *Memory = dyn_cast<MemIntrinsic>(&I)) {
      auto *Length = dyn_cast<ConstantInt>(Memory->getLength());
      if (!Length)
        continue;
      auto *Transfer = dyn_cast<MemTransferInst>(Memory);
      if (IsOutside(Memory->getRawDest(), Length->getZExtValue()) ||
          (Transfer &&
           IsOutside(Transfer->getRawSource(), Length->getZExtValue())))
        return &I;
    }
  }
  return nullptr;
}

AddressedLocals::AddressedLocals(Function &F) {
  SmallSetVector<const Value *, 8> Locals;
  for (Instruction &I : instructions(F)) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store || !Store->getValueOperand()->getType()->isPointerTy())
      continue;
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Store->getValueOperand(), Objects, nullptr,
                         /*MaxLookup=*/0);
    for (const Value *O : Objects)
      if (isa<AllocaInst>(O))
        Locals.insert(O);
  }
  if (Locals.empty())
    return;
  Type *Void = Type::getVoidTy(F.getContext());
  Pin = Function::Create(
      FunctionType::get(Void, {PointerType::getUnqual(F.getContext())}, false),
      GlobalValue::ExternalLinkage, "oxide.pin", F.getParent());
  // An unknown callee: the address escapes.
  for (const Value *V : Locals) {
    auto *Local = const_cast<AllocaInst *>(cast<AllocaInst>(V));
    IRBuilder<> Builder(Local->getParent()->getTerminator());
    Pins.push_back(Builder.CreateCall(Pin, {Local}));
  }
}

AddressedLocals::~AddressedLocals() {
  for (Instruction *I : Pins)
    I->eraseFromParent();
  if (Pin)
    Pin->eraseFromParent();
}

} // namespace oxide::prover
