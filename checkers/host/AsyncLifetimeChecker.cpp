// SPDX-License-Identifier: Apache-2.0
//
// oxide-async-lifetime, see docs/checkers/async-lifetime.md.

#include "core/Checker.h"
#include "host/Conditions.h"
#include "host/FlowRegion.h"
#include "host/HostEffects.h"
#include "host/HostUses.h"
#include "host/PathChanges.h"
#include "host/Spaces.h"

namespace oxide {

namespace {

using namespace cuda;

/// cudaMemcpyKind and hipMemcpyKind.
enum CopyKind : int64_t { HostToDevice = 1, DeviceToHost = 2 };

class AsyncLifetimeChecker final : public Checker {
public:
  void finish() override {
    for (const HostFunction &F : context().get<HostCode>().functions()) {
      std::vector<const ApiCall *> Copies;
      for (const ApiCall &Call : F.Calls)
        if (Call.Api->isCopy() && Call.Api->has(HostApi::Async))
          Copies.push_back(&Call);
      if (!Copies.empty() && F.cfg())
        lookAt(F, Copies);
    }
  }

private:
  void lookAt(const HostFunction &F, llvm::ArrayRef<const ApiCall *> Copies) {
    FlowRegions Regions(*F.cfg());
    HostUses Uses(F);
    for (const ApiCall *Copy : Copies) {
      std::optional<FlowPoint> From = Regions.find(Copy->Call);
      std::optional<int64_t> Kind = kindOf(*Copy);
      if (!From || !Kind)
        continue;
      if (*Kind == HostToDevice && Copy->source()) {
        lookAtLifetime(F, *Copy, *From, Regions);
        lookAtReuse(F, *Copy, *Copy->source(), *From, Regions, Uses,
                    /*Reads=*/false);
      } else if (*Kind == DeviceToHost && Copy->target()) {
        lookAtReuse(F, *Copy, *Copy->target(), *From, Regions, Uses,
                    /*Reads=*/true);
      }
    }
  }

  std::optional<int64_t> kindOf(const ApiCall &Copy) {
    if (Copy.Api->Role == ApiRole::CopyToDevice ||
        Copy.Api->Role == ApiRole::CopyToSymbol)
      return HostToDevice;
    if (Copy.Api->Role == ApiRole::CopyToHost ||
        Copy.Api->Role == ApiRole::CopyFromSymbol)
      return DeviceToHost;
    clang::Expr::EvalResult Value;
    if (!Copy.kind() || Copy.kind()->isValueDependent() ||
        !Copy.kind()->EvaluateAsInt(Value, context().ast()))
      return std::nullopt;
    return Value.Val.getInt().getExtValue();
  }

  bool connects(FlowPoint From, FlowPoint To, const FlowRegions &Regions) {
    return Regions.connects(From, To, [&](const clang::CFGElement &E) {
      return context().get<HostEffects>().may(HostEffect::HostWaits, E);
    });
  }

  /// A source that lives on the stack and may be gone before the copy is.
  void lookAtLifetime(const HostFunction &F, const ApiCall &Copy,
                      FlowPoint From, const FlowRegions &Regions) {
    const clang::VarDecl *V = localObject(*Copy.source());
    // A lambda may copy from a variable of the function around it.
    if (!V || V->getDeclContext() != F.Decl)
      return;
    bool Dies = connects(From, Regions.exit(), Regions);
    if (std::optional<FlowPoint> Again = Regions.find(V); Again && !Dies)
      Dies = connects(From, *Again, Regions);
    if (!Dies)
      return;
    diag(Copy.Call->getBeginLoc(),
         "'" + V->getNameAsString() +
             "' goes out of scope while this asynchronous copy from it may be "
             "in flight")
        .in(F.Decl)
        .note(V->getLocation(), "declared here, and nothing waits for the copy "
                                "before it goes");
  }

  /// The variable with automatic storage that \p Pointer points into.
  static const clang::VarDecl *localObject(const clang::Expr &Pointer) {
    const clang::Expr *E = Pointer.IgnoreParenCasts();
    std::optional<AccessPath> Path;
    if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(E);
        U && U->getOpcode() == clang::UO_AddrOf) {
      Path = pathOf(U->getSubExpr());
    } else if (E->getType()->isArrayType()) {
      Path = pathOf(E);
    }
    if (!Path || !Path->Root || !Path->Root->hasLocalStorage() ||
        Path->Root->getType()->isReferenceType())
      return nullptr;
    return Path->Root;
  }

  /// Whether the element \p Index, or some turn of the loop around it, is the
  /// first: the copy may be of a part that others do not touch.
  bool isAtStart(const clang::Expr *Index) {
    if (!Index)
      return true;
    auto IsZero = [&](const clang::Expr *E) {
      clang::Expr::EvalResult Value;
      return E && !E->isValueDependent() &&
             E->EvaluateAsInt(Value, context().ast()) &&
             Value.Val.getInt().isZero();
    };
    const auto *Ref =
        llvm::dyn_cast<clang::DeclRefExpr>(Index->IgnoreParenImpCasts());
    const auto *V =
        Ref ? llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()) : nullptr;
    return IsZero(Index) || (V && V->isLocalVarDecl() && IsZero(V->getInit()));
  }

  /// Host code that touches a buffer that a copy reads or writes. Copies of
  /// pageable memory are done with it when they return.
  void lookAtReuse(const HostFunction &F, const ApiCall &Copy,
                   const clang::Expr &Pointer, FlowPoint From,
                   const FlowRegions &Regions, const HostUses &Uses,
                   bool Reads) {
    std::optional<AccessPath> Path = pathOf(&Pointer);
    std::optional<SpaceFact> Fact =
        context().get<SpaceFacts>().withCallers(F, &Pointer, context());
    if (!Path || !Path->Root || !Fact || Fact->Space != MemorySpace::Pinned)
      return;
    // Who waits for the copy by looking at what it writes.
    if (Path->last()->getType()->getPointeeType().isVolatileQualified())
      return;
    PathChanges Changes(F);
    auto Stops = [&](const clang::CFGElement &E) {
      return context().get<HostEffects>().may(HostEffect::HostWaits, E) ||
             Changes.at(E, *Path);
    };
    for (const HostUses::Use &U : Uses.of(*Path)) {
      std::optional<FlowPoint> To = Regions.find(U.At);
      if ((!U.Writes && !Reads) || !To || !isAtStart(U.Index) ||
          !Regions.connects(From, *To, Stops) ||
          isUnderErrorCode(*F.Decl, *U.At))
        continue;
      diag(U.At->getExprLoc(),
           "host code " + std::string(U.Writes ? "writes" : "reads") + " '" +
               Path->text() +
               "' while an asynchronous copy of it may be in flight")
          .in(F.Decl)
          .note(Copy.Call->getBeginLoc(),
                "the copy, which nothing waits for in between")
          .note(Fact->Since, "the buffer comes from " + Fact->Why);
      return;
    }
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(AsyncLifetime)

} // namespace oxide
