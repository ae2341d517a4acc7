// SPDX-License-Identifier: Apache-2.0

#include "prover/HardwareOps.h"
#include "prover/MatrixDescriptor.h"
#include "prover/SyncAccess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

namespace oxide::prover {

using namespace llvm;
using cuda::PtxInstruction;

namespace {

/// How the table names the operand with the place.
enum class PlaceOperand : uint8_t {
  None,
  First,
  Operand0,
  Operand1,
  Descriptors
};

struct EventRow {
  StringLiteral Prefix, Holds;
  HardwareEvent Event;
  PlaceOperand Place;
  unsigned Number;
};

constexpr EventRow Rows[] = {
#define OXIDE_HARDWARE_EVENT(PREFIX, HOLDS, EVENT, PLACE, NUMBER)              \
  {PREFIX, HOLDS, HardwareEvent::EVENT, PlaceOperand::PLACE, NUMBER},
#include "prover/HardwareEvents.def"
};

/// \p Opcode has dots only. A prefix ends where a segment ends.
const EventRow *rowOf(StringRef Opcode) {
  const auto *Row = find_if(Rows, [&](const EventRow &R) {
    if (!Opcode.starts_with(R.Prefix) || !Opcode.contains(R.Holds))
      return false;
    StringRef Rest = Opcode.drop_front(R.Prefix.size());
    return Rest.empty() || Rest.front() == '.' || Rest.front() == ':';
  });
  return Row == std::end(Rows) ? nullptr : Row;
}

std::string withDots(StringRef Opcode) {
  std::string Result = Opcode.str();
  std::replace(Result.begin(), Result.end(), '_', '.');
  return Result;
}

/// Bytes that the async proxy certainly reads from the place of \p E on, or
/// writes: tiles consist of rows of 16 bytes.
unsigned widthOf(HardwareEvent E) {
  switch (E) {
  case HardwareEvent::BulkLoad:
  case HardwareEvent::TensorLoad:
  case HardwareEvent::BulkStore:
  case HardwareEvent::BulkRemote:
  case HardwareEvent::MatrixOperand:
  case HardwareEvent::TensorMatrixOperand:
    return 16;
  default:
    return 8;
  }
}

HardwareEvent eventOf(const Access &A) {
  if (A.Object->Kind == ObjectKind::Parameter ||
      A.Object->Kind == ObjectKind::Global)
    return HardwareEvent::GlobalAccess;
  if (!A.Object->isShared())
    return HardwareEvent::None;
  if (A.Raw->Kind == AccessKind::Read)
    return HardwareEvent::SharedRead;
  if (A.Raw->Kind != AccessKind::Write)
    return HardwareEvent::None;
  return A.Raw->Asynchronous ? HardwareEvent::CopyWrite
                             : HardwareEvent::SharedWrite;
}

} // namespace

HardwareOps::HardwareOps(Translator &X, KernelIR &K, MemoryModel &M,
                         ArrayRef<Access> Accesses)
    : X(X), M(M) {
  for (const Access &A : Accesses)
    Plain[A.Raw->At].push_back(&A);
  for (const UnknownEffect &E : M.unknownEffects())
    if (E.MaySynchronise)
      Unknown.insert(E.At);
  // Uses may come before their mma in this order, where both are in a loop.
  for (const BasicBlock *B : K.blocks())
    for (const Instruction &I : *B)
      if (const auto *Call = dyn_cast<CallBase>(&I);
          Call && Call->isInlineAsm() &&
          StringRef(cast<InlineAsm>(Call->getCalledOperand())->getAsmString())
              .contains("wgmma.mma_async"))
        addUses(*Call);
  for (const BasicBlock *B : K.blocks()) {
    size_t From = Ops.size();
    for (const Instruction &I : *B)
      visit(I);
    Ranges[B] = {From, Ops.size()};
  }
}

ArrayRef<HardwareOp> HardwareOps::in(const BasicBlock *B) const {
  auto [From, To] = Ranges.lookup(B);
  return all().slice(From, To - From);
}

void HardwareOps::add(HardwareOp Op) {
  Present |= eventBit(Op.Event);
  if (Op.Event != HardwareEvent::None)
    Ops.push_back(Op);
}

void HardwareOps::visit(const Instruction &I) {
  if (auto It = Plain.find(&I); It != Plain.end())
    for (const Access *A : It->second) {
      HardwareOp Op{eventOf(*A), &I};
      // Places that depend on a condition are no place to be certain of.
      if (It->second.size() == 1 || A->Condition->isTrue())
        Op.Place = A;
      Op.Guarded = A->Raw->MayNotHappen;
      add(Op);
    }
  if (auto It = Uses.find(&I); It != Uses.end())
    for (const Instruction *Of : It->second) {
      HardwareOp Op{HardwareEvent::Accumulator, &I};
      Op.Of = Of;
      add(Op);
    }
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return;
  if (std::optional<SyncPoint> S = asSync(I)) {
    add({S->Scope == SyncScope::Warp      ? HardwareEvent::WarpBarrier
         : S->Scope == SyncScope::Cluster ? HardwareEvent::ClusterBarrier
                                          : HardwareEvent::BlockBarrier,
         &I});
    return;
  }
  if (Call->isInlineAsm())
    visitAsm(*Call);
  else if (Call->getIntrinsicID() != Intrinsic::not_intrinsic)
    visitIntrinsic(*Call);
  else if (Unknown.contains(&I))
    add({HardwareEvent::Opaque, &I});
}

void HardwareOps::visitAsm(const CallBase &Call) {
  AsmStatement S(Call);
  bool Known = all_of(S.instructions(), [](const PtxInstruction &I) {
    return I.Info != nullptr;
  });
  if (!Known) {
    if (Unknown.contains(&Call))
      add({HardwareEvent::Opaque, &Call});
    return;
  }
  for (const PtxInstruction &I : S.instructions())
    visitPtx(Call, S, I);
}

void HardwareOps::visitPtx(const CallBase &Call, const AsmStatement &S,
                           const PtxInstruction &I) {
  std::string Opcode = withDots(I.Opcode);
  const EventRow *Row = rowOf(Opcode);
  if (!Row)
    return;
  HardwareOp Op{Row->Event, &Call};
  Op.Guarded = !I.Predicate.empty();
  if (Row->Place == PlaceOperand::Descriptors)
    return addMatrix(S, I, Op);
  auto IsAddress = [](const cuda::PtxOperand &O) { return O.IsAddress; };
  size_t Place = Row->Place == PlaceOperand::Operand1 ? 1 : 0;
  if (Row->Place == PlaceOperand::First)
    Place = find_if(I.Operands, IsAddress) - I.Operands.begin();
  auto PlaceAt = [&](size_t Number) -> const Access * {
    if (Number >= I.Operands.size())
      return nullptr;
    auto Address = S.address(I.Operands[Number]);
    return Address ? place(Call, Address->first, Address->second,
                           widthOf(Row->Event))
                   : nullptr;
  };
  // Without a place the number is the only operand.
  size_t Number = Row->Place == PlaceOperand::None ? 0 : Place + Row->Number;
  if (Row->Number && Number < I.Operands.size())
    Op.Number = S.constant(I.Operands[Number]);
  if (Row->Place != PlaceOperand::None)
    Op.Place = PlaceAt(Place);
  add(Op);
  if (Op.Event != HardwareEvent::BulkLoad &&
      Op.Event != HardwareEvent::TensorLoad)
    return;
  HardwareOp Signal{HardwareEvent::BarrierSignal, &Call};
  Signal.Place = PlaceAt(Op.Event == HardwareEvent::BulkLoad ? 3 : 2);
  Signal.Guarded = Op.Guarded;
  Signal.Number = Op.Number;
  // Each block of a cluster gets the bytes.
  if (StringRef(Opcode).contains("multicast"))
    Signal.Number.reset();
  add(Signal);
}

void HardwareOps::visitIntrinsic(const CallBase &Call) {
  StringRef Name = Call.getCalledFunction()->getName();
  if (!Name.consume_front("llvm.nvvm."))
    return;
  std::string Opcode = withDots(Name);
  const EventRow *Row = rowOf(Opcode);
  if (!Row) {
    if (asFence(Call))
      add({HardwareEvent::Fence, &Call});
    else if (Unknown.contains(&Call))
      add({HardwareEvent::Opaque, &Call});
    return;
  }
  HardwareOp Op{Row->Event, &Call};
  unsigned First = 0;
  if (Row->Place == PlaceOperand::First && Call.arg_size()) {
    Op.Place = place(Call, Call.getArgOperand(0), 0, widthOf(Op.Event));
    First = 1;
  }
  if (Row->Number && First < Call.arg_size())
    if (const auto *C = dyn_cast<ConstantInt>(Call.getArgOperand(First)))
      Op.Number = C->getSExtValue();
  add(Op);
}

void HardwareOps::addMatrix(const AsmStatement &S, const PtxInstruction &I,
                            HardwareOp Op) {
  add(Op);
  HardwareEvent Operand = Op.Event == HardwareEvent::Matrix
                              ? HardwareEvent::MatrixOperand
                              : HardwareEvent::TensorMatrixOperand;
  for (unsigned Number : {1u, 2u}) {
    if (Number >= I.Operands.size())
      return;
    // A descriptor is one register of 64 bits; A may be in registers.
    const Value *V = S.argument(I.Operands[Number]);
    if (!V || !V->getType()->isIntegerTy(64))
      continue;
    HardwareOp Tile{Operand, Op.At};
    Tile.Guarded = Op.Guarded;
    if (auto Address = descriptorAddress(V))
      Tile.Place =
          place(*Op.At, Address->first, Address->second, widthOf(Operand));
    add(Tile);
  }
}

/// Values that hold what \p Matrix writes, up to where something is done with
/// them. Through memory of the thread they are not followed.
void HardwareOps::addUses(const CallBase &Matrix) {
  SmallVector<const Value *, 32> Work{&Matrix};
  SmallPtrSet<const Value *, 32> Seen{&Matrix};
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users()) {
      const auto *I = dyn_cast<Instruction>(U);
      if (!I || isa<DbgInfoIntrinsic>(I))
        continue;
      bool Passes = isa<PHINode, SelectInst, FreezeInst, ExtractValueInst,
                        InsertValueInst>(I);
      if (const auto *Call = dyn_cast<CallBase>(I);
          Call && Call->isInlineAsm()) {
        // An empty statement keeps registers in place; another mma goes on
        // with them.
        AsmStatement S(*Call);
        if (!S.instructions().empty())
          continue;
        Passes = true;
      }
      if (const auto *Store = dyn_cast<StoreInst>(I))
        if (any_of(M.objectsOf(Store->getPointerOperand()),
                   [](const MemoryObject *O) { return O->isPrivate(); }))
          continue;
      if (!Passes)
        Uses[I].push_back(&Matrix);
      else if (Seen.insert(I).second)
        Work.push_back(I);
    }
}

const Access *HardwareOps::place(const Instruction &At, const Value *Address,
                                 int64_t Added, unsigned Width) {
  std::vector<PointerTarget> Targets = X.pointer(Address);
  if (Targets.size() != 1 || !Targets[0].Object->isShared())
    return nullptr;
  RawAccess R;
  R.At = &At;
  R.Pointer = Address;
  R.Width = Width;
  R.Displacement = Added;
  Access A;
  A.Raw = &Raw.emplace_back(R);
  A.Object = Targets[0].Object;
  A.Offset = X.terms().add(Targets[0].Offset, X.terms().constant(Added));
  A.Condition = Targets[0].Condition;
  return &Places.emplace_back(A);
}

} // namespace oxide::prover
