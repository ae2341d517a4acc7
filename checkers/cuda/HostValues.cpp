// SPDX-License-Identifier: Apache-2.0

#include "cuda/HostValues.h"
#include "core/FirstPartyVisitor.h"
#include "cuda/CodeModel.h"
#include "cuda/HostFormula.h"
#include "cuda/VariableUses.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::cuda {

using namespace clang;

namespace {

/// Calls and variables that are followed one after the other.
constexpr unsigned MostSteps = 6;

/// Functions of the runtime that take a kernel and do not launch it:
/// attributes, occupancy.
bool asksRuntime(const FunctionDecl &F) {
  if (!F.getDeclName().isIdentifier())
    return false;
  llvm::StringRef Name = F.getName();
  return Name.starts_with("cudaFunc") || Name.starts_with("cudaOccupancy");
}

const FunctionDecl *namedFunction(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_AddrOf)
    E = U->getSubExpr()->IgnoreParenCasts();
  const auto *R = dyn_cast<DeclRefExpr>(E);
  return R ? dyn_cast<FunctionDecl>(R->getDecl()) : nullptr;
}

} // namespace

class HostVisitor : public FirstPartyVisitor<HostVisitor> {
public:
  HostVisitor(CheckContext &Ctx, HostValues &To)
      : FirstPartyVisitor(Ctx), To(To) {}

  bool VisitFunctionDecl(FunctionDecl *F) {
    Around = F;
    return true;
  }
  bool VisitCallExpr(CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    if (!F)
      return true;
    To.Calls[F->getCanonicalDecl()].push_back({C, Around});
    if (isa<CUDAKernelCallExpr>(C))
      --To.OtherUses[F->getCanonicalDecl()];
    else if (std::optional<Launch> L = asLaunch(*C); L && L->Kernel)
      --To.OtherUses[L->Kernel->getCanonicalDecl()];
    else if (asksRuntime(*F))
      for (const Expr *A : C->arguments())
        if (const FunctionDecl *Kernel = namedFunction(A))
          --To.OtherUses[Kernel->getCanonicalDecl()];
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    if (const auto *F = dyn_cast<FunctionDecl>(R->getDecl());
        F && F->hasAttr<CUDAGlobalAttr>())
      ++To.OtherUses[F->getCanonicalDecl()];
    return true;
  }

private:
  HostValues &To;
  const FunctionDecl *Around = nullptr;
};

HostValues::HostValues(CheckContext &Ctx) : Ctx(Ctx) {
  HostVisitor(Ctx, *this).run();
}

std::vector<const Launch *>
HostValues::allLaunches(const FunctionDecl &Kernel) {
  std::vector<const Launch *> Result;
  if (OtherUses.lookup(Kernel.getCanonicalDecl()) > 0)
    return Result;
  for (const Launch &L : Ctx.get<CodeModel>().launches())
    if (L.Kernel && L.Kernel->getCanonicalDecl() == Kernel.getCanonicalDecl()) {
      if (L.Form != LaunchForm::Chevron)
        return {};
      Result.push_back(&L);
    }
  return Result;
}

llvm::ArrayRef<HostCall> HostValues::callsOf(const FunctionDecl &F) const {
  auto It = Calls.find(F.getCanonicalDecl());
  if (It == Calls.end())
    return {};
  return It->second;
}

std::optional<int64_t> HostValues::passedConstant(const HostCall &Call,
                                                  unsigned Number) const {
  return passedConstant(Call, Number, 0);
}

