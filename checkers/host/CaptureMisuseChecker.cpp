// SPDX-License-Identifier: Apache-2.0
//
// oxide-capture-misuse, see docs/checkers/capture-misuse.md.

#include "core/Checker.h"
#include "cuda/HostPlace.h"
#include "host/AccessPath.h"
#include "host/Conditions.h"
#include "host/FlowRegion.h"
#include "host/HostEffects.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide {

namespace {

using namespace cuda;

/// cudaStreamCaptureMode.
enum CaptureMode : int64_t { Global, ThreadLocal, Relaxed };

class CaptureMisuseChecker final : public Checker {
public:
  void finish() override {
    for (const HostFunction &F : context().get<HostCode>().functions())
      for (const ApiCall &Begin : F.Calls)
        if (Begin.Api->Role == ApiRole::CaptureBegin)
          lookAt(F, Begin);
  }

private:
  void lookAt(const HostFunction &F, const ApiCall &Begin) {
    const clang::CFG *Flow = F.cfg();
    if (!Flow)
      return;
    FlowRegions Regions(*Flow);
    std::optional<FlowPoint> From = Regions.find(Begin.Call);
    if (!From)
      return;
    auto DuringCapture = [&](const clang::Expr *E) {
      std::optional<FlowPoint> To = Regions.find(E);
      return To &&
             Regions.connects(*From, *To,
                              [&](const auto &Element) {
                                return context().get<HostEffects>().may(
                                    HostEffect::EndsCapture, Element);
                              }) &&
             leadsToEnd(F, *To, Regions) && !isUnderErrorCode(*F.Decl, *E);
    };
    for (const ApiCall &Call : F.Calls)
      if (isIllegal(F, Call, Begin) && DuringCapture(Call.Call))
        report(F, Begin, Call.Call->getBeginLoc(), Call.name() + " is called");
    for (const clang::CallExpr *Call : F.UserCalls) {
      const HostFunction *Callee =
          context().get<HostCode>().find(Call->getDirectCallee());
      const ApiCall *Inner =
          Callee ? surelyIllegal(*Callee, Begin, 0) : nullptr;
      if (Inner && DuringCapture(Call))
        report(F, Begin, Call->getBeginLoc(),
               "'" + Callee->Decl->getNameAsString() + "' calls " +
                   Inner->name())
            .note(Inner->Call->getBeginLoc(), "called here");
    }
  }

  std::optional<int64_t> modeOf(const ApiCall &Begin) {
    clang::Expr::EvalResult Value;
    if (!Begin.other() || Begin.other()->isValueDependent() ||
        !Begin.other()->EvaluateAsInt(Value, context().ast()))
      return std::nullopt;
    return Value.Val.getInt().getExtValue();
  }

  /// Whether \p Call is an error while the capture of \p Begin in \p F lasts;
  /// each of these was seen on an H200 with driver 580. The device and the
  /// stream itself cannot be waited for in any mode, the legacy stream cannot
  /// work while a stream that blocks is captured, and the rest is forbidden in
  /// the stricter modes.
  bool isIllegal(const HostFunction &F, const ApiCall &Call,
                 const ApiCall &Begin) {
    if (Call.Api->has(HostApi::Legacy))
      return isBlocking(F, Begin.stream());
    if (!Call.Api->has(HostApi::Illegal))
      return false;
    if (Call.Api->Role == ApiRole::DeviceSync)
      return true;
    std::optional<AccessPath> Waited = pathOf(Call.stream()),
                              Captured = pathOf(Begin.stream());
    if (Waited && Captured && *Waited == *Captured)
      return true;
    std::optional<int64_t> Mode = modeOf(Begin);
    return Mode == Global || Mode == ThreadLocal;
  }

  /// Whether \p F has made \p Stream as one that waits for the legacy stream.
  bool isBlocking(const HostFunction &F, const clang::Expr *Stream) {
    std::optional<AccessPath> Path = pathOf(Stream);
    if (!Path || !Path->isLocal() ||
        context().ast().getLangOpts().GPUDefaultStream ==
            clang::LangOptions::GPUDefaultStreamKind::PerThread)
      return false;
    return llvm::any_of(F.Calls, [&](const ApiCall &Made) {
      if (Made.Api->Role != ApiRole::StreamCreate || !Made.target())
        return false;
      std::optional<AccessPath> Other = pathOfAddressed(Made.target());
      clang::Expr::EvalResult Flags;
      return Other && *Other == *Path &&
             (!Made.other() ||
              (Made.other()->EvaluateAsInt(Flags, context().ast()) &&
               Flags.Val.getInt() == 0));
    });
  }

  /// A call that \p F makes whenever it is called.
  const ApiCall *surelyIllegal(const HostFunction &F, const ApiCall &Begin,
                               unsigned Depth) {
    if (Depth > 3 ||
        context().get<HostEffects>().may(HostEffect::EndsCapture, F))
      return nullptr;
    auto Always = [&](const clang::CallExpr &Call) {
      std::optional<HostPlace> At = HostPlace::of(*F.Decl, Call);
      return At && At->branches().empty();
    };
    for (const ApiCall &Call : F.Calls)
      if (isIllegal(F, Call, Begin) && Always(*Call.Call))
        return &Call;
    for (const clang::CallExpr *Call : F.UserCalls)
      if (const HostFunction *Callee =
              context().get<HostCode>().find(Call->getDirectCallee()))
        if (const ApiCall *Inner = surelyIllegal(*Callee, Begin, Depth + 1);
            Inner && Always(*Call))
          return Inner;
    return nullptr;
  }

  /// Whether control can get from \p From to where a capture ends, if that is
  /// in view: what comes after a failure does not.
  static bool leadsToEnd(const HostFunction &F, FlowPoint From,
                         const FlowRegions &Regions) {
    bool HasEnd = false;
    for (const ApiCall &Call : F.Calls) {
      if (Call.Api->Role != ApiRole::CaptureEnd)
        continue;
      HasEnd = true;
      std::optional<FlowPoint> To = Regions.find(Call.Call);
      if (To && Regions.connects(From, *To, [](const auto &) { return false; }))
        return true;
    }
    return !HasEnd;
  }

  FindingBuilder report(const HostFunction &F, const ApiCall &Begin,
                        clang::SourceLocation At, const llvm::Twine &What) {
    std::optional<AccessPath> Stream = pathOf(Begin.stream());
    FindingBuilder Found =
        diag(At, What + " while " +
                     (Stream ? "'" + Stream->text() + "'"
                             : std::string("a stream")) +
                     " is being captured, which is an error");
    Found.in(F.Decl).note(Begin.Call->getBeginLoc(), "the capture begins here");
    return Found;
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(CaptureMisuse)

} // namespace oxide
