// SPDX-License-Identifier: Apache-2.0

#include "prover/LaunchShapes.h"
#include "core/KernelFacts.h"
#include "cuda/CodeModel.h"
#include "cuda/HostValues.h"
#include "cuda/LaunchContract.h"
#include "prover/LaunchRelations.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

namespace {

using namespace clang;

/// Different launches of one kernel that are analysed one by one; beyond that
/// the shape counts as unknown.
constexpr unsigned MostLaunches = 4;

std::optional<uint32_t> constantOf(const Expr *E, ASTContext &AST) {
  Expr::EvalResult Result;
  if (!E || E->isValueDependent() || !E->EvaluateAsInt(Result, AST))
    return std::nullopt;
  const llvm::APSInt &V = Result.Val.getInt();
  if (V.isNegative() || V.getActiveBits() > 31 || V.isZero())
    return std::nullopt;
  return static_cast<uint32_t>(V.getZExtValue());
}

/// Nothing in the launch says anything about the kernel.
bool isUnknown(const LaunchShape &S) {
  auto Open = [](const auto &D) { return !D.has_value(); };
  return llvm::all_of(S.Dims.Block, Open) && llvm::all_of(S.Dims.Grid, Open) &&
         S.SameBuffer.empty() && S.OneBuffer.empty() && S.Scalars.empty() &&
         S.Relations.empty();
}

} // namespace

/// The most threads that __launch_bounds__ of \p Kernel lets a block have.
static std::optional<uint32_t> boundOf(const FunctionDecl &Kernel,
                                       ASTContext &AST) {
  for (const FunctionDecl *F : Kernel.redecls())
    if (const auto *A = F->getAttr<CUDALaunchBoundsAttr>())
      return constantOf(A->getMaxThreads(), AST);
  return std::nullopt;
}

/// The variable that a pointer argument is, or is calculated from.
static const ValueDecl *variableOf(const Expr *E, bool &Moved) {
  E = E->IgnoreParenCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
    Moved = true;
    const Expr *Side = B->getLHS();
    return variableOf(Side->getType()->isPointerType() ? Side : B->getRHS(),
                      Moved);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_AddrOf)
    if (const auto *A =
            dyn_cast<ArraySubscriptExpr>(U->getSubExpr()->IgnoreParenCasts())) {
      Moved = true;
      return variableOf(A->getBase(), Moved);
    }
  const auto *R = dyn_cast<DeclRefExpr>(E);
  return R && R->getType()->isPointerType() ? R->getDecl() : nullptr;
}

/// Which parameters \p Call gives the same buffer.
static void readBuffers(const CallExpr &Call, LaunchShape &S) {
  for (unsigned I = 0; I != Call.getNumArgs(); ++I) {
    bool Moved = false;
    const ValueDecl *V = variableOf(Call.getArg(I), Moved);
    for (unsigned J = I + 1; V && J != Call.getNumArgs(); ++J) {
      bool OtherMoved = Moved;
      if (variableOf(Call.getArg(J), OtherMoved) == V)
        (OtherMoved ? S.OneBuffer : S.SameBuffer).emplace_back(I, J);
    }
  }
}

static std::vector<LaunchShape>
stated(CheckContext &Ctx, const FunctionDecl &Kernel, llvm::StringRef Name);

std::vector<LaunchShape> launchesOf(CheckContext &Ctx,
                                    const FunctionDecl &Kernel,
                                    llvm::StringRef Name) {
  std::vector<LaunchShape> Result = stated(Ctx, Kernel, Name);
  for (LaunchShape &S : Result)
    S.MaxThreads = boundOf(Kernel, Ctx.ast());
  return Result;
}

/// What launches of one shape have in common is what counts.
static void addTo(std::vector<LaunchShape> &Result, LaunchShape S) {
  auto Same = llvm::find_if(Result, [&](const LaunchShape &R) {
    return R.Dims.Block == S.Dims.Block && R.Dims.Grid == S.Dims.Grid &&
           R.SameBuffer == S.SameBuffer && R.OneBuffer == S.OneBuffer;
  });
  if (Same == Result.end()) {
    Result.push_back(std::move(S));
    return;
  }
  auto Keep = [](auto &Here, const auto &There) {
    llvm::erase_if(Here, [&](const auto &Each) {
      return !llvm::is_contained(There, Each);
    });
  };
  Keep(Same->Scalars, S.Scalars);
  Keep(Same->Relations, S.Relations);
  for (std::string &Each : S.Passed)
    if (!llvm::is_contained(Same->Passed, Each))
      Same->Passed.push_back(std::move(Each));
}

static std::vector<LaunchShape>
stated(CheckContext &Ctx, const FunctionDecl &Kernel, llvm::StringRef Name) {
  std::vector<LaunchShape> Result;
  for (const LaunchFact &F : Ctx.prover().Launches)
    if (meansKernel(F.Kernel, Name)) {
      LaunchShape &S = Result.emplace_back();
      S.Dims = {F.Block, F.Grid};
      S.SharedBytes = F.SharedBytes;
      S.Origin = "--launch";
    }
  if (!Result.empty())
    return Result;

  if (std::optional<cuda::LaunchContract> C = cuda::contractOf(Kernel);
      C && C->BlockExact && C->blockThreads()) {
    LaunchShape S;
    S.Dims.Block = {static_cast<uint32_t>(C->BlockX),
                    static_cast<uint32_t>(C->BlockY),
                    static_cast<uint32_t>(C->BlockZ)};
    S.FromContract = true;
    S.Origin = "the launch contract";
    return {S};
  }

  bool Unknown = Ctx.get<cuda::HostValues>().escapes(Kernel);
  LaunchShape Open;
  Open.Launched = Unknown;
  for (const cuda::Launch &L : Ctx.get<cuda::CodeModel>().launches()) {
    if (!L.Kernel || L.Kernel->getCanonicalDecl() != Kernel.getCanonicalDecl())
      continue;
    Open.Launched = true;
    const auto *Call = dyn_cast<CUDAKernelCallExpr>(L.Call);
    if (!Call || !Call->getConfig()) {
      Unknown = true;
      continue;
    }
    // The pattern of a template launches nothing, its instances do.
    if (L.Function && L.Function->isDependentContext())
      continue;
    for (LaunchShape &S : shapesOf(Ctx, L, Kernel)) {
      S.Origin = ("the launch at line " +
                  llvm::Twine(Ctx.sources().getExpansionLineNumber(
                      Call->getBeginLoc())))
                     .str();
      S.Launched = true;
      readBuffers(*Call, S);
      Unknown |= isUnknown(S);
      if (!isUnknown(S))
        addTo(Result, std::move(S));
    }
  }
  // One launch of unknown shape stands for all of them.
  if (Unknown)
    llvm::erase_if(Result, [](const LaunchShape &S) {
      return S.SameBuffer.empty() && S.OneBuffer.empty();
    });
  if (Unknown || Result.empty() || Result.size() > MostLaunches)
    Result.push_back(Open);
  if (Result.size() > MostLaunches + 1)
    return {Open};
  return Result;
}

} // namespace oxide::prover
