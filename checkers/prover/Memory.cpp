// SPDX-License-Identifier: Apache-2.0

#include "prover/Memory.h"
#include "prover/AccessCensus.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

namespace oxide::prover {

using namespace llvm;

namespace {

constexpr unsigned SharedSpace = 3, ConstantSpace = 4;

ObjectKind kindOf(const GlobalVariable &G) {
  switch (G.getAddressSpace()) {
  case SharedSpace:
    return G.isDeclaration() ? ObjectKind::DynamicShared : ObjectKind::Shared;
  case ConstantSpace:
    return ObjectKind::Constant;
  default:
    return G.isConstant() ? ObjectKind::Constant : ObjectKind::Global;
  }
}

} // namespace

StringRef noun(AccessKind K) {
  switch (K) {
  case AccessKind::Read:
    return "read";
  case AccessKind::Write:
    return "write";
  case AccessKind::Atomic:
    return "atomic update";
  }
  return "";
}

std::optional<std::pair<const Argument *, uint64_t>>
parameterMember(const Value *V, const DataLayout &Layout) {
  const auto *Load = dyn_cast<LoadInst>(V);
  if (!Load)
    return std::nullopt;
  APInt Offset(Layout.getIndexTypeSizeInBits(Load->getPointerOperandType()), 0);
  const Value *Base =
      Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true);
  const auto *A = dyn_cast<Argument>(Base);
  if (!A || !A->hasByValAttr() || Offset.isNegative())
    return std::nullopt;
  return std::pair(A, Offset.getZExtValue());
}

MemoryModel::MemoryModel(KernelIR &K, ParameterPairs Same, ParameterPairs Near)
    : K(K), Same(Same), Near(Near) {
  for (const BasicBlock *B : K.blocks())
    for (const Instruction &I : *B)
      visit(I);
  for (const RawAccess &A : Accesses)
    if (A.Kind != AccessKind::Read)
      for (const MemoryObject *O : objectsOf(A.Pointer))
        Objects[O->Id].Written = true;
  markEscapes();
}

MemoryObject &MemoryModel::object(ObjectKind Kind, const Value *Base,
                                  std::optional<uint64_t> Member) {
  for (MemoryObject &O : Objects)
    if (O.Kind == Kind && O.Base == Base && O.Member == Member)
      return O;
  MemoryObject &O = Objects.emplace_back();
  O.Id = Objects.size() - 1;
  O.Kind = Kind;
  O.Base = Base;
  O.Member = Member;
  if (const auto *G = dyn_cast_or_null<GlobalVariable>(Base);
      G && !Member && Kind != ObjectKind::DynamicShared)
    O.Size = K.layout().getTypeAllocSize(G->getValueType());
  if (const auto *A = dyn_cast_or_null<AllocaInst>(Base))
    if (auto Size = A->getAllocationSize(K.layout());
        Size && !Size->isScalable())
      O.Size = Size->getFixedValue();
  if (Base)
    O.Name = Base->getName().str();
  return O;
}

/// Where \p V is a pointer that a __device__ or __constant__ variable holds
/// throughout the kernel: the variable and the offset in it.
std::optional<std::pair<const GlobalVariable *, uint64_t>>
MemoryModel::globalMember(const Value *V) const {
  const auto *Load = dyn_cast<LoadInst>(V);
  if (!Load)
    return std::nullopt;
  APInt Offset(64, 0);
  const auto *G = dyn_cast<GlobalVariable>(
      Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
          K.layout(), Offset, /*AllowNonInbounds=*/true));
  if (!G || G->getAddressSpace() == SharedSpace || Offset.isNegative())
    return std::nullopt;
  for (const BasicBlock *B : K.blocks())
    for (const Instruction &I : *B)
      if (const auto *S = dyn_cast<StoreInst>(&I))
        if (getUnderlyingObject(S->getPointerOperand()) == G)
          return std::nullopt;
  return std::pair(G, Offset.getZExtValue());
}

const MemoryObject *MemoryModel::unknownObject() {
  return &object(ObjectKind::Unknown, nullptr);
}

const MemoryObject *MemoryModel::objectAt(const Value *Base) {
  if (const auto *A = dyn_cast<Argument>(Base)) {
    for (auto [First, Second] : Same)
      if (A->getArgNo() == Second)
        return objectAt(A->getParent()->getArg(First));
    MemoryObject &O = object(A->hasByValAttr() ? ObjectKind::ParameterBlock
                                               : ObjectKind::Parameter,
                             A);
    for (auto [First, Second] : Near)
      if (A->getArgNo() == First || A->getArgNo() == Second)
        O.Buffer = First + 1;
    return &O;
  }
  if (const auto *G = dyn_cast<GlobalVariable>(Base)) {
    ObjectKind Kind = kindOf(*G);
    // All extern __shared__ arrays begin at one address.
    if (Kind == ObjectKind::DynamicShared)
      for (const MemoryObject &O : Objects)
        if (O.Kind == Kind)
          return &O;
    return &object(Kind, G);
  }
  if (isa<AllocaInst>(Base))
    return &object(ObjectKind::Local, Base);
  if (auto Member = parameterMember(Base, K.layout()))
    return &object(ObjectKind::Parameter, Member->first, Member->second);
  if (auto Member = globalMember(Base))
    return &object(ObjectKind::Parameter, Member->first, Member->second);
  return unknownObject();
}

