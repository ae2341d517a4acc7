// SPDX-License-Identifier: Apache-2.0
//
// The part of the memory model that reads calls: NVVM intrinsics, inline PTX
// and functions without a body.

#include "prover/Annotations.h"
#include "prover/AsmEffects.h"
#include "prover/SyncAccess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace oxide::prover {

using namespace llvm;

namespace {

SyncScope atomicScopeOf(StringRef Intrinsic) {
  return Intrinsic.contains(".cta.") ? SyncScope::Block : SyncScope::Grid;
}

/// Bytes that a cp.async of this intrinsic copies, or 0.
unsigned asyncCopyBytes(Intrinsic::ID Id) {
  switch (Id) {
  case Intrinsic::nvvm_cp_async_ca_shared_global_4:
  case Intrinsic::nvvm_cp_async_ca_shared_global_4_s:
    return 4;
  case Intrinsic::nvvm_cp_async_ca_shared_global_8:
  case Intrinsic::nvvm_cp_async_ca_shared_global_8_s:
    return 8;
  case Intrinsic::nvvm_cp_async_ca_shared_global_16:
  case Intrinsic::nvvm_cp_async_ca_shared_global_16_s:
  case Intrinsic::nvvm_cp_async_cg_shared_global_16:
  case Intrinsic::nvvm_cp_async_cg_shared_global_16_s:
    return 16;
  default:
    return 0;
  }
}

/// Warp-level exchanges: no effect on memory, and none on its order.
bool isExchange(StringRef Name) {
  return any_of(ArrayRef<StringRef>{"shfl.", "vote.", "match.", "redux.",
                                    "activemask", "elect.sync"},
                [&](StringRef P) { return Name.starts_with(P); });
}

/// Whether the wait of a cluster barrier follows its arrival \p Arrive with
/// no access between: the two are one barrier then.
bool isWaitedForAtOnce(const Instruction &Arrive) {
  const Instruction *I = Arrive.getNextNode();
  for (unsigned Steps = 0; I && Steps != 64; ++Steps) {
    if (std::optional<SyncPoint> S = asSync(*I))
      return S->Scope == SyncScope::Cluster;
    if (I->mayReadOrWriteMemory())
      return false;
    const auto *Br = dyn_cast<BranchInst>(I);
    I = Br && Br->isUnconditional() ? &Br->getSuccessor(0)->front()
                                    : I->getNextNode();
  }
  return false;
}

/// What the text of inline PTX may do, by the beginnings of words in it:
/// "red." is in red.global.add and not in cvta.shared.u64.
bool hasWord(StringRef Text, ArrayRef<StringRef> Words) {
  return any_of(Words, [&](StringRef W) {
    for (size_t At = Text.find(W); At != StringRef::npos;
         At = Text.find(W, At + 1))
      if (At == 0 || !(isAlnum(Text[At - 1]) || Text[At - 1] == '_'))
        return true;
    return false;
  });
}

} // namespace

void MemoryModel::visitCall(const CallBase &Call) {
  if (isa<InlineAsm>(Call.getCalledOperand()))
    return visitAsm(Call);
  if (asSync(Call) || isAnnotation(Call) || sameAddress(&Call))
    return;
  if (Call.getIntrinsicID() != Intrinsic::not_intrinsic) {
    if (visitIntrinsic(Call) || Call.doesNotAccessMemory() ||
        Call.onlyAccessesInaccessibleMemory())
      return;
    Unknowns.push_back(
        {&Call,
         ("effect of '" + Call.getCalledFunction()->getName() + "' not known")
             .str(),
         /*MaySynchronise=*/true});
    return;
  }
  const Function *Callee = Call.getCalledFunction();
  if (!Callee) {
    Unknowns.push_back({&Call, "call through a function pointer", true});
    return;
  }
  StringRef Name = Callee->getName();
  // The device's printf writes a buffer of its own and reads its arguments.
  if (Name == "vprintf" || Name == "__assertfail" || Name == "__assert_fail" ||
      Name == "malloc" || Name == "free" || Name.starts_with("__nv_"))
    return;
  if (Call.doesNotAccessMemory())
    return;
  // It can reach memory of the kernel through variables of its own only.
  if (none_of(Call.args(), [&](const Use &A) {
        return A->getType()->isPointerTy() &&
               !Call.isByValArgument(Call.getArgOperandNo(&A));
      })) {
    Trusted.push_back(Callee);
    return;
  }
  Unknowns.push_back(
      {&Call, ("call of '" + Name + "', whose body is not known").str(), true});
}

