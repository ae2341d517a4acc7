// SPDX-License-Identifier: Apache-2.0
//
// oxide-graph-lifetime, see docs/checkers/graph-lifetime.md.

#include "core/Checker.h"
#include "host/Conditions.h"
#include "host/FlowRegion.h"
#include "host/PathChanges.h"
#include "clang/AST/ExprCXX.h"

namespace oxide {

namespace {

using namespace cuda;

class GraphLifetimeChecker final : public Checker {
public:
  void finish() override {
    for (const HostFunction &F : context().get<HostCode>().functions()) {
      bool Launches = false;
      for (const ApiCall &Call : F.Calls)
        Launches |= Call.Api->Role == ApiRole::GraphLaunch;
      if (Launches && F.cfg())
        lookAt(F);
    }
  }

private:
  /// A buffer that the graph uses, and the call that puts it there.
  struct Captured {
    AccessPath Buffer;
    const clang::CallExpr *By;
  };

  void lookAt(const HostFunction &F) {
    FlowRegions Regions(*F.cfg());
    PathChanges Changes(F);
    for (const ApiCall &Instantiate : F.Calls) {
      if (Instantiate.Api->Role != ApiRole::GraphInstantiate)
        continue;
      std::optional<AccessPath> Executable =
                                    pathOfAddressed(Instantiate.target()),
                                Graph = pathOf(Instantiate.source());
      const ApiCall *End = Graph ? endOf(F, *Graph) : nullptr;
      if (!Executable || !End)
        continue;
      for (const Captured &C : capturedBefore(F, *End, Regions))
        for (const ApiCall &Free : F.Calls)
          if (Free.Api->Role == ApiRole::Free &&
              isPath(Free.target(), C.Buffer))
            lookAtLaunches(F, *Executable, C, Instantiate, Free, Regions,
                           Changes);
    }
  }

  static bool isPath(const clang::Expr *E, const AccessPath &Path) {
    std::optional<AccessPath> Other = pathOf(E);
    return Other && *Other == Path;
  }

  /// The one call that ends the capture of \p Graph.
  static const ApiCall *endOf(const HostFunction &F, const AccessPath &Graph) {
    const ApiCall *Found = nullptr;
    for (const ApiCall &Call : F.Calls) {
      if (Call.Api->Role != ApiRole::CaptureEnd || !Call.target())
        continue;
      std::optional<AccessPath> Path = pathOfAddressed(Call.target());
      if (!Path || !(*Path == Graph))
        continue;
      if (Found)
        return nullptr;
      Found = &Call;
    }
    return Found;
  }

  /// What is given to the stream of \p End between the begin of its capture and
  /// its end.
  std::vector<Captured> capturedBefore(const HostFunction &F,
                                       const ApiCall &End,
                                       const FlowRegions &Regions) {
    std::vector<Captured> Result;
    std::optional<AccessPath> Stream = pathOf(End.stream());
    std::optional<FlowPoint> To = Regions.find(End.Call);
    if (!Stream || !To)
      return Result;
    auto Never = [](const clang::CFGElement &) { return false; };
    auto IsCaptured = [&](const clang::CallExpr *Call) {
      std::optional<FlowPoint> At = Regions.find(Call);
      for (const ApiCall &Begin : F.Calls)
        if (Begin.Api->Role == ApiRole::CaptureBegin &&
            isPath(Begin.stream(), *Stream))
          if (std::optional<FlowPoint> From = Regions.find(Begin.Call);
              At && From && Regions.connects(*From, *At, Never) &&
              Regions.connects(*At, *To, Never))
            return true;
      return false;
    };
    auto Add = [&](const clang::Expr *Buffer, const clang::CallExpr *By) {
      std::optional<AccessPath> Path = pathOf(Buffer);
      if (Path && Path->last() && Path->last()->getType()->isPointerType())
        Result.push_back({std::move(*Path), By});
    };
    for (const Launch &L : F.Launches) {
      if (L.Form != LaunchForm::Chevron)
        continue;
      const clang::CallExpr &Configuration =
          *llvm::cast<clang::CUDAKernelCallExpr>(L.Call)->getConfig();
      if (Configuration.getNumArgs() > 3 &&
          isPath(Configuration.getArg(3), *Stream) && IsCaptured(L.Call))
        for (const clang::Expr *Argument : L.Arguments)
          Add(Argument, L.Call);
    }
    for (const ApiCall &Call : F.Calls)
      if ((Call.Api->isCopy() || Call.Api->Role == ApiRole::Fill) &&
          isPath(Call.stream(), *Stream) && IsCaptured(Call.Call)) {
        Add(Call.target(), Call.Call);
        Add(Call.source(), Call.Call);
      }
    return Result;
  }

  void lookAtLaunches(const HostFunction &F, const AccessPath &Executable,
                      const Captured &C, const ApiCall &Instantiate,
                      const ApiCall &Free, const FlowRegions &Regions,
                      const PathChanges &Changes) {
    std::optional<FlowPoint> Made = Regions.find(Instantiate.Call),
                             Freed = Regions.find(Free.Call);
    if (!Made || !Freed)
      return;
    auto Changed = [&](const AccessPath &Path) {
      return [&Changes, &Path](const clang::CFGElement &E) {
        return Changes.at(E, Path);
      };
    };
    for (const ApiCall &Launch : F.Calls) {
      if (Launch.Api->Role != ApiRole::GraphLaunch ||
          !isPath(Launch.source(), Executable))
        continue;
      std::optional<FlowPoint> At = Regions.find(Launch.Call);
      if (!At || !isUnderConditionsOf(*F.Decl, *Launch.Call, *Free.Call) ||
          !Regions.connects(*Made, *Freed, Changed(C.Buffer)) ||
          !Regions.connects(*Freed, *At, Changed(Executable)))
        continue;
      diag(Launch.Call->getBeginLoc(), "this graph uses '" + C.Buffer.text() +
                                           "', which " + Free.name() +
                                           " has freed")
          .in(F.Decl)
          .note(C.By->getBeginLoc(), "captured here")
          .note(Free.Call->getBeginLoc(), "freed here");
      return;
    }
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(GraphLifetime)

} // namespace oxide
