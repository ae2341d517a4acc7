// SPDX-License-Identifier: Apache-2.0

#include "prover/LaunchShapes.h"
#include "core/KernelFacts.h"
#include "cuda/CodeModel.h"
#include "cuda/LaunchContract.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

namespace {

using namespace clang;

/// Different launches of one kernel that are analysed one by one; beyond that
/// the shape counts as unknown.
constexpr unsigned MostLaunches = 4;

/// Whether the value of a variable changes after its initialisation.
class Changes final : public RecursiveASTVisitor<Changes> {
public:
  explicit Changes(const VarDecl *Var) : Var(Var) {}
  bool Found = false;

  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp() && names(B->getLHS()))
      Found = true;
    return !Found;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    if ((U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf) &&
        names(U->getSubExpr()))
      Found = true;
    return !Found;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *C) {
    if (C->isAssignmentOp() && names(C->getArg(0)))
      Found = true;
    return !Found;
  }

  bool VisitCallExpr(CallExpr *C) {
    // By reference the callee may change it; a member function as well.
    if (const FunctionDecl *F = C->getDirectCallee())
      for (unsigned I = 0; I != std::min(C->getNumArgs(), F->getNumParams());
           ++I)
        if (QualType T = F->getParamDecl(I)->getType();
            T->isReferenceType() && !T->getPointeeType().isConstQualified() &&
            names(C->getArg(I)))
          Found = true;
    return !Found;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *C) {
    Found |= names(C->getImplicitObjectArgument());
    return !Found;
  }
  bool VisitVarDecl(VarDecl *V) {
    Found |=
        V->getType()->isReferenceType() && V->getInit() && names(V->getInit());
    return !Found;
  }
  bool VisitLambdaExpr(LambdaExpr *L) {
    for (const LambdaCapture &C : L->captures())
      Found |= C.capturesVariable() && C.getCaptureKind() == LCK_ByRef &&
               C.getCapturedVar() == Var;
    return !Found;
  }

private:
  bool names(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E))
      E = M->getBase()->IgnoreParenImpCasts();
    const auto *R = dyn_cast<DeclRefExpr>(E);
    return R && R->getDecl() == Var;
  }
  const VarDecl *Var;
};

std::optional<uint32_t> constantOf(const Expr *E, ASTContext &AST) {
  Expr::EvalResult Result;
  if (!E || E->isValueDependent() || !E->EvaluateAsInt(Result, AST))
    return std::nullopt;
  const llvm::APSInt &V = Result.Val.getInt();
  if (V.isNegative() || V.getActiveBits() > 31 || V.isZero())
    return std::nullopt;
  return static_cast<uint32_t>(V.getZExtValue());
}

/// The dimensions that an expression of type dim3, or a number, stands for.
std::array<std::optional<uint32_t>, 3> dimensions(const Expr *E,
                                                  ASTContext &AST,
                                                  const FunctionDecl *Around,
                                                  unsigned Depth = 0) {
  std::array<std::optional<uint32_t>, 3> Unknown;
  if (!E || Depth > 8)
    return Unknown;
  E = E->IgnoreUnlessSpelledInSource();
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return dimensions(Cast->getSubExpr(), AST, Around, Depth + 1);
  if (E->getType()->isIntegralOrEnumerationType())
    return {constantOf(E, AST), 1, 1};
  if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    if (C->getNumArgs() == 1 && C->getArg(0)->getType()->isRecordType())
      return dimensions(C->getArg(0), AST, Around, Depth + 1);
    std::array<std::optional<uint32_t>, 3> Result = {1, 1, 1};
    for (unsigned I = 0; I != std::min(3u, C->getNumArgs()); ++I)
      if (!isa<CXXDefaultArgExpr>(C->getArg(I)))
        Result[I] = constantOf(C->getArg(I), AST);
    return Result;
  }
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    std::array<std::optional<uint32_t>, 3> Result = {1, 1, 1};
    for (unsigned I = 0; I != std::min(3u, List->getNumInits()); ++I)
      Result[I] = constantOf(List->getInit(I), AST);
    return Result;
  }
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl());
        V && V->getInit() && !isa<ParmVarDecl>(V)) {
      if (!V->getType().isConstQualified()) {
        if (!V->isLocalVarDecl() || !Around || !Around->getBody())
          return Unknown;
        Changes C(V);
        C.TraverseStmt(Around->getBody());
        if (C.Found)
          return Unknown;
      }
      return dimensions(V->getInit(), AST, Around, Depth + 1);
    }
  return Unknown;
}

bool isUnknown(const FixedLaunch &L) {
  return llvm::none_of(L.Block, [](const auto &D) { return D.has_value(); });
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

/// What the arguments of \p Call say about the parameters.
static void readArguments(const CallExpr &Call, ASTContext &AST,
                          LaunchShape &S) {
  for (unsigned I = 0; I != Call.getNumArgs(); ++I) {
    const Expr *E = Call.getArg(I);
    Expr::EvalResult Value;
    if (!E->isValueDependent() && E->getType()->isIntegerType() &&
        E->EvaluateAsInt(Value, AST) &&
        Value.Val.getInt().getSignificantBits() <= 63)
      S.Scalars.emplace_back(I, Value.Val.getInt().getExtValue());
    bool Moved = false;
    const ValueDecl *V = variableOf(E, Moved);
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

  const SourceManager &SM = Ctx.sources();
  bool Unknown = false;
  for (const cuda::Launch &L : Ctx.get<cuda::CodeModel>().launches()) {
    if (!L.Kernel || L.Kernel->getCanonicalDecl() != Kernel.getCanonicalDecl())
      continue;
    const auto *Call = dyn_cast<CUDAKernelCallExpr>(L.Call);
    if (!Call || !Call->getConfig()) {
      Unknown = true;
      continue;
    }
    LaunchShape S;
    const CallExpr *Config = Call->getConfig();
    S.Dims.Grid = dimensions(Config->getArg(0), Ctx.ast(), L.Function);
    S.Dims.Block = dimensions(Config->getArg(1), Ctx.ast(), L.Function);
    S.Origin = ("the launch at line " +
                llvm::Twine(SM.getExpansionLineNumber(Call->getBeginLoc())))
                   .str();
    readArguments(*Call, Ctx.ast(), S);
    if (isUnknown(S.Dims) && S.SameBuffer.empty() && S.OneBuffer.empty()) {
      Unknown = true;
      continue;
    }
    auto Same = llvm::find_if(Result, [&](const LaunchShape &R) {
      return R.Dims.Block == S.Dims.Block && R.Dims.Grid == S.Dims.Grid &&
             R.SameBuffer == S.SameBuffer && R.OneBuffer == S.OneBuffer;
    });
    if (Same == Result.end())
      Result.push_back(std::move(S));
    else
      llvm::erase_if(Same->Scalars, [&](const auto &Scalar) {
        return !llvm::is_contained(S.Scalars, Scalar);
      });
  }
  // One launch of unknown shape stands for all of them.
  if (Unknown)
    llvm::erase_if(Result, [](const LaunchShape &S) {
      return S.SameBuffer.empty() && S.OneBuffer.empty();
    });
  if (Unknown || Result.empty() || Result.size() > MostLaunches)
    Result.push_back(LaunchShape());
  if (Result.size() > MostLaunches + 1)
    return {LaunchShape()};
  return Result;
}

} // namespace oxide::prover
