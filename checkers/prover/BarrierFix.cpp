// SPDX-License-Identifier: Apache-2.0

#include "prover/BarrierFix.h"
#include "cuda/ConditionalCode.h"
#include "prover/BarrierTrial.h"
#include "prover/StatementPlace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"

namespace oxide::prover {

using namespace llvm;

namespace {

/// Each trial analyses the kernel once more.
constexpr unsigned MostTrials = 8;
constexpr unsigned LargestKernel = 2000;

class FixFinder {
public:
  FixFinder(CheckContext &Ctx, const FixSetting &Setting, Function &F,
            KernelIR &K, ArrayRef<Access> Accesses)
      : Ctx(Ctx), Setting(Setting), F(F), K(K), Accesses(Accesses) {
    for (const Access &A : Accesses)
      Anchored.insert(A.Raw->At);
    for (const SyncPoint &S : K.syncs())
      Anchored.insert(S.At);
    for (const BasicBlock &B : F)
      if (B.getTerminator()->getNumSuccessors() > 1)
        Anchored.insert(B.getTerminator());
  }

  /// Whether a barrier that was found so far ends the race.
  bool isEnded(const Conflict &C, const Defect &D) const {
    return any_of(Accepted,
                  [&](const TrialResult &R) { return R.separates(C, D.Loc); });
  }

  std::optional<clang::FixItHint> find(const Conflict &C, const Defect &D) {
    if (isEnded(C, D))
      return std::nullopt;
    SyncScope Scope =
        D.Kind == DefectKind::WarpSync ? SyncScope::Warp : SyncScope::Block;
    for (const StatementPair &Pair :
         statementsApart(Setting.Kernel, inKernel(*C.First->Raw->At),
                         inKernel(*C.Second->Raw->At)))
      if (std::optional<clang::FixItHint> Fix = between(Pair, Scope, C, D))
        return Fix;
    return std::nullopt;
  }

  /// Takes back what later finds have made superfluous.
  void dropRedundant(ArrayRef<ToldRace> Told, std::vector<Defect> &Defects) {
    for (size_t I = 0; I < Accepted.size();) {
      bool Needed = any_of(Told, [&](const ToldRace &Race) {
        const Defect &D = Defects[Race.Defect];
        return Accepted[I].separates(*Race.Of, D.Loc) &&
               count_if(Accepted, [&](const TrialResult &R) {
                 return R.separates(*Race.Of, D.Loc);
               }) == 1;
      });
      if (Needed) {
        ++I;
        continue;
      }
      Defects[Owners[I] - Defects.data()].Fix.reset();
      Accepted.erase(Accepted.begin() + I);
      Owners.erase(Owners.begin() + I);
    }
  }

  uint64_t steps() const { return Steps; }

private:
  std::optional<clang::FixItHint> between(const StatementPair &Pair,
                                          SyncScope Scope, const Conflict &C,
                                          const Defect &D) {
    // A loop often begins with what its last turn has used.
    const clang::Stmt *Begin = firstUse(*Pair.Braces, *C.Second->Object);
    if (Begin && Pair.Earlier == Pair.Later && Begin != Pair.Later)
      if (auto Fix = before(*Begin, Pair.Loops, Scope, C, D))
        return Fix;
    if (auto Fix = before(*Pair.Later, Pair.Loops, Scope, C, D))
      return Fix;
    // What a loop does in one turn after what it does later in the turn before.
    if (Pair.Loops && Pair.Earlier != Pair.Later)
      return before(*Pair.Earlier, Pair.Loops, Scope, C, D);
    return std::nullopt;
  }

  /// The place of \p I in the body of the kernel itself.
  clang::SourceLocation inKernel(const Instruction &I) const {
    auto Chain = Setting.Module.lines().chain(I.getDebugLoc());
    return Chain.empty() ? clang::SourceLocation() : Chain.back();
  }

  /// The first statement of \p Braces that accesses \p Object.
  const clang::Stmt *firstUse(const clang::CompoundStmt &Braces,
                              const MemoryObject &Object) const {
    for (const clang::Stmt *S : Braces.body())
      if (any_of(Accesses, [&](const Access &A) {
            return A.Object == &Object &&
                   isWithin(inKernel(*A.Raw->At), *S, Ctx.ast());
          }))
        return S;
    return nullptr;
  }

