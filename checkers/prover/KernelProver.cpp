// SPDX-License-Identifier: Apache-2.0

#include "prover/KernelProver.h"
#include "cuda/DependentLaunches.h"
#include "prover/AssumedSizes.h"
#include "prover/BarrierFix.h"
#include "prover/Barriers.h"
#include "prover/Bounds.h"
#include "prover/Conditions.h"
#include "prover/CopyText.h"
#include "prover/DefectText.h"
#include "prover/EarlyReturns.h"
#include "prover/Explain.h"
#include "prover/HardwareText.h"
#include "prover/LaunchFacts.h"
#include "prover/MemoryDefects.h"
#include "prover/Ordering.h"
#include "prover/Protocols.h"
#include "prover/Races.h"
#include "prover/SecondLook.h"
#include "prover/SyncText.h"
#include "prover/TrialRuns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace oxide::prover {

using namespace llvm;

namespace {

/// Reasons of one kernel that are told; more say nothing new.
constexpr size_t MostReasons = 8;

class KernelProver {
public:
  KernelProver(CheckContext &Ctx, DeviceModule &Module,
               const clang::FunctionDecl &Kernel, StringRef Name,
               const LaunchShape &Shape)
      : Ctx(Ctx), Module(Module), Kernel(Kernel), Name(Name), Shape(Shape) {
    P.Kernel = &Kernel;
  }

  /// The proof for \p Prepared. Marks in it what is worth unrolling where
  /// something stays open.
  KernelProof run(const PreparedKernel &Prepared) {
    if (Prepared.Failure != PrepareFailure::None) {
      SmallVector<clang::SourceLocation, 4> Chain =
          Module.lines().chain(Prepared.Where);
      P.Reasons.push_back({Chain.empty() ? Kernel.getLocation() : Chain.front(),
                           Prepared.Reason});
      Reliable = false;
    }
    P.Conditional = Prepared.CallsThroughPointers;
    if (Prepared.CallsThroughPointers)
      P.Assumptions.push_back(
          "pointers to functions point to functions of this "
          "unit whose address it takes");
    if (Prepared.F)
      analyse(*Prepared.F);
    return std::move(P);
  }

