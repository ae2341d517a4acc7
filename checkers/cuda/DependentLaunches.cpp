// SPDX-License-Identifier: Apache-2.0

#include "cuda/DependentLaunches.h"
#include "core/FirstPartyVisitor.h"
#include "cuda/HostValues.h"
#include "cuda/Launch.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::cuda {

using namespace clang;

namespace {

/// The variable that \p E names, with members, elements and `&` left out.
const VarDecl *rootOf(const Expr *E) {
  for (unsigned Steps = 0; E && Steps != 16; ++Steps) {
    E = E->IgnoreParenCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E))
      E = M->getBase();
    else if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
      E = S->getBase();
    else if (const auto *U = dyn_cast<UnaryOperator>(E);
             U && (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref))
      E = U->getSubExpr();
    else if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E);
             C && C->getOperator() == OO_Subscript)
      E = C->getArg(0);
    else if (const auto *C = dyn_cast<CXXMemberCallExpr>(E);
             C && C->getMethodDecl() &&
             C->getMethodDecl()->getDeclName().isIdentifier() &&
             C->getMethodDecl()->getName() == "data")
      E = C->getImplicitObjectArgument();
    else
      break;
  }
  const auto *R = E ? dyn_cast<DeclRefExpr>(E) : nullptr;
  return R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
}

bool isSerialization(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  const auto *C = R ? dyn_cast<EnumConstantDecl>(R->getDecl()) : nullptr;
  return C && (C->getName() ==
                   "cudaLaunchAttributeProgrammaticStreamSerialization" ||
               C->getName() ==
                   "CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION");
}

/// The assignments and launches of one function.
class LaunchReader : public RecursiveASTVisitor<LaunchReader> {
public:
  explicit LaunchReader(ASTContext &AST) : AST(AST) {}

  /// Statements that decide what is executed, outermost first.
  using Guards = llvm::SmallVector<const Stmt *, 4>;
  struct Step {
    enum Kind : uint8_t { Id, Other, Allowed, NotAllowed, Attributes } Does;
    const VarDecl *To, *From;
    Guards Within;
  };
  struct Call {
    const CallExpr *At;
    Guards Within;
  };
  std::vector<Step> Steps;
  std::vector<Call> Calls;

  bool dataTraverseStmtPre(Stmt *S) {
    if (decides(S))
      Around.push_back(S);
    return true;
  }
  bool dataTraverseStmtPost(Stmt *S) {
    if (decides(S))
      Around.pop_back();
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    const auto *M = dyn_cast<MemberExpr>(B->getLHS()->IgnoreParenCasts());
    if (!M || B->getOpcode() != BO_Assign ||
        !M->getMemberDecl()->getDeclName().isIdentifier())
      return true;
    llvm::StringRef Name = M->getMemberDecl()->getName();
    const VarDecl *To = rootOf(M);
    if (!To)
      return true;
    if (Name == "id")
      add(isSerialization(B->getRHS()) ? Step::Id : Step::Other, To);
    else if (Name == "programmaticStreamSerializationAllowed")
      add(isOne(B->getRHS()) ? Step::Allowed : Step::NotAllowed, To);
    else if (Name == "numAttrs" && !isOne(B->getRHS()))
      add(Step::NotAllowed, To);
    else if (Name == "attrs")
      add(Step::Attributes, To, rootOf(B->getRHS()));
    return true;
  }
  bool VisitCallExpr(CallExpr *C) {
    if (std::optional<Launch> L = asLaunch(*C);
        L && L->Form != LaunchForm::Chevron && L->Api.contains("KernelEx") &&
        C->getNumArgs() > 1)
      Calls.push_back({C, Around});
    return true;
  }
  /// Attributes of other functions are theirs.
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }

private:
  static bool decides(const Stmt *S) {
    return isa<IfStmt, SwitchStmt, ConditionalOperator, ForStmt, WhileStmt,
               CXXForRangeStmt>(S);
  }
  bool isOne(const Expr *E) const {
    Expr::EvalResult R;
    return !E->isValueDependent() && E->EvaluateAsInt(R, AST) &&
           R.Val.getInt() != 0;
  }
  void add(Step::Kind Does, const VarDecl *To, const VarDecl *From = nullptr) {
    Steps.push_back({Does, To, From, Around});
  }

  ASTContext &AST;
  Guards Around;
};

/// Whether whoever comes to \p Call has come through \p S before.
bool comesBefore(const LaunchReader::Step &S, const LaunchReader::Call &Call) {
  return S.Within.size() <= Call.Within.size() &&
         std::equal(S.Within.begin(), S.Within.end(), Call.Within.begin());
}

bool isDependent(const LaunchReader &R, const LaunchReader::Call &Call) {
  using Step = LaunchReader::Step;
  const VarDecl *Config = rootOf(Call.At->getArg(0));
  auto Has = [&](Step::Kind Does, const VarDecl *To) {
    return llvm::any_of(R.Steps, [&](const Step &S) {
      return S.Does == Does && S.To == To && comesBefore(S, Call);
    });
  };
  auto Ever = [&](Step::Kind Does, const VarDecl *To) {
    return llvm::any_of(
        R.Steps, [&](const Step &S) { return S.Does == Does && S.To == To; });
  };
  return Config && !Ever(Step::NotAllowed, Config) &&
         llvm::any_of(R.Steps, [&](const Step &S) {
           return S.Does == Step::Attributes && S.To == Config && S.From &&
                  comesBefore(S, Call) && Has(Step::Id, S.From) &&
                  Has(Step::Allowed, S.From) && !Ever(Step::NotAllowed, S.From);
         });
}

class FunctionReader : public FirstPartyVisitor<FunctionReader> {
public:
  FunctionReader(
      CheckContext &Ctx,
      llvm::function_ref<void(const FunctionDecl &, const CallExpr &)> Found)
      : FirstPartyVisitor(Ctx), Found(Found) {}

  bool VisitFunctionDecl(FunctionDecl *F) {
    if (!F->doesThisDeclarationHaveABody() || F->isDependentContext() ||
        F->hasAttr<CUDAGlobalAttr>())
      return true;
    LaunchReader R(context().ast());
    R.TraverseStmt(F->getBody());
    for (const LaunchReader::Call &C : R.Calls)
      if (isDependent(R, C))
        Found(*F, *C.At);
    return true;
  }

private:
  llvm::function_ref<void(const FunctionDecl &, const CallExpr &)> Found;
};

} // namespace

DependentLaunches::DependentLaunches(CheckContext &Ctx) {
  auto Add = [&](const Expr *Kernel, const CallExpr &Call) {
    Kernel = Kernel->IgnoreParenCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(Kernel))
      Kernel = U->getSubExpr()->IgnoreParenCasts();
    const auto *R = dyn_cast<DeclRefExpr>(Kernel);
    const auto *F = R ? dyn_cast<FunctionDecl>(R->getDecl()) : nullptr;
    if (F && F->hasAttr<CUDAGlobalAttr>())
      Launches.try_emplace(F->getCanonicalDecl(), &Call);
    return R ? dyn_cast<ParmVarDecl>(R->getDecl()) : nullptr;
  };
  auto &Host = Ctx.get<HostValues>();
  auto Found = [&](const FunctionDecl &In, const CallExpr &Call) {
    const ParmVarDecl *P = Add(Call.getArg(1), Call);
    if (!P || P->getDeclContext() != &In)
      return;
    // A function that launches what it is given.
    for (const HostCall &Outer : Host.callsOf(In))
      if (P->getFunctionScopeIndex() < Outer.Call->getNumArgs())
        Add(Outer.Call->getArg(P->getFunctionScopeIndex()), *Outer.Call);
  };
  FunctionReader(Ctx, Found).run();
}

} // namespace oxide::cuda