  std::optional<clang::FixItHint> before(const clang::Stmt &S, unsigned Loops,
                                         SyncScope Scope, const Conflict &C,
                                         const Defect &D) {
    std::optional<clang::FixItHint> Fix = insertionBefore(
        S, Scope == SyncScope::Warp ? "__syncwarp();" : "__syncthreads();",
        Ctx.ast());
    const Instruction *At = Fix ? beginning(S, Loops) : nullptr;
    if (!At || Trials++ >= MostTrials)
      return std::nullopt;
    TrialResult Result = tryBarrier(Ctx, Setting, F, Accesses, *At, Scope);
    Steps += Result.Steps;
    if (!Result.Uniform || !Result.separates(C, D.Loc))
      return std::nullopt;
    Accepted.push_back(std::move(Result));
    Owners.push_back(&D);
    return Fix;
  }

  /// The instruction before which nothing of \p S has happened, and all that
  /// comes before \p S has; null where the code does not have such a place
  /// within the \p Loops of the source.
  const Instruction *beginning(const clang::Stmt &S, unsigned Loops) const {
    SmallPtrSet<const Instruction *, 16> Own;
    const Instruction *First = nullptr;
    for (const BasicBlock *B : K.blocks())
      for (const Instruction &I : *B)
        if (Anchored.contains(&I) && isWithin(inKernel(I), S, Ctx.ast())) {
          Own.insert(&I);
          First = First ? First : &I;
        }
    if (!First || !all_of(Own, [&](const Instruction *I) {
          return I == First || K.dominators().dominates(First, I);
        }))
      return nullptr;
    // A loop that the statement makes begins behind the place.
    for (const Loop *L = K.loops().getLoopFor(First->getParent()); L;
         L = K.loops().getLoopFor(First->getParent())) {
      bool Made = all_of(L->blocks(), [&](const BasicBlock *B) {
        return all_of(*B, [&](const Instruction &I) {
          return !Anchored.contains(&I) || Own.contains(&I);
        });
      });
      if (!Made)
        break;
      const BasicBlock *Before = L->getLoopPreheader();
      if (!Before)
        return nullptr;
      First = Before->getTerminator();
    }
    return K.loops().getLoopDepth(First->getParent()) == Loops ? First
                                                               : nullptr;
  }

  CheckContext &Ctx;
  const FixSetting &Setting;
  Function &F;
  KernelIR &K;
  ArrayRef<Access> Accesses;
  /// Instructions whose order is that of the source: others may have moved.
  SmallPtrSet<const Instruction *, 32> Anchored;
  std::vector<TrialResult> Accepted;
  std::vector<const Defect *> Owners; ///< of the same number
  unsigned Trials = 0;
  uint64_t Steps = 0;
};

/// Whether a text that is inserted into \p Kernel means the same in all passes
/// and units that compile it.
bool isOneText(const CheckContext &Ctx, const clang::FunctionDecl &Kernel) {
  const clang::SourceManager &SM = Ctx.sources();
  if (Kernel.isTemplateInstantiation() &&
      !SM.isInMainFile(SM.getExpansionLoc(Kernel.getLocation())))
    return false;
  return Kernel.getBody() && !cuda::hasConditionalCode(
                                 Kernel.getBody()->getSourceRange(), Ctx.ast());
}

} // namespace

uint64_t addBarrierFixes(CheckContext &Ctx, const FixSetting &Setting,
                         Function &F, KernelIR &K, ArrayRef<Access> Accesses,
                         ArrayRef<ToldRace> Told,
                         std::vector<Defect> &Defects) {
  if (Told.empty() || Setting.Steps > Ctx.prover().StepLimit / 4 ||
      F.getInstructionCount() > LargestKernel ||
      !isOneText(Ctx, Setting.Kernel))
    return 0;
  FixFinder Finder(Ctx, Setting, F, K, Accesses);
  // A barrier of the block may end what is within a warp as well.
  for (DefectKind Kind : {DefectKind::SharedRace, DefectKind::WarpSync})
    for (const ToldRace &Race : Told)
      if (Defect &D = Defects[Race.Defect];
          D.Kind == Kind && D.Certainty == oxide::Grade::Certain)
        D.Fix = Finder.find(*Race.Of, D);
  Finder.dropRedundant(Told, Defects);
  // Half of what an array needs looks like all of it.
  SmallPtrSet<const MemoryObject *, 4> StillRacy;
  for (const ToldRace &Race : Told)
    if (!Finder.isEnded(*Race.Of, Defects[Race.Defect]))
      StillRacy.insert(Race.Of->Second->Object);
  for (const ToldRace &Race : Told)
    if (StillRacy.contains(Race.Of->Second->Object))
      Defects[Race.Defect].Fix.reset();
  return Finder.steps();
}

} // namespace oxide::prover
