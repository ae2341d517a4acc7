// SPDX-License-Identifier: Apache-2.0

#include "prover/WarpMasks.h"
#include "prover/AsmEffects.h"
#include "prover/MaskTerms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace oxide::prover {

using namespace llvm;

const Value *maskOf(const CallBase &Call) {
  if (Call.isInlineAsm())
    return asmMask(Call);
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isIntrinsic())
    return nullptr;
  StringRef Name = Callee->getName();
  if (!Name.consume_front("llvm.nvvm."))
    return nullptr;
  if (Name.starts_with("redux.sync"))
    return Call.getArgOperand(1);
  bool MaskFirst = Name.starts_with("shfl.sync") || Name == "bar.warp.sync" ||
                   (Name.starts_with("vote.") && Name.contains(".sync")) ||
                   (Name.starts_with("match.") && Name.contains(".sync")) ||
                   Name.starts_with("elect.sync");
  return MaskFirst ? Call.getArgOperand(0) : nullptr;
}

namespace {

class MaskFinder {
public:
  MaskFinder(Query &Q, KernelIR &K, ArrayRef<ThreadExit> Exits)
      : Q(Q), X(Q.translator()), T(Q.terms()), K(K), Exits(Exits), Masks(X, K),
        Shared(X, K) {}

  std::vector<MaskDefect> run() {
    for (const BasicBlock *B : K.blocks())
      for (const Instruction &I : *B)
        if (const auto *Call = dyn_cast<CallBase>(&I))
          if (const Value *Mask = maskOf(*Call))
            check(*Call, *Mask);
    return std::move(Found);
  }

private:
  static constexpr Relation R = Relation::SameWarp;

  void check(const CallBase &Call, const Value &Mask) {
    if (isDataValue(Call, Mask)) {
      Found.push_back({MaskFault::DataValue, &Call, nullptr, {}});
      return;
    }
    if (const Instruction *Source = activeMask(&Mask)) {
      if (dependsOnChance(Call, Source))
        Found.push_back({MaskFault::ActiveMask, &Call, Source, {}});
      return;
    }
    if (std::optional<MaskFault> Fault = wrongShuffle(Call, Mask)) {
      Found.push_back({*Fault, &Call, nullptr, {}});
      return;
    }
    // The operations of one block come together: the first is told.
    bool New = Looked.insert({Call.getParent(), &Mask}).second;
    if (!New)
      return;
    TermRef Self = Masks.contains(Q, &Mask, &Call, 1, 1);
    if (!Self) {
      if (Call.getIntrinsicID() == Intrinsic::nvvm_bar_warp_sync)
        Found.push_back({MaskFault::Unknown, &Call, nullptr, {}});
      return;
    }
    if (!omitsCaller(Call, Mask, Self))
      missesLane(Call, Mask);
  }

  /// What is wrong with the constants of a shuffle.
  static std::optional<MaskFault> wrongShuffle(const CallBase &Call,
                                               const Value &Mask) {
    if (Call.isInlineAsm())
      return std::nullopt;
    StringRef Name = Call.getCalledFunction()->getName();
    if (!Name.contains("shfl.sync"))
      return std::nullopt;
    // The last operand has 32 - width in its upper byte.
    const auto *Clamp = dyn_cast<ConstantInt>(Call.getArgOperand(3));
    if (!Clamp)
      return std::nullopt;
    unsigned Rest = Clamp->getZExtValue() >> 8 & 0x1f;
    if (!isPowerOf2_32(32 - Rest))
      return MaskFault::Width;
    const auto *Bits = dyn_cast<ConstantInt>(&Mask);
    const auto *Lane = dyn_cast<ConstantInt>(Call.getArgOperand(2));
    if (Rest == 0 && Bits && Lane && Name.contains(".idx.") &&
        !(Bits->getZExtValue() >> (Lane->getZExtValue() & 31) & 1))
      return MaskFault::SourceLane;
    return std::nullopt;
  }

  /// Whether a mask may have been made for blocks of as many threads as it
  /// has lanes.
  bool fitsSmallBlock(const Value &Mask) const {
    const auto *Bits = dyn_cast<ConstantInt>(&Mask);
    bool Open = any_of(ArrayRef<unsigned>{0, 1, 2}, [&](unsigned D) {
      return !X.blockSize(D)->isConstant();
    });
    return Open &&
           (!Bits || (isMask_32(static_cast<uint32_t>(Bits->getZExtValue())) &&
                      isPowerOf2_32(popcount(Bits->getZExtValue()))));
  }

  bool omitsCaller(const CallBase &Call, const Value &Mask, TermRef Self) {
    if (Self->isTrue() || fitsSmallBlock(Mask))
      return false;
    // One thread is enough: the second of the frame is free.
    std::vector<TermRef> Frame = Q.frame(Relation::SameBlock);
    std::vector<TermRef> All(Frame.begin() + 1, Frame.end());
    All.push_back(Q.copy(Shared(X.reach(Call.getParent())), 1, R));
    All.push_back(Shared(T.logicalNot(Self)));
    return keep(MaskFault::OmitsCaller, Call, All);
  }