  /// Scalars that the launch or the user's facts fix.
  ArrayRef<KnownScalar> fixedScalars() const { return Fixed; }

private:
  void analyse(Function &F) {
    KernelIR K(F);
    if (K.irreducible()) {
      P.Reasons.push_back(
          {Kernel.getLocation(), "control flow that is no nest of loops"});
      return;
    }
    MemoryModel M(K, Shape.SameBuffer, Shape.OneBuffer);
    Uniformity U(K, M);
    TermContext T;
    KernelInputs Inputs = kernelInputs(Module, F, Shape, P.Assumptions);
    Translator X(T, K, M, U, Inputs);
    DefectText Text(Ctx, Module, X, Kernel);
    Solver S(T, Ctx.prover().StepLimit);
    Query Q(X, S, statedFacts(Ctx, Module, F, Name, Shape, X, P.Assumptions),
            Ctx.prover().InputDependent);
    std::vector<Access> Accesses = accessesOf(X, K, M);
    std::vector<TermRef> Offsets;
    for (const Access &A : Accesses)
      Offsets.push_back(A.Offset);
    Q.lookForBlockShape(Offsets);

    for (const UnknownEffect &E : M.unknownEffects())
      reason({Text.place(E.At), E.What});
    Reliable &= M.unknownEffects().empty();
    bool MaySynchronise =
        any_of(M.unknownEffects(),
               [](const UnknownEffect &E) { return E.MaySynchronise; });

    lookAtBarriers(Q, K, Text);
    lookAtNamedBarriers(K, Text);

    SyncAccesses Syncs(K, M);
    lookAtHardware(Q, X, K, M, Syncs, Accesses, Text);
    RaceReport Races = findRaces(Q, K, Accesses, {Ctx.prover().Lockstep});
    if (!MaySynchronise)
      addTrialRaces(F, Q, Accesses,
                    {Shape.SharedBytes, Ctx.prover().Lockstep,
                     Ctx.prover().InputDependent},
                    Races);
    Solver ForSizes(T, Ctx.prover().StepLimit / 4);
    if (Reliable && P.Barrier == Answer::Proven)
      assume(separatingSizes(Q, K, Accesses, {Ctx.prover().Lockstep}, Races,
                             ForSizes, !Shape.Launched),
             Races, Text);
    P.Race = Answer::Proven;
    for (Conflict &C : Races.Conflicts) {
      bool Refuted = C.Result.happens();
      OrderResult Order;
      if (Refuted && !MaySynchronise)
        Order = Ordering(Q, Syncs).judge(C);
      if (MaySynchronise || Order.MayBeOrdered) {
        C.Result.Answer = Outcome::Possible;
        C.Result.Doubt = "synchronisation near it is not recognised";
        C.Result.DoubtAt = nullptr;
      }
      report(C, Order, K, Text);
    }
    reportCopies(Races, MaySynchronise, K, Text);
    if (!MaySynchronise)
      for (const ProtocolDefect &D :
           findProtocolDefects(Q, K, M, Syncs, Accesses)) {
        P.Defects.push_back(SyncText(Text).protocol(D));
        weaken(P.Race, Outcome::Certain);
      }

    P.Bounds = Answer::Proven;
    for (const OutOfBounds &B : findOutOfBounds(Q, Accesses)) {
      if (B.Result.happens())
        P.Defects.push_back(Text.outOfBounds(B));
      if (B.Result.Answer != Outcome::Certain)
        reason(Text.undecided(B));
      weaken(P.Bounds, B.Result.Answer);
    }
    for (Defect &D : memoryDefects(Ctx, Text, Q, K, M, Accesses, Kernel)) {
      if (D.Kind == DefectKind::OutOfBounds ||
          D.Kind == DefectKind::MissingGuard)
        weaken(P.Bounds, Outcome::Certain);
      P.Defects.push_back(std::move(D));
    }

    if (P.Barrier != Answer::Proven && P.Race == Answer::Proven)
      P.Race = Answer::NotProven;
    if (!Reliable)
      for (Answer *A : {&P.Race, &P.Barrier, &P.Bounds})
        if (*A == Answer::Proven)
          *A = Answer::NotProven;
    if (isOpen(P)) {
      markOpenAccesses(F, Races);
      Fixed = knownScalars(F, Q);
    }
    assumptions(X, M, Accesses, Text);
    P.Conditional |=
        isConditional(Ctx, Module, {Name, Shape, K, M, U, Inputs, Accesses});
    auto Again = [&](const Function &Copy, Translator &Of) {
      std::vector<std::string> Known;
      return statedFacts(Ctx, Module, Copy, Name, Shape, Of, Known);
    };
    P.Steps =
        S.steps() + ForSizes.steps() +
        addBarrierFixes(Ctx, {Module, Kernel, Shape, Inputs, Again, S.steps()},
                        F, K, Accesses, Told, P.Defects);
    if (Ctx.prover().explains(Name))
      P.Explanation = explain(Name, X, K, M, Accesses, Text, P);
  }

  /// Takes for granted what nobody has said, and says so.
  void assume(ArrayRef<AssumedSize> Sizes, RaceReport &Races,
              const DefectText &Text) {
    if (Sizes.empty())
      return;
    Races.Conflicts.clear();
    P.Conditional = true;
    for (const AssumedSize &S : Sizes)
      P.Assumptions.push_back(
          formatv("{0}, so that rows of '{1}' do not overlap; nothing in view "
                  "ensures it",
                  toString(S.Condition), Text.name(*S.Of)));
  }

  /// What the verdict rests on besides the code.
  void assumptions(const Translator &X, const MemoryModel &M,
                   ArrayRef<Access> Accesses, const DefectText &Text) {
    for (const Function *F : M.trusted()) {
      const clang::NamedDecl *D = Module.decl(*F);
      std::string Assumed = "'" +
                            (D ? D->getNameAsString() : F->getName().str()) +
                            "', which has no body here, touches no memory of "
                            "the kernel and synchronises nothing";
      if (!is_contained(P.Assumptions, Assumed))
        P.Assumptions.push_back(std::move(Assumed));
    }
    if (unsigned Lanes = Ctx.prover().Lockstep)
      P.Assumptions.push_back(
          formatv("groups of {0} lanes run in lock-step", Lanes));
    if (X.assumesNoWrap())
      P.Assumptions.push_back("index arithmetic does not wrap");
    std::string Names;
    for (const MemoryObject *O : buffersTakenApart(Accesses))
      Names += (Names.empty() ? "'" : ", '") + Text.name(*O) + "'";
    if (!Names.empty())
      P.Assumptions.push_back(Names + " do not overlap");
  }

