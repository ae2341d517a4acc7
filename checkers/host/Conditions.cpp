// SPDX-License-Identifier: Apache-2.0

#include "host/Conditions.h"
#include "cuda/HostPlace.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

namespace oxide::cuda {

using namespace clang;

namespace {

using Conditions = llvm::SmallVector<const Expr *, 8>;

/// The condition of \p S on which \p Child runs, if there is one.
const Expr *conditionFor(const Stmt &S, const Stmt *Child) {
  const Expr *Condition = nullptr;
  if (const auto *If = llvm::dyn_cast<IfStmt>(&S))
    Condition = Child == If->getInit() ? nullptr : If->getCond();
  else if (const auto *Switch = llvm::dyn_cast<SwitchStmt>(&S))
    Condition = Switch->getCond();
  else if (const auto *While = llvm::dyn_cast<WhileStmt>(&S))
    Condition = While->getCond();
  else if (const auto *Choice = llvm::dyn_cast<ConditionalOperator>(&S))
    Condition = Choice->getCond();
  else if (const auto *B = llvm::dyn_cast<BinaryOperator>(&S);
           B && B->isLogicalOp())
    Condition = B->getLHS();
  return Condition == Child ? nullptr : Condition;
}

/// Collects the conditions between \p S and \p E in it; false where it is not.
bool collect(const Stmt *S, const Expr &E, Conditions &Into) {
  if (S == &E)
    return true;
  for (const Stmt *Child : S->children()) {
    if (!Child || !collect(Child, E, Into))
      continue;
    if (const Expr *Condition = conditionFor(*S, Child))
      Into.push_back(Condition);
    return true;
  }
  return false;
}

bool holds(const Stmt *S, llvm::function_ref<bool(const Expr &)> Asked) {
  if (!S)
    return false;
  if (const auto *E = llvm::dyn_cast<Expr>(S); E && Asked(*E))
    return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return holds(Child, Asked); });
}

bool anyAround(const FunctionDecl &F, const Expr &E,
               llvm::function_ref<bool(const Expr &)> Asked) {
  Conditions Around;
  return F.getBody() && collect(F.getBody(), E, Around) &&
         llvm::any_of(Around, [&](const Expr *C) { return holds(C, Asked); });
}

bool isErrorCode(const Expr &E) {
  QualType T = E.getType();
  while (const auto *Name = T->getAs<TypedefType>()) {
    if (Name->getDecl()->getName() == "CUresult")
      return true;
    T = Name->desugar();
  }
  const auto *Enum = T->getAsEnumDecl();
  return Enum && llvm::StringSwitch<bool>(Enum->getName())
                     .Cases({"cudaError", "cudaError_enum", "hipError_t"}, true)
                     .Default(false);
}

} // namespace

bool isUnderErrorCode(const FunctionDecl &F, const Expr &E) {
  return anyAround(F, E, isErrorCode);
}

bool isUnderTypeQuery(const FunctionDecl &F, const Expr &E) {
  return anyAround(F, E,
                   [](const Expr &C) { return llvm::isa<CXXTypeidExpr>(C); });
}

bool isUnderConditionsOf(const FunctionDecl &F, const Expr &Later,
                         const Expr &Earlier) {
  std::optional<HostPlace> OfEarlier = HostPlace::of(F, Earlier),
                           OfLater = HostPlace::of(F, Later);
  if (!OfEarlier || !OfLater)
    return false;
  std::vector<Branch> Given = OfLater->branches();
  return llvm::all_of(OfEarlier->branches(), [&](const Branch &Needed) {
    return llvm::any_of(Given, [&](const Branch &B) {
      return B.Condition == Needed.Condition && B.Case == Needed.Case &&
             B.Holds == Needed.Holds;
    });
  });
}

} // namespace oxide::cuda
