// SPDX-License-Identifier: Apache-2.0

#include "prover/Proof.h"
#include "cuda/CodeModel.h"
#include "prover/CheckSites.h"
#include "prover/KernelProver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/TimeProfiler.h"
#include <chrono>

namespace oxide::prover {

namespace {

bool sameFix(const Defect &A, const Defect &B) {
  return A.Fix && B.Fix &&
         A.Fix->RemoveRange.getBegin() == B.Fix->RemoveRange.getBegin();
}

/// A kernel under several launches: refuted by one, proven by all.
void merge(KernelProof &Into, KernelProof More) {
  auto Join = [](Answer &A, Answer B) {
    if (A == Answer::Refuted || B == Answer::Refuted)
      A = Answer::Refuted;
    else if (B == Answer::NotProven)
      A = Answer::NotProven;
  };
  Join(Into.Race, More.Race);
  Join(Into.Barrier, More.Barrier);
  Join(Into.Bounds, More.Bounds);
  for (Defect &D : More.Defects) {
    bool Known = llvm::any_of(Into.Defects, [&](Defect &Other) {
      if (!Other.covers(D))
        return false;
      if (!sameFix(Other, D))
        Other.Fix.reset();
      return true;
    });
    if (!Known)
      Into.Defects.push_back(std::move(D));
  }
  for (VerdictReason &R : More.Reasons)
    if (!llvm::is_contained(Into.Reasons, R))
      Into.Reasons.push_back(std::move(R));
  for (std::string &A : More.Assumptions)
    if (!llvm::is_contained(Into.Assumptions, A))
      Into.Assumptions.push_back(std::move(A));
  Into.Conditional |= More.Conditional;
  Into.Steps += More.Steps;
  Into.Explanation += More.Explanation;
}

} // namespace

void KernelProof::addTo(KernelVerdict &V) const {
  V.Race = Race;
  V.Barrier = Barrier;
  V.Bounds = Bounds;
  llvm::append_range(V.Reasons, Reasons);
  llvm::append_range(V.Assumptions, Assumptions);
  V.Checks = Checks.Counts;
  V.Ms = Ms;
  V.SolverSteps = Steps;
  V.Explanation = Explanation;
}

Proofs::Proofs(CheckContext &Ctx) {
  // Kernels have code in the device pass only.
  if (!Ctx.prover().Enabled || !Ctx.ast().getLangOpts().CUDAIsDevice)
    return;
  llvm::TimeTraceScope Scope("Oxide prover");
  std::vector<const clang::FunctionDecl *> Wanted;
  for (const cuda::DeviceFunction *F : Ctx.get<cuda::CodeModel>().kernels())
    if (Ctx.isFirstParty(F->Decl->getLocation()) && F->Decl->hasBody() &&
        Ctx.tiers().modeAt(F->Decl->getLocation(), F->Decl, Ctx.ast()) !=
            Mode::Off)
      Wanted.push_back(F->Decl);
  if (Wanted.empty())
    return;
  std::unique_ptr<DeviceModule> Module = DeviceModule::build(Ctx.ast(), Wanted);
  if (!Module) {
    for (const clang::FunctionDecl *F : Wanted) {
      KernelProof P;
      P.Kernel = F;
      P.Reasons.push_back({F->getLocation(), "no code could be generated"});
      Kernels.push_back(std::move(P));
    }
    return;
  }
  bool AnyChecks = hasChecks(Module->module());
  Pipeline Passes(*Module);
  for (const clang::FunctionDecl *F : Wanted) {
    auto Begin = std::chrono::steady_clock::now();
    std::string Name = cuda::kernelName(*F);
    std::optional<KernelProof> All;
    for (const LaunchShape &Shape : launchesOf(Ctx, *F, Name)) {
      KernelProof P = proveKernel(Ctx, *Module, Passes, *F, Name, Shape);
      if (All)
        merge(*All, std::move(P));
      else
        All = std::move(P);
    }
    if (AnyChecks)
      All->Checks = kernelChecks(Ctx, *Module, Passes, *F);
    All->Ms = std::chrono::duration<double, std::milli>(
                  std::chrono::steady_clock::now() - Begin)
                  .count();
    Kernels.push_back(std::move(*All));
  }
  agreeOnFixes();
}

/// The text of a template is one for all its instances: it is changed where all
/// of them need the same.
void Proofs::agreeOnFixes() {
  auto Agrees = [&](const KernelProof &P, const Defect &D) {
    const clang::FunctionDecl *Pattern =
        P.Kernel->getTemplateInstantiationPattern();
    return llvm::all_of(Kernels, [&](const KernelProof &Other) {
      return !Pattern ||
             Other.Kernel->getTemplateInstantiationPattern() != Pattern ||
             llvm::any_of(Other.Defects, [&](const Defect &Its) {
               return Its.Kind == D.Kind && Its.Loc == D.Loc && sameFix(Its, D);
             });
    });
  };
  std::vector<Defect *> Disputed;
  for (KernelProof &P : Kernels)
    for (Defect &D : P.Defects)
      if (D.Fix && !Agrees(P, D))
        Disputed.push_back(&D);
  for (Defect *D : Disputed)
    D->Fix.reset();
}

const KernelProof *Proofs::find(const clang::FunctionDecl *Kernel) const {
  for (const KernelProof &P : Kernels)
    if (P.Kernel->getCanonicalDecl() == Kernel->getCanonicalDecl())
      return &P;
  return nullptr;
}

} // namespace oxide::prover
