// SPDX-License-Identifier: Apache-2.0

#include "host/HostUses.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide::cuda {

using namespace clang;

class HostUseVisitor : public RecursiveASTVisitor<HostUseVisitor> {
public:
  explicit HostUseVisitor(HostUses &To) : To(To) {}

  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) {
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (const auto *V = llvm::dyn_cast<VarDecl>(Ref->getDecl()))
      ++To.Mentions[V->getCanonicalDecl()];
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp())
      if (add(B->getLHS(), B, /*Writes=*/true, B->isCompoundAssignmentOp()))
        Written.insert(B->getLHS()->IgnoreParens());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    if (U->isIncrementDecrementOp() &&
        add(U->getSubExpr(), U, /*Writes=*/true, /*Updates=*/true))
      Written.insert(U->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *Cast) {
    if (Cast->getCastKind() == CK_LValueToRValue &&
        !Written.contains(Cast->getSubExpr()->IgnoreParens()))
      add(Cast->getSubExpr(), Cast, /*Writes=*/false);
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !F->getIdentifier() || Call->getNumArgs() < 2)
      return true;
    llvm::StringRef Name = F->getName();
    // Not those that may set a value: atomicExch, atomicCAS.
    if (llvm::is_contained({"atomicAdd", "atomicSub", "atomicMax", "atomicMin",
                            "atomicOr", "atomicAnd", "atomicXor"},
                           Name)) {
      if (std::optional<AccessPath> Path = pointedInto(Call->getArg(0)))
        To.Uses[*Path].push_back({Call, true, nullptr, true});
      return true;
    }
    bool Copies = Name == "memcpy" || Name == "memmove";
    if (!Copies && Name != "memset")
      return true;
    if (std::optional<AccessPath> Path = pathOf(Call->getArg(0)))
      To.Uses[*Path].push_back({Call, true});
    if (std::optional<AccessPath> Path =
            Copies ? pathOf(Call->getArg(1)) : std::nullopt)
      To.Uses[*Path].push_back({Call, false});
    return true;
  }

private:
  /// The pointer whose element or pointee the lvalue \p E is.
  static std::optional<AccessPath> pointerOf(const Expr *E,
                                             const Expr *&Index) {
    E = E->IgnoreParenCasts();
    while (const auto *M = llvm::dyn_cast<MemberExpr>(E)) {
      if (M->isArrow())
        return pathOf(M->getBase());
      E = M->getBase()->IgnoreParenCasts();
    }
    if (const auto *S = llvm::dyn_cast<ArraySubscriptExpr>(E)) {
      Index = S->getIdx();
      return pathOf(S->getBase());
    }
    if (const auto *U = llvm::dyn_cast<UnaryOperator>(E);
        U && U->getOpcode() == UO_Deref) {
      const Expr *Of = U->getSubExpr()->IgnoreParenCasts();
      if (const auto *B = llvm::dyn_cast<BinaryOperator>(Of);
          B && B->getOpcode() == BO_Add) {
        Index = B->getRHS();
        Of = B->getLHS();
      }
      return pathOf(Of);
    }
    return std::nullopt;
  }
  /// The pointer into whose elements \p Address points: `&p[i]`, `p + i`, `p`.
  static std::optional<AccessPath> pointedInto(const Expr *Address) {
    const Expr *Index;
    Address = Address->IgnoreParenCasts();
    if (const auto *U = llvm::dyn_cast<UnaryOperator>(Address);
        U && U->getOpcode() == UO_AddrOf)
      return pointerOf(U->getSubExpr(), Index);
    if (const auto *B = llvm::dyn_cast<BinaryOperator>(Address);
        B && B->getOpcode() == BO_Add)
      return pathOf(B->getLHS());
    return pathOf(Address);
  }
  bool add(const Expr *Lvalue, const Expr *At, bool Writes,
           bool Updates = false) {
    const Expr *Index = nullptr;
    std::optional<AccessPath> Path = pointerOf(Lvalue, Index);
    if (!Path)
      return false;
    To.Uses[*Path].push_back({At, Writes, Index, Updates});
    return true;
  }

  HostUses &To;
  llvm::SmallPtrSet<const Expr *, 16> Written;
};

HostUses::HostUses(const HostFunction &F) {
  HostUseVisitor(*this).TraverseStmt(F.Decl->getBody());
}

llvm::ArrayRef<HostUses::Use> HostUses::of(const AccessPath &Path) const {
  auto It = Uses.find(Path);
  if (It == Uses.end())
    return {};
  return It->second;
}

} // namespace oxide::cuda