std::vector<const MemoryObject *> MemoryModel::objectsOf(const Value *Pointer) {
  std::vector<const Value *> Bases = basesOf(Pointer);
  std::vector<const MemoryObject *> Result;
  // A handle of a surface is the object itself.
  if (Bases.empty())
    Result.push_back(isa<Argument, LoadInst>(Pointer) ? objectAt(Pointer)
                                                      : unknownObject());
  for (const Value *B : Bases)
    if (!isa<UndefValue>(B) && !isa<ConstantPointerNull>(B))
      if (const MemoryObject *O = objectAt(B); !is_contained(Result, O))
        Result.push_back(O);
  return Result;
}

bool MemoryModel::mayAlias(const MemoryObject &A, const MemoryObject &B) {
  if (&A == &B || (A.Buffer && A.Buffer == B.Buffer))
    return true;
  const MemoryObject *Unknown = nullptr, *Other = nullptr;
  if (A.Kind == ObjectKind::Unknown)
    Unknown = &A, Other = &B;
  else if (B.Kind == ObjectKind::Unknown)
    Unknown = &B, Other = &A;
  if (!Unknown)
    return false;
  switch (Other->Kind) {
  case ObjectKind::Parameter:
    // __restrict__ says that nothing else points there.
    return !(!Other->Member && isa<Argument>(Other->Base) &&
             cast<Argument>(Other->Base)->hasNoAliasAttr());
  case ObjectKind::Global:
    return true;
  case ObjectKind::Shared:
  case ObjectKind::DynamicShared:
    return Other->Escapes;
  default:
    return false;
  }
}

void MemoryModel::visit(const Instruction &I) {
  const DataLayout &DL = K.layout();
  auto WidthOf = [&](Type *T) -> std::optional<uint64_t> {
    TypeSize S = DL.getTypeStoreSize(T);
    return S.isScalable() ? std::optional<uint64_t>() : S.getFixedValue();
  };
  auto AtomicTo = [&](llvm::SyncScope::ID Id) {
    SmallVector<StringRef, 8> Names;
    I.getContext().getSyncScopeNames(Names);
    StringRef Name = Id < Names.size() ? Names[Id] : "";
    return Name == "block"          ? SyncScope::Block
           : Name == "cluster"      ? SyncScope::Cluster
           : Name == "singlethread" ? SyncScope::Warp
                                    : SyncScope::Grid;
  };
  if (const auto *L = dyn_cast<LoadInst>(&I)) {
    RawAccess A{L, L->getPointerOperand(), AccessKind::Read,
                WidthOf(L->getType())};
    A.Volatile = isVolatileInSource(I);
    A.Alignment = getLoadStoreAlignment(&I).value();
    if (L->isAtomic()) {
      A.Kind = AccessKind::Atomic;
      A.AtomicTo = AtomicTo(L->getSyncScopeID());
    }
    Accesses.push_back(A);
  } else if (const auto *S = dyn_cast<StoreInst>(&I)) {
    RawAccess A{S, S->getPointerOperand(), AccessKind::Write,
                WidthOf(S->getValueOperand()->getType())};
    A.Stored = S->getValueOperand();
    A.Volatile = isVolatileInSource(I);
    A.Alignment = getLoadStoreAlignment(&I).value();
    if (S->isAtomic()) {
      A.Kind = AccessKind::Atomic;
      A.AtomicTo = AtomicTo(S->getSyncScopeID());
    }
    Accesses.push_back(A);
  } else if (const auto *R = dyn_cast<AtomicRMWInst>(&I)) {
    RawAccess A{R, R->getPointerOperand(), AccessKind::Atomic,
                WidthOf(R->getType())};
    A.AtomicTo = AtomicTo(R->getSyncScopeID());
    Accesses.push_back(A);
  } else if (const auto *X = dyn_cast<AtomicCmpXchgInst>(&I)) {
    RawAccess A{X, X->getPointerOperand(), AccessKind::Atomic,
                WidthOf(X->getNewValOperand()->getType())};
    A.AtomicTo = AtomicTo(X->getSyncScopeID());
    Accesses.push_back(A);
  } else if (const auto *Call = dyn_cast<CallBase>(&I)) {
    visitCall(*Call);
  }
}

/// A shared array whose address is stored or passed on may be reached through
/// pointers of unknown origin.
void MemoryModel::markEscapes() {
  for (const BasicBlock *B : K.blocks())
    for (const Instruction &I : *B) {
      auto Leaks = [&](const Value *V) {
        if (V->getType()->isPointerTy())
          for (const MemoryObject *O : objectsOf(V))
            Objects[O->Id].Escapes = true;
      };
      if (const auto *S = dyn_cast<StoreInst>(&I))
        Leaks(S->getValueOperand());
      else if (const auto *P = dyn_cast<PtrToIntInst>(&I))
        Leaks(P->getPointerOperand());
      else if (const auto *Call = dyn_cast<CallBase>(&I);
               Call && Call->getIntrinsicID() == Intrinsic::not_intrinsic)
        for (const Use &Argument : Call->args())
          Leaks(Argument);
    }
}

} // namespace oxide::prover
