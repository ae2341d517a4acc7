// SPDX-License-Identifier: Apache-2.0

#include "prover/BarrierTrial.h"
#include "prover/EarlyReturns.h"
#include "prover/WarpMasks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace oxide::prover {

using namespace llvm;

bool TrialResult::separates(const Conflict &C,
                            clang::SourceLocation ToldAt) const {
  const Instruction *A = C.First->Raw->At, *B = C.Second->Raw->At;
  return !Pairs.contains({A, B}) && !Pairs.contains({B, A}) &&
         !is_contained(Places, ToldAt);
}

namespace {

class Trial {
public:
  Trial(CheckContext &Ctx, const FixSetting &Setting, Function &F,
        const Instruction &Barrier, SyncScope Scope,
        const DenseMap<const Instruction *, const Instruction *> &Original)
      : Ctx(Ctx), Setting(Setting), Barrier(Barrier), Scope(Scope),
        Original(Original), K(F),
        M(K, Setting.Shape.SameBuffer, Setting.Shape.OneBuffer), U(K, M),
        X(T, K, M, U, Setting.Inputs), S(T, Ctx.prover().StepLimit),
        Q(X, S, Setting.Facts(F, X)) {}

  TrialResult run() {
    TrialResult Result;
    Result.Uniform = !K.irreducible() && M.unknownEffects().empty() &&
                     isUniform() && isNoDefect();
    if (Result.Uniform)
      lookForRaces(Result);
    Result.Steps = S.steps() + OpenSteps;
    return Result;
  }

private:
  /// Whether threads come to the barrier together whatever the shape of the
  /// block is: what the launch says of it only counts where it is one thread.
  bool isUniform() {
    KernelInputs Open = Setting.Inputs;
    Open.MaxThreads.reset();
    for (std::optional<uint32_t> &Size : Open.Block)
      if (Size != 1)
        Size.reset();
    TermContext Terms;
    Translator Any(Terms, K, M, U, Open);
    Solver Solves(Terms, Ctx.prover().StepLimit);
    Query Asks(Any, Solves, {});

    bool Warp = Scope == SyncScope::Warp;
    Relation R = Warp ? Relation::SameWarp : Relation::SameBlock;
    TermRef Reached = SharedIterations(Any, K).reach(Barrier.getParent());
    std::vector<TermRef> All{Asks.copy(Reached, 1, R),
                             Terms.logicalNot(Asks.copy(Reached, 2, R))};
    if (Warp) {
      TermRef Number = Terms.quotient(Any.linearThread(), Terms.constant(32));
      All.push_back(
          Terms.equal(Asks.copy(Number, 1, R), Asks.copy(Number, 2, R)));
    }
    for (unsigned D = 0; D != 3; ++D)
      if (Open.Block[D])
        for (unsigned Thread : {1u, 2u})
          All.push_back(Terms.equal(Asks.copy(Any.threadIndex(D), Thread, R),
                                    Terms.constant(0)));
    bool Result = Asks.impossible(All);
    OpenSteps = Solves.steps();
    return Result;
  }

  bool isNoDefect() {
    std::vector<ThreadExit> Exits = threadExits(K);
    std::vector<ThreadExit> Returns =
        earlyReturns(Ctx, Setting.Module, Setting.Kernel, K, Exits);
    erase_if(Exits, [](const ThreadExit &E) { return !E.AtOnce; });
    return none_of(findDivergence(Q, K, Returns, Exits),
                   [&](const Divergence &D) { return D.At->At == &Barrier; }) &&
           none_of(findMaskDefects(Q, K, Exits),
                   [&](const MaskDefect &D) { return D.At == &Barrier; });
  }

  void lookForRaces(TrialResult &Result) {
    std::vector<Access> Accesses = accessesOf(X, K, M);
    DefectText Text(Ctx, Setting.Module, X, Setting.Kernel);
    for (const Conflict &C :
         findRaces(Q, K, Accesses, {Ctx.prover().Lockstep}).Conflicts) {
      Result.Pairs.insert({Original.lookup(C.First->Raw->At),
                           Original.lookup(C.Second->Raw->At)});
      if (C.Result.happens())
        Result.Places.push_back(Text.place(C.Second->Raw->At));
    }
  }

  CheckContext &Ctx;
  const FixSetting &Setting;
  const Instruction &Barrier;
  SyncScope Scope;
  const DenseMap<const Instruction *, const Instruction *> &Original;
  KernelIR K;
  MemoryModel M;
  Uniformity U;
  TermContext T;
  Translator X;
  Solver S;
  Query Q;
  uint64_t OpenSteps = 0;
};

} // namespace

TrialResult tryBarrier(CheckContext &Ctx, const FixSetting &Setting,
                       Function &F, ArrayRef<Access> Accesses,
                       const Instruction &Before, SyncScope Scope) {
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&F, Map);
  Copy->setName(F.getName() + ".trial");
  Setting.Module.addClone(F, *Copy);
  DenseMap<const Instruction *, const Instruction *> Original;
  for (const Access &A : Accesses)
    Original[cast<Instruction>(Map.lookup(A.Raw->At))] = A.Raw->At;

  IRBuilder<> Builder(cast<Instruction>(&*Map.lookup(&Before)));
  bool Warp = Scope == SyncScope::Warp;
  CallInst *Barrier = Builder.CreateIntrinsic(
      Warp ? Intrinsic::nvvm_bar_warp_sync
           : Intrinsic::nvvm_barrier_cta_sync_aligned_all,
      {Builder.getInt32(Warp ? -1 : 0)});
  TrialResult Result =
      Trial(Ctx, Setting, *Copy, *Barrier, Scope, Original).run();
  Map.clear();
  Copy->eraseFromParent();
  return Result;
}

} // namespace oxide::prover
