// SPDX-License-Identifier: Apache-2.0

#include "host/LaunchValues.h"
#include "cuda/HostFormula.h"
#include "cuda/HostPlace.h"

namespace oxide::cuda {

using namespace clang;

namespace {

std::optional<int64_t> nothing(const ParmVarDecl &) { return std::nullopt; }

std::optional<int64_t> number(const std::optional<FactExpr> &E) {
  return E ? constantOf(*E) : std::nullopt;
}

const Expr *argument(const CallExpr &Call, unsigned Number) {
  if (Number >= Call.getNumArgs())
    return nullptr;
  const Expr *A = Call.getArg(Number);
  return llvm::isa<CXXDefaultArgExpr>(A) ? nullptr : A;
}

} // namespace

LaunchValues valuesOf(const Launch &L, CheckContext &Ctx) {
  LaunchValues Result;
  if (L.Form == LaunchForm::Chevron) {
    const CallExpr &Configuration =
        *llvm::cast<CUDAKernelCallExpr>(L.Call)->getConfig();
    Result.GridExpr = argument(Configuration, 0);
    Result.BlockExpr = argument(Configuration, 1);
    Result.SharedExpr = argument(Configuration, 2);
  } else if (L.Api == "cudaLaunchKernel" ||
             L.Api == "cudaLaunchCooperativeKernel") {
    Result.GridExpr = argument(*L.Call, 1);
    Result.BlockExpr = argument(*L.Call, 2);
    Result.SharedExpr = argument(*L.Call, 4);
  }
  if (!Result.GridExpr || !L.Function || L.Function->isDependentContext())
    return Result;
  std::optional<HostPlace> At = HostPlace::of(*L.Function, *L.Call);
  if (!At)
    return Result;
  HostFormulas Numbers(Ctx.ast(), *At, nothing);
  Result.Reached = Numbers.learnBranches();
  auto Dimensions = [&](const Expr *E,
                        std::array<std::optional<int64_t>, 3> &Into) {
    HostFormulas::Dimensions Parts = Numbers.dimensions(E);
    for (unsigned D = 0; D != 3; ++D)
      Into[D] = number(Parts[D]);
  };
  Dimensions(Result.GridExpr, Result.Grid);
  if (Result.BlockExpr)
    Dimensions(Result.BlockExpr, Result.Block);
  if (Result.SharedExpr)
    Result.DynamicShared = number(Numbers.integer(Result.SharedExpr));
  return Result;
}

bool isReached(const FunctionDecl &F, const CallExpr &Call, CheckContext &Ctx) {
  std::optional<HostPlace> At = HostPlace::of(F, Call);
  return !At || HostFormulas(Ctx.ast(), *At, nothing).learnBranches();
}

} // namespace oxide::cuda
