// SPDX-License-Identifier: Apache-2.0

#include "prover/KernelChecks.h"
#include "core/Location.h"
#include "prover/CheckRemoval.h"
#include "prover/CheckSites.h"
#include "prover/KernelIR.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"

namespace oxide::prover {

using namespace llvm;

namespace {

class CheckJudge {
public:
  CheckJudge(CheckContext &Ctx, const DeviceModule &Module)
      : Ctx(Ctx), Module(Module), Classes(Ctx.sources()) {}

  /// \p F is the prepared form of \p Inlined.
  KernelChecks run(Function &F, const Function &Inlined, bool Trusted) {
    KernelChecks Result;
    SmallVector<CheckSite, 0> Sites = findChecks(
        F, [&](const Instruction &I) { return failure(I) != nullptr; });
    // Preparation drops a check that plainly cannot fail.
    SmallPtrSet<const DILocation *, 16> Calls;
    for (const Instruction &I : instructions(Inlined))
      if (const DILocation *Failure = failure(I))
        Calls.insert(Failure->getInlinedAt());
    if (Calls.size() > Sites.size())
      Result.Counts.Discharged = Calls.size() - Sites.size();
    if (Sites.empty())
      return Result;
    DominatorTree DT(F);
    LoopInfo LI(DT);
    AssumptionCache AC(F);
    TargetLibraryInfoImpl TLII(F.getParent()->getTargetTriple());
    TargetLibraryInfo TLI(TLII);
    ScalarEvolution SE(F, TLI, AC, DT, LI);
    ExactBits Bits(F, DT, LI, SE);
    for (CheckSite &Site : Sites) {
      if (Trusted)
        judge(Site, Bits);
      if (Site.Proof != CheckProof::None) {
        ++Result.Counts.Discharged;
        continue;
      }
      ++Result.Counts.InPlace;
      Result.Left.push_back(left(Site));
      if (isMadeInLoop(*Site.Failed, LI))
        Looping.push_back({Result.Left.size() - 1,
                           Module.lines().chain(callOf(failure(*Site.At)))});
    }
    return Result;
  }

  /// Counts the checks of loops that optimisation makes before their loop.
  void observe(const clang::FunctionDecl &Kernel, KernelChecks &Result) const {
    if (Looping.empty())
      return;
    std::vector<CompiledCheck> Compiled = compiledChecks(Ctx.ast(), Kernel);
    for (const auto &[Number, Chain] : Looping) {
      bool Any = false, All = true;
      for (const CompiledCheck &C : Compiled)
        if (C.Chain == Chain) {
          Any = true;
          All &= !C.InLoop;
        }
      if (!Any || !All)
        continue;
      ++Result.Counts.Hoisted;
      --Result.Counts.InPlace;
      Result.Left[Number].Reason += "; it is made once, before the loop";
    }
  }

private:
  /// The place within the library's failure function that \p I is from, or
  /// null. It is inlined here, as everything is.
  const DILocation *failure(const Instruction &I) const {
    for (const DILocation *L = I.getDebugLoc(); L; L = L->getInlinedAt()) {
      StringRef Name = L->getScope()->getSubprogram()->getName();
      if ((Name == "index_out_of_range" || Name == "empty_element_used") &&
          Classes.classify(Module.lines().find(L)) == LocationClass::Library)
        return L;
    }
    return nullptr;
  }

  /// Where the failure function is called from.
  static DebugLoc callOf(const DILocation *Failure) {
    return DebugLoc(Failure->getInlinedAt());
  }

  LeftCheck left(const CheckSite &Site) const {
    const DILocation *Failure = failure(*Site.At);
    LeftCheck Result;
    for (clang::SourceLocation L : Module.lines().chain(callOf(Failure)))
      if (Result.Loc.isValid())
        Result.CalledFrom.push_back(L);
      else if (Ctx.isFirstParty(L))
        Result.Loc = L;
    Result.Reason =
        Failure->getScope()->getSubprogram()->getName() == "index_out_of_range"
            ? "nothing on the way here implies that the index is in range"
            : "nothing on the way here implies that there is an element";
    return Result;
  }

  CheckContext &Ctx;
  const DeviceModule &Module;
  LocationClassifier Classes;
  /// Numbers in KernelChecks::Left, and their places.
  std::vector<std::pair<size_t, SmallVector<clang::SourceLocation, 4>>> Looping;
};

} // namespace

KernelChecks kernelChecks(CheckContext &Ctx, DeviceModule &Module,
                          Pipeline &Passes, const clang::FunctionDecl &Kernel) {
  PreparedKernel Prepared = Passes.prepare(&Kernel);
  KernelChecks Result;
  CheckJudge Judge(Ctx, Module);
  if (Prepared.F) {
    // A pointer that was taken to call functions of this unit may call others.
    Result = Judge.run(*Prepared.F, *Module.find(&Kernel),
                       !Prepared.CallsThroughPointers);
    Judge.observe(Kernel, Result);
  } else
    Result.Left.push_back({Kernel.getLocation(), Prepared.Reason, {}, true});
  for (LeftCheck &L : Result.Left)
    if (L.Loc.isInvalid())
      L.Loc = Kernel.getLocation();
  Pipeline::discard(Prepared);
  return Result;
}

} // namespace oxide::prover