bool MemoryModel::visitIntrinsic(const CallBase &Call) {
  const Function &Callee = *Call.getCalledFunction();
  const DataLayout &DL = K.layout();
  StringRef Name = Callee.getName();
  Name.consume_front("llvm.");
  if (const auto *M = dyn_cast<MemIntrinsic>(&Call)) {
    std::optional<uint64_t> Length;
    if (const auto *N = dyn_cast<ConstantInt>(M->getLength()))
      Length = N->getZExtValue();
    if (Length == 0)
      return true;
    Accesses.push_back({&Call, M->getRawDest(), AccessKind::Write, Length});
    if (const auto *T = dyn_cast<MemTransferInst>(M))
      Accesses.push_back({&Call, T->getRawSource(), AccessKind::Read, Length});
    return true;
  }
  if (Call.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(Call) ||
      Call.getIntrinsicID() == Intrinsic::assume ||
      Call.getIntrinsicID() == Intrinsic::trap ||
      Call.getIntrinsicID() == Intrinsic::debugtrap)
    return true;
  if (!Name.consume_front("nvvm."))
    return false;
  if (unsigned Bytes = asyncCopyBytes(Call.getIntrinsicID())) {
    RawAccess W{&Call, Call.getArgOperand(0), AccessKind::Write, Bytes};
    W.Asynchronous = true;
    Accesses.push_back(W);
    Accesses.push_back({&Call, Call.getArgOperand(1), AccessKind::Read, Bytes});
    return true;
  }
  if (Name.starts_with("cp.async.wait") ||
      Name.starts_with("cp.async.commit") || isExchange(Name) ||
      Name.starts_with("read.ptx.sreg") || Name == "exit" ||
      Name == "membar.cta" || Name.starts_with("nanosleep"))
    return true;
  if (Name.starts_with("membar.") || Name.starts_with("fence."))
    return true;
  if (Name == "barrier.cluster.arrive" ||
      Name == "barrier.cluster.arrive.aligned")
    return isWaitedForAtOnce(Call);
  if (Name.starts_with("ldg.") || Name.starts_with("ldu.")) {
    Accesses.push_back({&Call, Call.getArgOperand(0), AccessKind::Read,
                        DL.getTypeStoreSize(Call.getType()).getFixedValue()});
    return true;
  }
  if (Name.starts_with("atomic.")) {
    RawAccess A{&Call, Call.getArgOperand(0), AccessKind::Atomic,
                DL.getTypeStoreSize(Call.getType()).getFixedValue()};
    A.AtomicTo = atomicScopeOf(Name);
    Accesses.push_back(A);
    return true;
  }
  if (Name == "mapa" || Name.starts_with("mapa.")) {
    Unknowns.push_back({&Call,
                        "the shared memory of another block of the cluster is "
                        "not followed",
                        /*MaySynchronise=*/false});
    return true;
  }
  return visitMatrix(Call, Name);
}

/// Loads and stores of the tensor cores, which all lanes of a warp do together.
bool MemoryModel::visitMatrix(const CallBase &Call, StringRef Name) {
  RawAccess A{&Call, nullptr, AccessKind::Read, std::nullopt};
  A.Collective = true;
  if (Name.starts_with("ldmatrix.") || Name.starts_with("stmatrix.")) {
    // Rows of 16 bytes, whose addresses the lowest lanes have.
    A.Kind = Name.starts_with("ld") ? AccessKind::Read : AccessKind::Write;
    A.Pointer = Call.getArgOperand(0);
    if (Name.contains(".m8n8.")) {
      A.Width = A.Alignment = 16;
      A.Lanes = Name.contains(".x4") ? 32 : Name.contains(".x2") ? 16 : 8;
    }
    Accesses.push_back(A);
    return true;
  }
  // wmma.m16n16k16.load.a.row.stride.f16.p0
  SmallVector<StringRef, 8> Parts;
  Name.split(Parts, '.');
  if (Parts[0] != "wmma" || Parts.size() < 6)
    return false;
  bool Loads = Parts[2] == "load";
  if (!Loads && Parts[2] != "store")
    return Parts[2] == "mma";
  A.Kind = Loads ? AccessKind::Read : AccessKind::Write;
  A.Pointer = Call.getArgOperand(0);
  unsigned Shape[3] = {}, Bits = 0;
  StringRef Left = Parts[1];
  bool Known = true;
  for (unsigned I = 0; I != 3; ++I) {
    Known &= Left.consume_front(StringRef("mnk").substr(I, 1));
    Known &= !Left.consumeInteger(10, Shape[I]);
  }
  bool Strided = Parts[5] == "stride";
  StringRef Type = Parts[Strided ? 6 : 5];
  if (Type.consume_front("tf"))
    Type = "32";
  Known &= Strided &&
           !Type.drop_while([](char C) { return !isDigit(C); })
                .getAsInteger(10, Bits) &&
           Bits % 8 == 0;
  if (Known) {
    unsigned Rows = Parts[3] == "b" ? Shape[2] : Shape[0];
    unsigned Columns = Parts[3] == "a" ? Shape[2] : Shape[1];
    if (Parts[4] == "col")
      std::swap(Rows, Columns);
    A.Matrix = {Rows, Call.getArgOperand(Call.arg_size() - 1), Bits / 8};
    A.Width = Columns * Bits / 8;
  }
  Accesses.push_back(A);
  return true;
}

void MemoryModel::visitAsm(const CallBase &Call) {
  const auto &Asm = *cast<InlineAsm>(Call.getCalledOperand());
  if (asSync(Call) || asFence(Call))
    return;
  StringRef Text = Asm.getAsmString();
  if (Text.contains("barrier.cluster.arrive") && isWaitedForAtOnce(Call))
    return;
  std::string Unknown;
  if (auto Known = asmAccesses(Call, Unknown)) {
    append_range(Accesses, *Known);
    return;
  }
  bool Orders =
      hasWord(Text, {"bar", "mbarrier", "fence", "membar", "acquire", "release",
                     "wait", "arrive", "atom", "red.", "volatile", "relaxed",
                     "cp.async", "sync", "elect"});
  bool Touches = hasWord(Text, {"ld.", "st.", "atom", "red.", "cp.", "ldmatrix",
                                "stmatrix", "wgmma", "tcgen", "tensormap",
                                "prefetch", "mma", "multimem", "discard"});
  bool Leaves =
      hasWord(Text, {"exit", "trap", "brkpt", "bra", "brx", "call", "ret"});
  // Arithmetic and special registers.
  if (!Orders && !Touches && !Leaves &&
      !StringRef(Asm.getConstraintString()).contains("~{memory}"))
    return;
  Unknowns.push_back({&Call, "inline PTX '" + Unknown + "' is not followed",
                      Orders || Leaves || !Touches});
}

} // namespace oxide::prover
