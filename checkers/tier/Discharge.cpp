// SPDX-License-Identifier: Apache-2.0

#include "tier/Discharge.h"
#include "prover/Proof.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide::tier {

namespace {

/// Whether \p M is called in the way of a functor: a library may do it, in a
/// kernel of its own. A lambda that device code makes stays there.
bool isFunctor(const clang::CXXMethodDecl &M) {
  if (M.getOverloadedOperator() != clang::OO_Call)
    return false;
  if (!M.getParent()->isLambda())
    return true;
  const auto *Maker = llvm::dyn_cast_or_null<clang::FunctionDecl>(
      M.getParent()->getDeclContext());
  return !Maker || !(Maker->hasAttr<clang::CUDAGlobalAttr>() ||
                     Maker->hasAttr<clang::CUDADeviceAttr>());
}

/// Whether something that is no kernel of this unit may call \p F.
bool isOpen(const cuda::CodeModel &Model, const clang::FunctionDecl &F) {
  if (F.hasAttr<clang::CUDAGlobalAttr>())
    return false;
  if (Model.isAddressTaken(F))
    return true;
  if (const auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(&F);
      M && (M->isVirtual() || isFunctor(*M)))
    return true;
  // Without relocatable device code no other unit can call it. What is inline
  // is judged in each unit that does.
  return F.getASTContext().getLangOpts().GPURelocatableDeviceCode &&
         F.isExternallyVisible() && !F.isInlined() &&
         !F.isTemplateInstantiation();
}

} // namespace

Discharge::Discharge(CheckContext &Ctx) {
  auto &Model = Ctx.get<cuda::CodeModel>();
  bool Any = llvm::any_of(Model.functions(), [](const cuda::DeviceFunction &F) {
    return llvm::any_of(F.Operations,
                        [](const cuda::Operation &Op) { return Op.Provable; });
  });
  if (!Any)
    return;
  llvm::SmallPtrSet<const cuda::DeviceFunction *, 16> Refused;
  for (const cuda::DeviceFunction &F : Model.functions())
    if (isOpen(Model, *F.Decl))
      for (const cuda::DeviceFunction *Reached : Model.reachableFrom(F))
        Refused.insert(Reached);
  const auto &Proofs = Ctx.get<prover::Proofs>();
  for (const cuda::DeviceFunction *Kernel : Model.kernels()) {
    const prover::KernelProof *P = Proofs.find(Kernel->Decl);
    bool Proven = P && P->coversAllLaunches();
    for (const cuda::DeviceFunction *Reached : Model.reachableFrom(*Kernel)) {
      Kernels[Reached->Decl->getCanonicalDecl()].push_back(Kernel);
      if (!Proven)
        Refused.insert(Reached);
    }
  }
  Model.discharge([&](const cuda::DeviceFunction &F) {
    return !Refused.contains(&F) &&
           Kernels.contains(F.Decl->getCanonicalDecl());
  });
}

llvm::ArrayRef<const cuda::DeviceFunction *>
Discharge::kernelsOf(const clang::FunctionDecl &F) const {
  auto It = Kernels.find(F.getCanonicalDecl());
  if (It == Kernels.end())
    return {};
  return It->second;
}

} // namespace oxide::tier
