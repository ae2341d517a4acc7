// SPDX-License-Identifier: Apache-2.0
//
// oxide-uninitialized-device, see docs/checkers/uninitialized-device.md.

#include "core/Checker.h"
#include "cuda/CodeModel.h"
#include "host/AccessPath.h"
#include "host/FlowRegion.h"
#include "host/HostCode.h"
#include "host/KernelEffects.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide {

namespace {

using namespace cuda;

class UninitializedDeviceChecker final : public Checker {
public:
  void finish() override {
    for (const HostFunction &F : context().get<HostCode>().functions())
      if (!F.Launches.empty() && llvm::any_of(F.Calls, isAllocation) && F.cfg())
        lookAt(F);
  }

private:
  static bool isAllocation(const ApiCall &Call) {
    return Call.Api->Role == ApiRole::Allocate &&
           Call.Api->Space == MemorySpace::Device && Call.target();
  }

  void lookAt(const HostFunction &F) {
    FlowRegions Regions(*F.cfg());
    for (const ApiCall &Allocation : F.Calls) {
      if (!isAllocation(Allocation))
        continue;
      std::optional<AccessPath> Path = pathOfAddressed(Allocation.target());
      std::optional<FlowPoint> From = Regions.find(Allocation.Call);
      if (!Path || !Path->isLocal() || !From)
        continue;
      for (const Launch &L : F.Launches)
        if (const clang::ParmVarDecl *P = accumulated(L, *Path)) {
          std::optional<FlowPoint> To = Regions.find(L.Call);
          if (!To || !Regions.connects(*From, *To, [&](const auto &E) {
                return mayUse(E, *Path, L);
              }))
            continue;
          diag(L.Call->getBeginLoc(),
               "kernel " + quotedName(*L.Kernel) + " adds to '" + Path->text() +
                   "', which nothing has set since it was allocated")
              .in(F.Decl)
              .note(Allocation.Call->getBeginLoc(), "allocated here")
              .note(P->getLocation(), "the kernel only adds to this one");
          break;
        }
    }
  }

  /// The parameter of the kernel that gets \p Path, if the kernel does nothing
  /// to it but add to what is there.
  const clang::ParmVarDecl *accumulated(const Launch &L,
                                        const AccessPath &Path) {
    if (L.Form != LaunchForm::Chevron || !L.Kernel)
      return nullptr;
    const std::vector<ParameterEffect> &Effects =
        context().get<KernelEffects>().of(*L.Kernel);
    for (size_t I = 0; I < L.Arguments.size() && I < Effects.size(); ++I) {
      std::optional<AccessPath> Passed = pathOf(L.Arguments[I]);
      if (Passed && *Passed == Path)
        return Effects[I].OnlyAccumulates ? L.Kernel->getParamDecl(I) : nullptr;
    }
    return nullptr;
  }

  /// Whether \p E mentions \p Path in any way, as it may set what it points to;
  /// but for the arguments of \p L itself.
  bool mayUse(const clang::CFGElement &E, const AccessPath &Path,
              const Launch &L) {
    auto S = E.getAs<clang::CFGStmt>();
    const auto *Ref =
        S ? llvm::dyn_cast<clang::DeclRefExpr>(S->getStmt()) : nullptr;
    return Ref && Ref->getDecl()->getCanonicalDecl() == Path.Root &&
           !context().sources().isPointWithin(
               Ref->getBeginLoc(), L.Call->getBeginLoc(), L.Call->getEndLoc());
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(UninitializedDevice)

} // namespace oxide
