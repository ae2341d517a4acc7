// SPDX-License-Identifier: Apache-2.0

#include "cuda/CodeModel.h"
#include "core/Attributes.h"
#include "clang/AST/PrettyPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

namespace oxide::cuda {

const DeviceFunction *CodeModel::find(const clang::FunctionDecl *F) const {
  return Index.lookup(F->getCanonicalDecl());
}

std::vector<const DeviceFunction *>
CodeModel::reachableFrom(const DeviceFunction &F) const {
  std::vector<const DeviceFunction *> Order{&F};
  llvm::SmallPtrSet<const DeviceFunction *, 16> Seen{&F};
  for (size_t Next = 0; Next != Order.size(); ++Next)
    for (const CallEdge &Edge : Order[Next]->Calls)
      if (const DeviceFunction *Callee = find(Edge.Callee))
        if (Seen.insert(Callee).second)
          Order.push_back(Callee);
  return Order;
}

void CodeModel::sortKernels() {
  const clang::SourceManager &SM = Ctx.sources();
  llvm::sort(Kernels, [&](const DeviceFunction *A, const DeviceFunction *B) {
    clang::SourceLocation LA = A->Decl->getLocation();
    clang::SourceLocation LB = B->Decl->getLocation();
    if (LA != LB)
      return SM.isBeforeInTranslationUnit(LA, LB);
    return quotedName(*A->Decl) < quotedName(*B->Decl);
  });
}

void CodeModel::mergeZones() {
  Zones.clear();
  llvm::SmallDenseMap<clang::SourceLocation, size_t, 8> At;
  for (const ZoneRecord &Z : Records) {
    if (Z.Function && Z.Function->isDependentContext())
      continue;
    auto [It, New] = At.try_emplace(Z.Loc, Zones.size());
    Facts.try_emplace(Z.Loc);
    if (New) {
      Zones.push_back(Z);
      continue;
    }
    // Instantiations repeat the operations of one source text.
    ZoneRecord &Into = Zones[It->second];
    unsigned Left = std::max(Into.Operations - Into.Discharged,
                             Z.Operations - Z.Discharged);
    Into.Operations = std::max(Into.Operations, Z.Operations);
    Into.Discharged = Into.Operations - Left;
    Into.Opaque |= Z.Opaque;
  }
  const clang::SourceManager &SM = Ctx.sources();
  llvm::sort(Zones, [&](const ZoneRecord &A, const ZoneRecord &B) {
    return SM.isBeforeInTranslationUnit(A.Loc, B.Loc);
  });
}

void CodeModel::discharge(
    llvm::function_ref<bool(const DeviceFunction &)> Proven) {
  for (DeviceFunction &F : Functions) {
    if (!Proven(F))
      continue;
    for (Operation &Op : F.Operations) {
      if (!Op.Provable || Op.Discharged)
        continue;
      Op.Discharged = true;
      if (Op.In) {
        ++Op.In->Discharged;
        ++Facts[Op.In->Loc].Discharged;
      }
    }
  }
  mergeZones();
}

const ZoneFacts &CodeModel::facts(const ZoneRecord &Zone) const {
  return Facts.find(Zone.Loc)->second;
}

Mode CodeModel::modeOf(const DeviceFunction &F) const {
  return Ctx.tiers().modeAt(F.Decl->getLocation(), F.Decl, Ctx.ast());
}

/// Whether the mode of \p F counts although no kernel in view calls it: where
/// it asks for a mode itself, and where it can only be device code. A
/// __host__ __device__ function may have nothing but host callers.
static bool isJudgedAlone(const clang::FunctionDecl &F) {
  if (attr::declaredMode(F))
    return true;
  const auto *Device = F.getAttr<clang::CUDADeviceAttr>();
  return Device && !Device->isImplicit() && !F.hasAttr<clang::CUDAHostAttr>();
}

std::vector<ReachedFunction> CodeModel::enforcedFunctions() const {
  std::vector<ReachedFunction> Result;
  llvm::SmallPtrSet<const DeviceFunction *, 16> Seen;
  for (const DeviceFunction *Kernel : Kernels) {
    if (modeOf(*Kernel) != Mode::Enforce)
      continue;
    for (const DeviceFunction *F : reachableFrom(*Kernel))
      // Code that its owners have switched off is trusted, not enforced.
      if (modeOf(*F) != Mode::Off && Seen.insert(F).second)
        Result.push_back({F, Kernel->Decl});
  }
  for (const DeviceFunction &F : Functions)
    if (isJudgedAlone(*F.Decl) && modeOf(F) == Mode::Enforce &&
        Seen.insert(&F).second)
      Result.push_back({&F, F.Decl});
  return Result;
}

std::vector<KernelVerdict> CodeModel::verdicts() const {
  std::vector<KernelVerdict> Result;
  for (const DeviceFunction *Kernel : Kernels) {
    KernelVerdict V;
    V.Kernel = Kernel->Decl;
    V.EffectiveMode = Ctx.tiers().modeAt(Kernel->Decl->getLocation(),
                                         Kernel->Decl, Ctx.ast());
    llvm::SmallPtrSet<const clang::FunctionDecl *, 16> Reached;
    for (const DeviceFunction *F : reachableFrom(*Kernel)) {
      Reached.insert(F->Decl->getCanonicalDecl());
      for (const Operation &Op : F->Operations) {
        ++V.Operations;
        V.Discharged += Op.Discharged;
        if (!Op.Discharged)
          V.Tier = std::max(V.Tier, Op.Tier);
      }
    }
    for (const ZoneRecord &Z : Records)
      if (Z.Function && Reached.contains(Z.Function->getCanonicalDecl()))
        ++(Z.isNeeded() ? V.ZonesNeeded : V.ZonesUnneeded);
    Result.push_back(std::move(V));
  }
  return Result;
}

std::string kernelName(const clang::FunctionDecl &F) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  clang::PrintingPolicy Policy(F.getASTContext().getPrintingPolicy());
  F.getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  return Name;
}

std::string quotedName(const clang::FunctionDecl &F) {
  return "'" + kernelName(F) + "'";
}

} // namespace oxide::cuda
