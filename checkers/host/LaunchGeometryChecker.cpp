// SPDX-License-Identifier: Apache-2.0
//
// oxide-launch-geometry, see docs/checkers/launch-geometry.md.

#include "core/Checker.h"
#include "cuda/CodeModel.h"
#include "host/HostCode.h"
#include "host/LaunchValues.h"
#include "clang/AST/Attr.h"

namespace oxide {

namespace {

using namespace cuda;

/// Limits of every device since compute capability 3.0, CUDA C++ Programming
/// Guide, "Technical Specifications per Compute Capability".
constexpr int64_t MostThreads = 1024;
constexpr int64_t MostInBlock[] = {1024, 1024, 64};
constexpr int64_t MostInGrid[] = {2147483647, 65535, 65535};
constexpr char Letters[] = {'x', 'y', 'z'};

class LaunchGeometryChecker final : public Checker {
public:
  void finish() override {
    // Devices of AMD have other limits.
    if (context().ast().getLangOpts().HIP)
      return;
    for (const HostFunction &F : context().get<HostCode>().functions())
      for (const Launch &L : F.Launches) {
        LaunchValues V = valuesOf(L, context());
        if (V.Reached && V.GridExpr)
          lookAt(L, V);
      }
  }

private:
  void lookAt(const Launch &L, const LaunchValues &V) {
    for (unsigned D = 0; D != 3; ++D)
      if (lookAtDimension(L, V.Grid[D], "gridDim", D, MostInGrid[D]) ||
          lookAtDimension(L, V.Block[D], "blockDim", D, MostInBlock[D]))
        return;
    if (!V.Block[0] || !V.Block[1] || !V.Block[2])
      return;
    int64_t Threads = *V.Block[0] * *V.Block[1] * *V.Block[2];
    if (Threads > MostThreads) {
      FindingBuilder Found =
          report(L, "this launch asks for " + llvm::Twine(Threads) +
                        " threads in a block, and no device has more than " +
                        llvm::Twine(MostThreads));
      if (V.Grid[0] && V.Grid[1] && V.Grid[2] &&
          *V.Grid[0] * *V.Grid[1] * *V.Grid[2] <= MostThreads)
        Found.note(L.Call->getBeginLoc(),
                   "the grid would be a block: are the two swapped?");
      return;
    }
    lookAtBounds(L, Threads);
  }

  bool lookAtDimension(const Launch &L, std::optional<int64_t> Value,
                       llvm::StringRef Name, unsigned D, int64_t Most) {
    if (!Value || (*Value > 0 && *Value <= Most))
      return false;
    std::string Dimension = (Name + "." + llvm::Twine(Letters[D])).str();
    if (*Value <= 0)
      report(L, "this launch has a " + Dimension + " of " +
                    llvm::Twine(*Value) + ", and fails");
    else
      report(L, "this launch has a " + Dimension + " of " +
                    llvm::Twine(*Value) + ", and no device takes more than " +
                    llvm::Twine(Most));
    return true;
  }

  /// More threads than the kernel is compiled for.
  void lookAtBounds(const Launch &L, int64_t Threads) {
    const auto *Bounds =
        L.Kernel ? L.Kernel->getAttr<clang::CUDALaunchBoundsAttr>() : nullptr;
    clang::Expr::EvalResult Value;
    if (!Bounds || Bounds->getMaxThreads()->isValueDependent() ||
        !Bounds->getMaxThreads()->EvaluateAsInt(Value, context().ast()))
      return;
    int64_t Most = Value.Val.getInt().getExtValue();
    if (Most > 0 && Threads > Most)
      report(L, "this launch has blocks of " + llvm::Twine(Threads) +
                    " threads, and the launch bounds of " +
                    quotedName(*L.Kernel) + " say " + llvm::Twine(Most))
          .note(Bounds->getLocation(), "the launch bounds");
  }

  FindingBuilder report(const Launch &L, const llvm::Twine &Text) {
    FindingBuilder Found = diag(L.Call->getBeginLoc(), Text);
    Found.in(L.Function);
    return Found;
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(LaunchGeometry)

} // namespace oxide