  /// In blocks of the launch, or of the size that the kernel is bound to.
  void lookAtNamedBarriers(const KernelIR &K, const DefectText &Text) {
    std::array<uint32_t, 3> Block;
    for (unsigned D = 0; D != 3; ++D)
      Block[D] = Shape.Dims.Block[D].value_or(
          D == 0 ? Shape.MaxThreads.value_or(0) : 1);
    if (std::optional<StuckBarrier> S = findStuckBarrier(K, Block)) {
      P.Defects.push_back(SyncText(Text).stuck(*S));
      weaken(P.Barrier, Outcome::Certain);
    }
  }

  void lookAtBarriers(Query &Q, KernelIR &K, const DefectText &Text) {
    P.Barrier = Answer::Proven;
    std::vector<ThreadExit> Exits = threadExits(K);
    const SyncPoint *Missed = nullptr;
    std::vector<ThreadExit> Returns =
        earlyReturns(Ctx, Module, Kernel, K, Exits);
    erase_if(Exits, [](const ThreadExit &E) { return !E.AtOnce; });
    for (const Divergence &D : findDivergence(Q, K, Returns, Exits)) {
      weaken(P.Barrier, D.AfterExit ? Outcome::Possible : D.Result.Answer);
      if (D.Result.Answer != Outcome::Certain)
        reason(Text.undecided(D));
      if (!D.Result.happens())
        continue;
      if (!D.AfterExit) {
        P.Defects.push_back(Text.divergence(D));
        continue;
      }
      // Who has returned misses the barriers that follow as well.
      if (!Missed || !K.dominators().dominates(Missed->At, D.At->At)) {
        P.Defects.push_back(Text.divergence(D));
        reason({P.Defects.back().Loc, P.Defects.back().Message});
      }
      Missed = Missed ? Missed : D.At;
    }
    SyncText Sync(Text);
    for (const MaskDefect &M : findMaskDefects(Q, K, Exits)) {
      if (M.Fault == MaskFault::Unknown) {
        reason(Sync.undecided(M));
        weaken(P.Barrier, Outcome::Possible);
      } else if (std::optional<Defect> D = Sync.mask(M)) {
        add(std::move(*D));
        weaken(P.Barrier, M.Result.Answer == Outcome::InputDependent
                              ? Outcome::InputDependent
                              : Outcome::Certain);
      }
    }
  }

  /// mbarriers, the async proxy, tensor cores, dependent launches.
  void lookAtHardware(const Query &Q, Translator &X, KernelIR &K,
                      MemoryModel &M, const SyncAccesses &Syncs,
                      ArrayRef<Access> Accesses, const DefectText &Text) {
    const clang::CallExpr *Dependent =
        Ctx.get<cuda::DependentLaunches>().find(Kernel);
    HardwareOps Ops(X, K, M, Accesses);
    // What it asks must not take steps from the proofs.
    Solver Own(X.terms(), Ctx.prover().StepLimit / 4);
    Query Mine = Q.assuming({}, Own);
    std::vector<TermRef> Offsets;
    for (const Access &A : Accesses)
      Offsets.push_back(A.Offset);
    Mine.lookForBlockShape(Offsets);
    HardwareText Hardware(Text, Ops,
                          Dependent ? Dependent->getBeginLoc()
                                    : clang::SourceLocation());
    for (const HardwareDefect &H :
         findHardwareDefects(Mine, K, Ops, Syncs, Dependent != nullptr)) {
      bool OfCopy = H.Fault == HardwareFault::CopyNotWaited;
      if (OfCopy && H.Wait)
        ToldCopies.insert(H.Other->At);
      (OfCopy && !H.Wait ? NotWaited : P.Defects).push_back(Hardware.defect(H));
    }
  }

