// SPDX-License-Identifier: Apache-2.0
//
// oxide-raw-launch, see docs/checkers/raw-launch.md.

#include "core/Checker.h"
#include "cuda/CodeModel.h"

namespace oxide {

namespace {

class RawLaunchChecker final : public Checker {
public:
  void finish() override {
    for (const cuda::Launch &L : context().get<cuda::CodeModel>().launches())
      if (L.Zone == OpTier::Safe && isHostCode(L.Function))
        report(L);
  }

private:
  /// Code that only the device runs launches from the device; that is an
  /// operation of its kernel. A template counts once it is instantiated.
  static bool isHostCode(const clang::FunctionDecl *F) {
    if (!F)
      return true;
    return !F->isDependentContext() && !F->hasAttr<clang::CUDAGlobalAttr>() &&
           (!F->hasAttr<clang::CUDADeviceAttr>() ||
            F->hasAttr<clang::CUDAHostAttr>());
  }

  void report(const cuda::Launch &L) {
    std::string Kernel =
        L.Kernel ? "'" + L.Kernel->getNameAsString() + "'" : "a kernel";
    std::string Typed =
        L.Kernel ? "oxide::prepare<" + L.Kernel->getNameAsString() + ">"
                 : "oxide::prepare";
    FindingBuilder B =
        diag(L.Call->getBeginLoc(), "launch of " + Kernel + " through " +
                                        L.Api + " outside an unsafe zone");
    B << L.Call->getSourceRange();
    B.in(L.Function);
    B.note(L.Call->getBeginLoc(),
           "launch with " + Typed +
               ", which checks the contract, or wrap this in "
               "OXIDE_UNSAFE(\"contract\") { ... } and say why it is right");
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(RawLaunch)

} // namespace oxide
