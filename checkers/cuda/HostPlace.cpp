// SPDX-License-Identifier: Apache-2.0

#include "cuda/HostPlace.h"
#include "cuda/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::cuda {

using namespace clang;

namespace {

bool holds(const Stmt *S, llvm::function_ref<bool(const Stmt &)> What) {
  return S && (What(*S) || llvm::any_of(S->children(), [&](const Stmt *Child) {
                 return holds(Child, What);
               }));
}

/// Adds the statements from \p S down to \p E.
bool findPath(const Stmt *S, const Expr &E,
              llvm::SmallVectorImpl<const Stmt *> &Path) {
  if (!S)
    return false;
  if (S == &E)
    return true;
  // A function of its own.
  if (const auto *L = dyn_cast<LambdaExpr>(S)) {
    llvm::SmallVector<const Stmt *, 8> Inside;
    bool Found = findPath(L->getBody(), E, Inside);
    if (Found)
      Path.assign(Inside.begin(), Inside.end());
    return Found;
  }
  size_t Before = Path.size();
  if (!isa<Expr>(S))
    Path.push_back(S);
  for (const Stmt *Child : S->children())
    if (findPath(Child, E, Path)) {
      // An expression statement.
      if (Path.size() == Before + 1 && Path.back() == S && isa<Expr>(Child))
        Path.push_back(Child);
      return true;
    }
  Path.resize(Before);
  return false;
}

/// Functions of the system give their arguments a value, keep no address and
/// know no variable of the program.
bool isOfSystem(const CallExpr *Call) {
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getASTContext().getSourceManager().isInSystemHeader(
                  F->getLocation());
}

bool changes(const Stmt *S, const VarDecl &V, const ValueDecl *Member) {
  if (!S)
    return false;
  VariableUses Uses(V, *S);
  return Uses.Changed || !Uses.Assigned.empty() || !Uses.AddressTaken.empty() ||
         llvm::any_of(Uses.MembersAssigned, [&](const auto &M) {
           return !Member || M.first == Member;
         });
}

} // namespace

std::optional<HostPlace> HostPlace::of(const FunctionDecl &F, const Expr &E) {
  HostPlace Result;
  if (!F.getBody() || holds(F.getBody(), [](const Stmt &S) {
        return isa<LabelStmt, IndirectGotoStmt, AsmStmt>(S);
      }))
    return std::nullopt;
  if (!findPath(F.getBody(), E, Result.Path) || Result.Path.size() < 2 ||
      !isa<CompoundStmt>(Result.Path.front()))
    return std::nullopt;
  return Result;
}

bool HostPlace::hasSideEffects() const {
  return holds(Path.back(), [](const Stmt &S) {
    if (const auto *U = dyn_cast<UnaryOperator>(&S))
      return U->isIncrementDecrementOp();
    if (const auto *B = dyn_cast<BinaryOperator>(&S))
      return B->isAssignmentOp();
    const auto *Call = dyn_cast<CallExpr>(&S);
    return Call && !isa<CUDAKernelCallExpr>(S) && !isOfSystem(Call);
  });
}

/// The definition that \p S, a statement at \p Depth, is for \p V.
Definition HostPlace::inStatement(size_t Depth, const Stmt &S, const VarDecl &V,
                                  const ValueDecl *Member) const {
  Definition Result;
  Result.By = &S;
  Result.At.Path.assign(Path.begin(), Path.begin() + Depth);
  Result.At.Path.push_back(&S);
  Result.At.Defines = true;
  if (const auto *D = dyn_cast<DeclStmt>(&S)) {
    if (llvm::is_contained(D->decls(), &V))
      Result.Value = V.getInit();
    return Result;
  }
  const auto *E = dyn_cast<Expr>(&S);
  if (const auto *Full = dyn_cast_or_null<FullExpr>(E))
    E = Full->getSubExpr();
  E = E ? E->IgnoreParens() : nullptr;
  const Expr *Left = nullptr;
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(E);
      B && B->getOpcode() == BO_Assign)
    Left = B->getLHS();
  else if (const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(E);
           Call && Call->getOperator() == OO_Equal)
    Left = Call->getArg(0);
  VariableUses Uses(V, S);
  if (!Left || Uses.Changed || !Uses.AddressTaken.empty() ||
      Uses.Assigned.size() + Uses.MembersAssigned.size() != 1)
    return Result;
  // The statement is the assignment, and not one within another.
  Left = Left->IgnoreParens();
  if (const auto *M = dyn_cast<MemberExpr>(Left);
      M && Uses.Assigned.empty() && M->getMemberDecl() == Member) {
    Result.Value = Uses.MembersAssigned.front().second;
    Result.OfMember = true;
  }
  if (const auto *R = dyn_cast<DeclRefExpr>(Left);
      R && R->getDecl() == &V && !Uses.Assigned.empty())
    Result.Value = Uses.Assigned.front();
  return Result;
}

std::optional<Definition> HostPlace::definition(const VarDecl &V,
                                                const ValueDecl *Member) const {
  if (!V.isLocalVarDeclOrParm() || V.isStaticLocal() ||
      V.getType()->isReferenceType() || V.getType().isVolatileQualified())
    return std::nullopt;
  VariableUses All(V, *Path.front());
  if (All.Aliased || !llvm::all_of(All.AddressTaken, isOfSystem))
    return std::nullopt;
  auto Declares = [&](const Stmt *S) {
    const auto *D = dyn_cast_or_null<DeclStmt>(S);
    return D && llvm::is_contained(D->decls(), &V);
  };
  // Beside each other: dim3 block(t), grid(n / block.x).
  if (Declares(Path.back()))
    return inStatement(Path.size() - 1, *Path.back(), V, Member);
  if (!Defines && changes(Path.back(), V, Member))
    return std::nullopt;
  for (size_t I = Path.size() - 1; I != 0; --I) {
    const Stmt *Inner = Path[I], *Outer = Path[I - 1];
    Definition Here;
    Here.By = Inner;
    const auto *Block = dyn_cast<CompoundStmt>(Outer);
    bool Cases = Block && llvm::any_of(Block->body(), [](const Stmt *S) {
                   return isa<SwitchCase>(S);
                 });
    if (Block && !Cases) {
      for (const Stmt *Before : llvm::reverse(llvm::make_range(
               Block->body_begin(), llvm::find(Block->body(), Inner))))
        if (Declares(Before) || changes(Before, V, Member))
          return inStatement(I, *Before, V, Member);
      continue;
    }
    if (const auto *If = dyn_cast<IfStmt>(Outer)) {
      if (changes(If->getInit(), V, Member) ||
          changes(If->getCond(), V, Member))
        return Here;
      continue;
    }
    // Round the loop, or from case to case.
    if (changes(Outer, V, Member))
      return Here;
    if (const auto *For = dyn_cast<ForStmt>(Outer);
        For && Declares(For->getInit()))
      return inStatement(I, *For->getInit(), V, Member);
  }
  // A lambda sees a variable of somebody else.
  if (!isa<ParmVarDecl>(V) || bodyAround(V) != Path.front())
    return std::nullopt;
  return Definition();
}

} // namespace oxide::cuda
