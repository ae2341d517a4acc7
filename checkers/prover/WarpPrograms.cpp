// SPDX-License-Identifier: Apache-2.0

#include "prover/WarpPrograms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace oxide::prover {

using namespace llvm;

namespace {

/// Instructions that are played through for one kernel.
constexpr unsigned MostSteps = 20000000;

/// A barrier operation with its operands; null is "all threads of the block".
struct BarrierOp {
  const Value *Number = nullptr, *Count = nullptr;
  std::optional<unsigned> FixedNumber, FixedCount;
  bool Waits = true;
};

/// An operand in the text of inline PTX: a number or $n.
bool readOperand(StringRef Text, const CallBase &Call, const Value *&Operand,
                 std::optional<unsigned> &Fixed) {
  Text = Text.trim();
  unsigned N;
  if (Text.consume_front("$")) {
    if (Text.getAsInteger(10, N) || N >= Call.arg_size())
      return false;
    Operand = Call.getArgOperand(N);
    return true;
  }
  if (Text.getAsInteger(10, N))
    return false;
  Fixed = N;
  return true;
}

std::optional<BarrierOp> asmBarrier(const CallBase &Call,
                                    const InlineAsm &Asm) {
  StringRef Text = StringRef(Asm.getAsmString()).trim().rtrim(';').trim();
  auto [Name, Operands] = Text.split(' ');
  BarrierOp Op;
  if (Name == "bar.arrive" || Name == "barrier.arrive" ||
      Name == "barrier.cta.arrive" || Name == "barrier.arrive.aligned" ||
      Name == "barrier.cta.arrive.aligned")
    Op.Waits = false;
  else if (Name != "bar.sync" && Name != "barrier.sync" &&
           Name != "barrier.cta.sync" && Name != "barrier.sync.aligned" &&
           Name != "barrier.cta.sync.aligned")
    return std::nullopt;
  auto [First, Second] = Operands.split(',');
  if (!readOperand(First, Call, Op.Number, Op.FixedNumber))
    return std::nullopt;
  if (!Second.empty() && !readOperand(Second, Call, Op.Count, Op.FixedCount))
    return std::nullopt;
  return Op;
}

std::optional<BarrierOp> asBarrier(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return std::nullopt;
  if (const auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return asmBarrier(*Call, *Asm);
  BarrierOp Op;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::nvvm_barrier_cta_arrive_aligned_count:
  case Intrinsic::nvvm_barrier_cta_arrive_count:
    Op.Waits = false;
    [[fallthrough]];
  case Intrinsic::nvvm_barrier_cta_sync_aligned_count:
  case Intrinsic::nvvm_barrier_cta_sync_count:
    Op.Count = Call->getArgOperand(1);
    [[fallthrough]];
  case Intrinsic::nvvm_barrier_cta_sync_aligned_all:
  case Intrinsic::nvvm_barrier_cta_sync_all:
    Op.Number = Call->getArgOperand(0);
    return Op;
  default:
    // Block barriers with a reduction.
    if (std::optional<SyncPoint> S = asSync(I);
        S && S->Scope == SyncScope::Block) {
      Op.FixedNumber = 0;
      return Op;
    }
    return std::nullopt;
  }
}

/// Follows the control of one thread.
class Unfolder {
public:
  Unfolder(const KernelIR &K, const std::array<uint32_t, 3> &Block)
      : K(K), DL(K.layout()), Block(Block) {
    for (const BasicBlock *B : K.blocks())
      for (const Instruction &I : *B)
        if (std::optional<BarrierOp> Op = asBarrier(I)) {
          Ops[&I] = *Op;
          HasBarrier.insert(B);
        }
    findRelevant();
  }

  /// The operations of thread \p Linear; nothing where it is not known.
  std::optional<WarpProgram> unfold(unsigned Linear) {
    Known.clear();
    Thread = {Linear % Block[0], Linear / Block[0] % Block[1],
              Linear / Block[0] / Block[1]};
    WarpProgram Result;
    const BasicBlock *From = nullptr, *At = K.blocks().front();
    while (At) {
      enter(*At, From);
      for (const Instruction &I : *At) {
        if (!Relevant.contains(&I))
          continue;
        if (++Steps > MostSteps)
          return std::nullopt;
        if (auto It = Ops.find(&I); It != Ops.end()) {
          std::optional<BarrierStep> S = step(I, It->second);
          if (!S)
            return std::nullopt;
          Result.push_back(*S);
        } else if (!isa<PHINode>(I)) {
          Known[&I] = evaluate(I);
        }
      }
      if (!next(From, At))
        return std::nullopt;
    }
    return Result;
  }

private:
  /// Only what branches and barriers depend on is computed.
  void findRelevant() {
    SmallVector<const Instruction *, 32> Stack;
    auto Push = [&](const Value *V) {
      const auto *I = dyn_cast<Instruction>(V);
      if (I && Relevant.insert(I).second)
        Stack.push_back(I);
    };
    for (const BasicBlock *B : K.blocks())
      Push(B->getTerminator());
    for (const auto &[I, Op] : Ops)
      Push(I);
    while (!Stack.empty())
      for (const Use &U : Stack.pop_back_val()->operands())
        Push(U);
  }

  Constant *value(const Value *V) const {
    if (auto *C = dyn_cast<Constant>(V))
      return const_cast<Constant *>(C);
    return Known.lookup(V);
  }

  void enter(const BasicBlock &B, const BasicBlock *From) {
    SmallVector<std::pair<const PHINode *, Constant *>, 8> New;
    for (const PHINode &Phi : B.phis())
      if (Relevant.contains(&Phi))
        New.emplace_back(&Phi, From && Phi.getBasicBlockIndex(From) >= 0
                                   ? value(Phi.getIncomingValueForBlock(From))
                                   : nullptr);
    for (auto [Phi, C] : New)
      Known[Phi] = C;
  }

