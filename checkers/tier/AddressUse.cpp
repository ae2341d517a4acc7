// SPDX-License-Identifier: Apache-2.0

#include "tier/AddressUse.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"

namespace oxide {

using namespace clang;

const Expr *addressedObject(const Expr &E) {
  if (const auto *U = llvm::dyn_cast<UnaryOperator>(&E))
    return U->getOpcode() == UO_AddrOf ? U->getSubExpr() : nullptr;
  const auto *Call = llvm::dyn_cast<CallExpr>(&E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || Call->getNumArgs() != 1 || !F->getIdentifier())
    return nullptr;
  bool TakesAddress = F->getName() == "__builtin_addressof" ||
                      (F->getName() == "addressof" && F->isInStdNamespace());
  return TakesAddress ? Call->getArg(0) : nullptr;
}

static bool keepsPointee(const ExplicitCastExpr &Cast) {
  QualType From = Cast.getSubExpr()->getType()->getPointeeType();
  QualType To = Cast.getType()->getPointeeType();
  return !From.isNull() && !To.isNull() &&
         From->getCanonicalTypeUnqualified() ==
             To->getCanonicalTypeUnqualified();
}

/// Whether \p P hands the value of its operand \p E on as its own.
static bool passesOn(const Stmt &P, const Expr &E) {
  if (llvm::isa<ParenExpr, ImplicitCastExpr, ExprWithCleanups,
                MaterializeTemporaryExpr, ConstantExpr>(P))
    return true;
  if (const auto *C = llvm::dyn_cast<ConditionalOperator>(&P))
    return C->getCond() != &E;
  if (const auto *B = llvm::dyn_cast<BinaryOperator>(&P))
    return B->isCommaOp() && B->getRHS() == &E;
  if (const auto *Cast = llvm::dyn_cast<ExplicitCastExpr>(&P))
    return keepsPointee(*Cast);
  return false;
}

/// Whether \p P uses its operand in place, without keeping it.
static bool usesInPlace(const Stmt &P) {
  if (const auto *U = llvm::dyn_cast<UnaryOperator>(&P))
    return U->getOpcode() == UO_Deref || U->getOpcode() == UO_LNot;
  if (const auto *B = llvm::dyn_cast<BinaryOperator>(&P))
    return B->isComparisonOp() || B->isLogicalOp() || B->isCommaOp();
  if (const auto *Cast = llvm::dyn_cast<ExplicitCastExpr>(&P))
    return Cast->getType()->isVoidType() || Cast->getType()->isBooleanType();
  if (const auto *M = llvm::dyn_cast<MemberExpr>(&P))
    return M->isArrow();
  // A condition, or a statement whose value nobody takes.
  return !llvm::isa<Expr, ReturnStmt, DeclStmt, CoreturnStmt, AsmStmt>(P) ||
         llvm::isa<ConditionalOperator>(P);
}

std::optional<AddressUse> useOfAddress(const Expr &Address, ASTContext &AST) {
  const Expr *E = &Address;
  while (true) {
    DynTypedNodeList Parents = AST.getParents(*E);
    if (Parents.empty())
      return std::nullopt;
    const auto *P = Parents[0].get<Stmt>();
    if (!P)
      return AddressUse{Parents[0], E};
    if (!passesOn(*P, *E)) {
      if (usesInPlace(*P))
        return std::nullopt;
      return AddressUse{Parents[0], E};
    }
    E = llvm::cast<Expr>(P);
  }
}

} // namespace oxide
