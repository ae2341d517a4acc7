// SPDX-License-Identifier: Apache-2.0

#include "prover/AccessCensus.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace oxide::prover {

using namespace llvm;

static constexpr const char *PlainKind = "oxide.plain";
static constexpr const char *NumberKind = "oxide.access";

static std::optional<CensusKind> kindOf(const Instruction &I) {
  if (isa<LoadInst>(I))
    return CensusKind::Load;
  if (isa<StoreInst>(I))
    return CensusKind::Store;
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return CensusKind::Atomic;
  if (isa<MemIntrinsic>(I))
    return CensusKind::Copy;
  // Calls of code that is there get inlined, sooner or later.
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  bool Opaque =
      Call && (Call->isInlineAsm() || (Callee && Callee->isDeclaration()));
  if (!Opaque || !Call->mayReadOrWriteMemory() ||
      none_of(Call->args(),
              [](const Use &U) { return U->getType()->isPointerTy(); }))
    return std::nullopt;
  return CensusKind::Call;
}

static bool isVolatile(const Instruction &I) {
  if (const auto *Memory = dyn_cast<MemIntrinsic>(&I))
    return Memory->isVolatile();
  return I.isVolatile();
}

static void setVolatile(Instruction &I, bool On) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    Load->setVolatile(On);
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    Store->setVolatile(On);
  else if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    RMW->setVolatile(On);
  else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    Exchange->setVolatile(On);
  else if (auto *Memory = dyn_cast<MemIntrinsic>(&I))
    Memory->setVolatile(ConstantInt::getBool(I.getContext(), On));
}

bool isVolatileInSource(const Instruction &I) {
  return isVolatile(I) && !I.hasMetadata(PlainKind);
}

bool isThreadLocal(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, nullptr, /*MaxLookup=*/0);
  return all_of(Objects, [](const Value *O) {
    const auto *A = dyn_cast<Argument>(O);
    return isa<AllocaInst>(O) || (A && A->hasByValAttr());
  });
}

/// A load of a value that is known: an entry of a vtable or of a table that
/// never changes.
static bool readsConstant(const Instruction &I) {
  const auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load)
    return false;
  const DataLayout &Layout = I.getDataLayout();
  const Value *Pointer = Load->getPointerOperand();
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const auto *Table =
      dyn_cast<GlobalVariable>(Pointer->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true));
  return Table && Table->isConstant() && Table->hasDefinitiveInitializer() &&
         !Offset.isNegative() &&
         Offset.getZExtValue() + Layout.getTypeStoreSize(Load->getType()) <=
             Layout.getTypeAllocSize(Table->getValueType());
}

/// Whether no other thread can have to do with what \p I touches.
static bool isHarmless(const Instruction &I) {
  if (const auto *Transfer = dyn_cast<MemTransferInst>(&I))
    return isThreadLocal(Transfer->getRawDest()) &&
           isThreadLocal(Transfer->getRawSource());
  if (const auto *Set = dyn_cast<MemSetInst>(&I))
    return isThreadLocal(Set->getRawDest());
  if (isa<CallBase>(I))
    return false;
  if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return isThreadLocal(RMW->getPointerOperand());
  if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return isThreadLocal(Exchange->getPointerOperand());
  return isThreadLocal(getLoadStorePointerOperand(&I)) || readsConstant(I);
}

static void protect(Instruction &I) {
  if (isa<CallBase>(I) && !isa<MemIntrinsic>(I))
    return;
  if (isVolatile(I))
    return;
  setVolatile(I, true);
  I.setMetadata(PlainKind, MDNode::get(I.getContext(), {}));
}

void protectAccesses(Function &F) {
  for (Instruction &I : instructions(F))
    if (kindOf(I) && !isHarmless(I))
      protect(I);
}

std::optional<unsigned> accessNumber(const Instruction &I) {
  const MDNode *Node = I.getMetadata(NumberKind);
  if (!Node)
    return std::nullopt;
  return mdconst::extract<ConstantInt>(Node->getOperand(0))->getZExtValue();
}

void AccessCensus::extend() {
  DenseSet<const Value *> Counted;
  for (const Part &P : Parts)
    Counted.insert(P.At);
  for (Instruction &I : instructions(F)) {
    std::optional<CensusKind> Kind = kindOf(I);
    if (!Kind || Counted.contains(&I) || isHarmless(I))
      continue;
    protect(I);
    Parts.push_back({WeakVH(&I), Entries.size()});
    Entries.push_back({*Kind, I.getDebugLoc()});
  }
}

void AccessCensus::settle(Part &P, AccessFate Fate) {
  P.Settled = true;
  Entries[P.Entry].Fate = Fate;
}

bool AccessCensus::releaseLocal() {
  for (Part &P : Parts)
    if (auto *I = cast_or_null<Instruction>(P.At);
        I && !P.Settled && isHarmless(*I))
      settle(P, AccessFate::Local);
  bool Any = false;
  for (Instruction &I : instructions(F)) {
    // A volatile local variable is the thread's own all the same.
    if (!isVolatile(I) || !kindOf(I) || !isHarmless(I))
      continue;
    Any = true;
    setVolatile(I, false);
    I.setMetadata(PlainKind, nullptr);
  }
  return Any;
}

bool AccessCensus::dropUnreachable() {
  df_iterator_default_set<BasicBlock *> Reached;
  for (BasicBlock *B : depth_first_ext(&F, Reached))
    (void)B;
  for (Part &P : Parts)
    if (auto *I = cast_or_null<Instruction>(P.At);
        I && !P.Settled && !Reached.contains(I->getParent()))
      settle(P, AccessFate::Unreachable);
  return EliminateUnreachableBlocks(F);
}

void AccessCensus::replace(Instruction &Old, ArrayRef<Instruction *> New) {
  auto P = find_if(Parts, [&](const Part &P) { return P.At == &Old; });
  if (P == Parts.end())
    return;
  size_t Entry = P->Entry;
  settle(*P, AccessFate::Local);
  for (Instruction *I : New) {
    setVolatile(*I, true);
    I->setMetadata(PlainKind, Old.getMetadata(PlainKind));
    Parts.push_back({WeakVH(I), Entry});
  }
}

std::vector<CensusEntry> AccessCensus::take() {
  Type *Int32 = Type::getInt32Ty(F.getContext());
  for (Part &P : Parts) {
    if (P.Settled)
      continue;
    CensusEntry &E = Entries[P.Entry];
    if (auto *I = cast_or_null<Instruction>(P.At)) {
      if (E.Fate != AccessFate::Lost)
        E.Fate = AccessFate::Kept;
      Metadata *Number =
          ConstantAsMetadata::get(ConstantInt::get(Int32, P.Entry));
      I->setMetadata(NumberKind, MDNode::get(F.getContext(), Number));
    } else
      E.Fate = AccessFate::Lost;
  }
  Parts.clear();
  return std::move(Entries);
}

} // namespace oxide::prover