  Constant *evaluate(const Instruction &I) const {
    auto Number = [&](unsigned N) { return ConstantInt::get(I.getType(), N); };
    if (const auto *Call = dyn_cast<IntrinsicInst>(&I)) {
      switch (Call->getIntrinsicID()) {
      case Intrinsic::nvvm_read_ptx_sreg_tid_x:
        return Number(Thread[0]);
      case Intrinsic::nvvm_read_ptx_sreg_tid_y:
        return Number(Thread[1]);
      case Intrinsic::nvvm_read_ptx_sreg_tid_z:
        return Number(Thread[2]);
      case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
        return Number(Block[0]);
      case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
        return Number(Block[1]);
      case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
        return Number(Block[2]);
      default:
        break;
      }
    }
    if (const auto *S = dyn_cast<SelectInst>(&I))
      if (const auto *C =
              dyn_cast_or_null<ConstantInt>(value(S->getCondition())))
        return value(C->isOne() ? S->getTrueValue() : S->getFalseValue());
    if (I.mayReadOrWriteMemory() || I.isTerminator() || isa<PHINode>(I))
      return nullptr;
    SmallVector<Constant *, 4> Operands;
    for (const Use &U : I.operands()) {
      Constant *C = value(U);
      if (!C)
        return nullptr;
      Operands.push_back(C);
    }
    return ConstantFoldInstOperands(const_cast<Instruction *>(&I), Operands,
                                    DL);
  }

  std::optional<BarrierStep> step(const Instruction &I,
                                  const BarrierOp &Op) const {
    auto Read = [&](const Value *V,
                    std::optional<unsigned> Fixed) -> std::optional<unsigned> {
      if (Fixed || !V)
        return Fixed.value_or(0);
      if (const auto *C = dyn_cast_or_null<ConstantInt>(value(V)))
        return C->getZExtValue();
      return std::nullopt;
    };
    std::optional<unsigned> Number = Read(Op.Number, Op.FixedNumber),
                            Count = Read(Op.Count, Op.FixedCount);
    if (!Number || !Count || *Number > 15 || *Count % WarpSize)
      return std::nullopt;
    return BarrierStep{&I, *Number, *Count, Op.Waits};
  }

  /// Goes on from \p At; a null \p At is the end.
  bool next(const BasicBlock *&From, const BasicBlock *&At) {
    const Instruction *End = At->getTerminator();
    const BasicBlock *To = nullptr;
    if (End->getNumSuccessors() == 0) {
      At = nullptr;
      return true;
    }
    if (End->getNumSuccessors() == 1) {
      To = End->getSuccessor(0);
    } else if (const auto *C =
                   dyn_cast_or_null<ConstantInt>(value(End->getOperand(0)))) {
      if (const auto *Switch = dyn_cast<SwitchInst>(End))
        To = Switch->findCaseValue(C)->getCaseSuccessor();
      else if (const auto *Br = dyn_cast<BranchInst>(End))
        To = Br->getSuccessor(C->isOne() ? 0 : 1);
    }
    if (To) {
      From = At;
      At = To;
      return true;
    }
    return skip(From, At);
  }

  /// Over what depends on data and has no barrier in it.
  bool skip(const BasicBlock *&From, const BasicBlock *&At) {
    const auto *Node = K.postDominators().getNode(At);
    const BasicBlock *Join =
        Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
    SmallVector<const BasicBlock *, 8> Stack(successors(At));
    DenseSet<const BasicBlock *> Seen;
    while (!Stack.empty()) {
      const BasicBlock *B = Stack.pop_back_val();
      if (B == Join || !Seen.insert(B).second)
        continue;
      if (HasBarrier.contains(B))
        return false;
      // What the skipped part computes is not known behind it.
      for (const Instruction &I : *B)
        Known.erase(&I);
      Stack.append(succ_begin(B), succ_end(B));
    }
    From = nullptr;
    At = Join;
    return true;
  }

  const KernelIR &K;
  const DataLayout &DL;
  std::array<uint32_t, 3> Block;
  std::array<uint32_t, 3> Thread{};
  unsigned Steps = 0;
  DenseMap<const Instruction *, BarrierOp> Ops;
  DenseSet<const BasicBlock *> HasBarrier;
  DenseSet<const Instruction *> Relevant;
  DenseMap<const Value *, Constant *> Known;
};

} // namespace

bool hasNamedBarriers(const KernelIR &K) {
  return any_of(K.blocks(), [](const BasicBlock *B) {
    return any_of(*B, [](const Instruction &I) {
      std::optional<BarrierOp> Op = asBarrier(I);
      return Op && (Op->Count || Op->FixedCount);
    });
  });
}

std::optional<std::vector<WarpProgram>>
warpPrograms(const KernelIR &K, const std::array<uint32_t, 3> &Block) {
  unsigned Threads = Block[0] * Block[1] * Block[2];
  if (Threads == 0 || Threads % WarpSize || Threads > 1024)
    return std::nullopt;
  Unfolder U(K, Block);
  std::vector<WarpProgram> Warps;
  for (unsigned First = 0; First != Threads; First += WarpSize) {
    std::optional<WarpProgram> Steps = U.unfold(First);
    if (!Steps)
      return std::nullopt;
    // The lanes of a warp are to come together.
    for (unsigned Lane = 1; Lane != WarpSize; ++Lane)
      if (U.unfold(First + Lane) != Steps)
        return std::nullopt;
    Warps.push_back(std::move(*Steps));
  }
  return Warps;
}

} // namespace oxide::prover