  void report(const Conflict &C, const OrderResult &Order, const KernelIR &K,
              const DefectText &Text) {
    // One value from several threads changes nothing in practice, but it is a
    // race by the language: no proof, and no refutation.
    weaken(P.Race, C.SameValue ? Outcome::Possible : C.Result.Answer);
    if (C.Result.Answer != Outcome::Certain && !C.SameValue)
      reason(Text.undecided(C));
    if (C.Result.Answer == Outcome::Possible ||
        (C.InFlight && (ToldCopies.contains(C.First->Raw->At) ||
                        ToldCopies.contains(C.Second->Raw->At))))
      return;
    Defect D = Text.race(C, C.Between == Relation::SameWarp &&
                                C.First->Raw->At != C.Second->Raw->At);
    if (Order.Gap != OrderGap::None)
      D = SyncText(Text).missingFence(std::move(D), Order);
    if (C.SameValue)
      reason({D.Loc, D.Message});
    D = CopyText(Text).race(std::move(D), C, K);
    bool Barrier = D.Kind != DefectKind::CpAsyncWait;
    size_t Before = P.Defects.size();
    add(std::move(D));
    if (Barrier && P.Defects.size() != Before)
      Told.push_back({Before, &C});
  }

  /// What threads do with memory that their own copies are about to touch.
  void reportCopies(RaceReport &Races, bool MaySynchronise, const KernelIR &K,
                    const DefectText &Text) {
    for (EarlyUse &E : Races.EarlyUses) {
      if (MaySynchronise) {
        E.Result.Answer = Outcome::Possible;
        E.Result.Doubt = "synchronisation near it is not recognised";
      }
      weaken(P.Race, E.Result.Answer);
      if (E.Result.Answer != Outcome::Certain)
        reason(CopyText(Text).undecided(E));
      if (E.Result.happens() && !ToldCopies.contains(E.Copy->Raw->At))
        add(CopyText(Text).earlyUse(E, K));
    }
    // Copies without a wait are races, where these are certain.
    if (none_of(P.Defects, [](const Defect &D) {
          return D.Kind == DefectKind::SharedRace;
        }))
      for (Defect &D : NotWaited)
        add(std::move(D));
    if (Races.OpenCopy) {
      reason({Text.place(Races.OpenCopy),
              "the ways from an asynchronous copy to its waits are too many"});
      Reliable = false;
    }
  }

  /// One finding for each place: further partners say little more.
  void add(Defect D) {
    if (none_of(P.Defects, [&](const Defect &Told) { return Told.covers(D); }))
      P.Defects.push_back(std::move(D));
  }

  static void weaken(Answer &A, Outcome O) {
    if (O == Outcome::Certain)
      A = Answer::Refuted;
    else if (A == Answer::Proven)
      A = Answer::NotProven;
  }

  void reason(VerdictReason R) {
    if (!is_contained(P.Reasons, R) && P.Reasons.size() < MostReasons)
      P.Reasons.push_back(std::move(R));
  }

  CheckContext &Ctx;
  DeviceModule &Module;
  const clang::FunctionDecl &Kernel;
  StringRef Name;
  const LaunchShape &Shape;
  bool Reliable = true;
  std::vector<KnownScalar> Fixed;
  std::vector<ToldRace> Told;
  /// Asynchronous copies that are told where they are not waited for.
  SmallPtrSet<const Instruction *, 4> ToldCopies;
  std::vector<Defect> NotWaited; ///< copies that nothing waits for
  KernelProof P;
};

} // namespace

KernelProof proveKernel(CheckContext &Ctx, DeviceModule &Module,
                        Pipeline &Passes, const clang::FunctionDecl &Kernel,
                        StringRef Name, const LaunchShape &Shape) {
  PreparedKernel Prepared = Passes.prepare(&Kernel, Shape.Dims);
  KernelProver First(Ctx, Module, Kernel, Name, Shape);
  KernelProof P = First.run(Prepared);
  if (isOpen(P) && Prepared.Failure == PrepareFailure::None &&
      Passes.specialise(Prepared, First.fixedScalars())) {
    KernelProof Second =
        KernelProver(Ctx, Module, Kernel, Name, Shape).run(Prepared);
    Second.Steps += P.Steps;
    P.Steps = Second.Steps;
    if (saysMore(Second, P))
      P = std::move(Second);
  }
  Pipeline::discard(Prepared);
  return P;
}

} // namespace oxide::prover
