// SPDX-License-Identifier: Apache-2.0
//
// oxide-memcpy-direction, see docs/checkers/memcpy-direction.md.

#include "core/Checker.h"
#include "host/Spaces.h"

namespace oxide {

namespace {

using namespace cuda;

/// cudaMemcpyKind and hipMemcpyKind.
enum CopyKind : int64_t {
  HostToHost,
  HostToDevice,
  DeviceToHost,
  DeviceToDevice
};

class MemcpyDirectionChecker final : public Checker {
public:
  void finish() override {
    auto &Code = context().get<HostCode>();
    auto &Facts = context().get<SpaceFacts>();
    for (const HostFunction &F : Code.functions())
      for (const ApiCall &Call : F.Calls)
        if (Call.Api->isCopy())
          lookAt(F, Call, Facts);
  }

private:
  /// The kind that \p Call has by its name or its argument.
  std::optional<int64_t> kindOf(const ApiCall &Call) {
    if (Call.Api->Role == ApiRole::CopyToDevice)
      return HostToDevice;
    if (Call.Api->Role == ApiRole::CopyToHost)
      return DeviceToHost;
    const clang::Expr *Kind = Call.kind();
    clang::Expr::EvalResult Value;
    if (!Kind || Kind->isValueDependent() ||
        !Kind->EvaluateAsInt(Value, context().ast()))
      return std::nullopt;
    return Value.Val.getInt().getExtValue();
  }

  void lookAt(const HostFunction &F, const ApiCall &Call, SpaceFacts &Facts) {
    std::optional<int64_t> Kind = kindOf(Call);
    if (!Kind || *Kind < HostToHost || *Kind > DeviceToDevice)
      return;
    bool ToDevice = *Kind == HostToDevice || *Kind == DeviceToDevice;
    bool FromDevice = *Kind == DeviceToHost || *Kind == DeviceToDevice;
    if (Call.Api->Role != ApiRole::CopyToSymbol)
      look(F, Call, Call.target(), ToDevice, "to", Facts);
    if (Call.Api->Role != ApiRole::CopyFromSymbol)
      look(F, Call, Call.source(), FromDevice, "from", Facts);
  }

  /// Says so where \p Pointer, the \p Side of the copy, is for certain not in
  /// the memory that the kind promises.
  void look(const HostFunction &F, const ApiCall &Call,
            const clang::Expr *Pointer, bool Device, llvm::StringRef Side,
            SpaceFacts &Facts) {
    if (!Pointer || !Pointer->getType()->isPointerType())
      return;
    std::optional<SpaceFact> Fact = Facts.of(F).of(Pointer);
    // Pinned and managed memory have addresses on both sides.
    MemorySpace Wrong = Device ? MemorySpace::Host : MemorySpace::Device;
    if (!Fact || Fact->Space != Wrong)
      return;
    FindingBuilder Found =
        diag(Pointer->getExprLoc(),
             "the kind of this copy says that it goes " + Side + " the " +
                 (Device ? "device" : "host") + ", but this is " +
                 toString(Fact->Space));
    Found << Pointer->getSourceRange();
    Found.in(F.Decl);
    if (Fact->Since != Pointer->getBeginLoc())
      Found.note(Fact->Since, "it comes from " + Fact->Why);
    if (const clang::Expr *Kind = Call.kind())
      Found.note(Kind->getExprLoc(), "the kind");
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(MemcpyDirection)

} // namespace oxide