  void missesLane(const CallBase &Call, const Value &Mask) {
    const auto *Whole = dyn_cast<ConstantInt>(&Mask);
    // A whole __syncwarp() is a barrier like others.
    if (Call.getIntrinsicID() == Intrinsic::nvvm_bar_warp_sync && Whole &&
        Whole->isMinusOne())
      return;
    TermRef Reach = Shared.reach(Call.getParent());
    TermRef Here = Q.copy(Reach, 1, R), There = Q.copy(Reach, 2, R);
    if (Here == There)
      return;
    TermRef Named = Masks.contains(Q, &Mask, &Call, 1, 2);
    if (!Named)
      return;
    std::vector<TermRef> All = Q.frame(R);
    All.push_back(Here);
    All.push_back(T.logicalNot(There));
    All.push_back(Shared(Named));
    All.push_back(Q.copy(Shared.stillThere(Exits, Call.getParent()), 2, R));
    keep(MaskFault::MissingLane, Call, All);
  }

  bool keep(MaskFault Fault, const CallBase &Call, ArrayRef<TermRef> All) {
    QueryResult Answer = Q.ask(All, Q.threads(R), /*Tail=*/true);
    if (Answer.Answer == Outcome::Impossible)
      return false;
    if (Answer.Answer == Outcome::Possible) {
      if (Call.getIntrinsicID() == Intrinsic::nvvm_bar_warp_sync)
        Found.push_back({MaskFault::Unknown, &Call, nullptr, Answer});
      return false;
    }
    Found.push_back({Fault, &Call, nullptr, std::move(Answer)});
    return true;
  }

  /// Where \p Mask was taken from the lanes that are active, if only copied
  /// and narrowed since.
  static const Instruction *activeMask(const Value *Mask) {
    SmallVector<const Value *, 8> Stack{Mask};
    SmallPtrSet<const Value *, 8> Seen;
    const Instruction *Result = nullptr;
    while (!Stack.empty()) {
      const Value *V = Stack.pop_back_val();
      if (!Seen.insert(V).second)
        continue;
      const auto *I = dyn_cast<Instruction>(V);
      if (!I)
        return nullptr;
      if (const auto *Call = dyn_cast<CallBase>(I)) {
        if (Call->getIntrinsicID() != Intrinsic::nvvm_activemask)
          return nullptr;
        Result = I;
      } else if (isa<PHINode>(I) || isa<CastInst>(I) || isa<FreezeInst>(I)) {
        append_range(Stack, I->operands());
      } else {
        return nullptr;
      }
    }
    return Result;
  }

  /// Whether what \p Call does depends on which lanes happened to be active:
  /// a shuffle whose source is not chosen from the mask, a barrier.
  static bool dependsOnChance(const CallBase &Call, const Instruction *Source) {
    if (Call.getIntrinsicID() == Intrinsic::nvvm_bar_warp_sync)
      return true;
    if (Call.isInlineAsm() ||
        !Call.getCalledFunction()->getName().contains("shfl.sync"))
      return false;
    SmallVector<const Value *, 8> Stack{Call.getArgOperand(2)};
    SmallPtrSet<const Value *, 8> Seen;
    while (!Stack.empty()) {
      const Value *V = Stack.pop_back_val();
      if (V == Source)
        return false;
      const auto *I = dyn_cast<Instruction>(V);
      if (I && Seen.insert(I).second)
        append_range(Stack, I->operands());
    }
    return true;
  }

  /// A mask that was computed from numbers that a warp exchanges, or that has
  /// been a floating-point number.
  static bool isDataValue(const CallBase &Call, const Value &Mask) {
    if (isa<ConstantInt>(Mask) || Call.isInlineAsm())
      return false;
    bool Shuffle = Call.getCalledFunction()->getName().contains("shfl.sync");
    if (!Shuffle)
      return false;
    // A shuffle by the whole warp: the width stands where the lane belongs.
    const auto *Lane = dyn_cast<ConstantInt>(Call.getArgOperand(2));
    if (Lane && Lane->getZExtValue() == 32)
      return true;
    SmallVector<const Value *, 8> Stack{&Mask};
    SmallPtrSet<const Value *, 8> Seen;
    bool Computed = false, Exchanged = false;
    while (!Stack.empty()) {
      const auto *I = dyn_cast<Instruction>(Stack.pop_back_val());
      if (!I || !Seen.insert(I).second)
        continue;
      if (isa<FPToUIInst>(I) || isa<FPToSIInst>(I))
        return true;
      if (isa<PHINode>(I) || isa<CastInst>(I) || isa<FreezeInst>(I)) {
        append_range(Stack, I->operands());
      } else if (const auto *B = dyn_cast<BinaryOperator>(I);
                 B && (B->getOpcode() == Instruction::Add ||
                       B->getOpcode() == Instruction::FAdd ||
                       B->getOpcode() == Instruction::Mul ||
                       B->getOpcode() == Instruction::FMul)) {
        Computed = true;
        append_range(Stack, I->operands());
      } else if (I == &Call) {
        Exchanged = true;
      }
    }
    return Computed && Exchanged;
  }

  Query &Q;
  Translator &X;
  TermContext &T;
  KernelIR &K;
  ArrayRef<ThreadExit> Exits;
  MaskTerms Masks;
  SharedIterations Shared;
  DenseSet<std::pair<const BasicBlock *, const Value *>> Looked;
  std::vector<MaskDefect> Found;
};

} // namespace

std::vector<MaskDefect> findMaskDefects(Query &Q, KernelIR &K,
                                        ArrayRef<ThreadExit> Exits) {
  return MaskFinder(Q, K, Exits).run();
}

} // namespace oxide::prover