std::optional<int64_t> HostValues::passedConstant(const HostCall &Call,
                                                  unsigned Number,
                                                  unsigned Depth) const {
  if (Number >= Call.Call->getNumArgs() || !Call.From || Depth > MostSteps)
    return std::nullopt;
  const Expr *E = Call.Call->getArg(Number);
  std::optional<HostPlace> At = HostPlace::of(*Call.From, *Call.Call);
  if (!At)
    return std::nullopt;
  // What the function around was given, if all who call it agree.
  auto Given = [&](const ParmVarDecl &P) -> std::optional<int64_t> {
    llvm::ArrayRef<HostCall> Callers = callsOf(*Call.From);
    if (P.getDeclContext() != Call.From || Callers.empty())
      return std::nullopt;
    std::optional<int64_t> Same;
    for (const HostCall &Outer : Callers) {
      std::optional<int64_t> V =
          passedConstant(Outer, P.getFunctionScopeIndex(), Depth + 1);
      if (!V || (Same && Same != V))
        return std::nullopt;
      Same = V;
    }
    return Same;
  };
  std::optional<FactExpr> Value =
      HostFormulas(Ctx.ast(), *At, Given).integer(E);
  return Value ? constantOf(*Value) : std::nullopt;
}

bool keepsValue(const VarDecl &V) {
  if (V.getType()->isReferenceType() || V.getType().isVolatileQualified())
    return false;
  if (V.getType().isConstQualified())
    return true;
  if (!V.isLocalVarDeclOrParm() || V.isStaticLocal())
    return false;
  const Stmt *Body = bodyAround(V);
  if (!Body)
    return false;
  return VariableUses(V, *Body).keepsValue();
}

const Expr *resolved(const Expr *E) {
  for (unsigned Step = 0; E && Step != MostSteps; ++Step) {
    E = E->IgnoreParenCasts()->IgnoreUnlessSpelledInSource();
    const auto *R = dyn_cast<DeclRefExpr>(E);
    const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    if (!V || isa<ParmVarDecl>(V) || !V->getInit() || !keepsValue(*V))
      return E;
    E = V->getInit();
  }
  return E;
}

static bool isAllocation(const FunctionDecl *F) {
  return F && F->getDeclName().isIdentifier() &&
         F->getName().lower().find("alloc") != std::string::npos;
}

/// A pointer that a call allocates: all its assignments are allocations.
bool HostValues::localIsWhole(const VarDecl &V, unsigned Depth) {
  const Stmt *Body = bodyAround(V);
  if (!Body)
    return false;
  VariableUses Uses(V, *Body);
  if (Uses.Changed)
    return false;
  bool Allocated = false;
  for (const CallExpr *By : Uses.AddressTaken) {
    if (!By || !isAllocation(By->getDirectCallee()))
      return false;
    Allocated = true;
  }
  auto From = [&](const Expr *E) {
    if (E->IgnoreParenCasts()->isNullPointerConstant(
            Ctx.ast(), Expr::NPC_ValueDependentIsNotNull))
      return true;
    const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenCasts());
    bool Fits =
        Call ? isAllocation(Call->getDirectCallee()) : isWhole(E, Depth + 1);
    Allocated |= Fits;
    return Fits;
  };
  if (V.getInit() && !From(V.getInit()))
    return false;
  return llvm::all_of(Uses.Assigned, From) && Allocated;
}

bool HostValues::isWhole(const Expr *E, unsigned Depth) {
  if (Depth > MostSteps)
    return false;
  const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  if (!V || !V->isLocalVarDeclOrParm() || V->isStaticLocal())
    return false;
  const auto *P = dyn_cast<ParmVarDecl>(V);
  if (!P)
    return localIsWhole(*V, Depth);
  const auto *F = dyn_cast<FunctionDecl>(P->getDeclContext());
  if (!F || !keepsValue(*P) || isa<CXXMethodDecl>(F))
    return false;
  auto Known = Calls.find(F->getCanonicalDecl());
  if (Known == Calls.end())
    return true; // whoever calls it is out of view
  return llvm::all_of(Known->second, [&](const HostCall &C) {
    unsigned Number = P->getFunctionScopeIndex();
    return Number < C.Call->getNumArgs() &&
           isWhole(C.Call->getArg(Number), Depth + 1);
  });
}

bool HostValues::passesWhole(const FunctionDecl &Kernel, unsigned Number) {
  std::vector<const Launch *> Launches = allLaunches(Kernel);
  return !Launches.empty() && llvm::all_of(Launches, [&](const Launch *L) {
    return Number < L->Arguments.size() && isWhole(L->Arguments[Number], 0);
  });
}

} // namespace oxide::cuda
