// SPDX-License-Identifier: Apache-2.0
//
// The part of HostValues that reads the arithmetic of launches.

#include "cuda/HostValues.h"
#include "cuda/VariableUses.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::cuda {

using namespace clang;

namespace {

const VarDecl *variable(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  return R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
}

std::optional<int64_t> constant(const Expr *E, const ASTContext &AST) {
  Expr::EvalResult Value;
  if (!E || E->isValueDependent() || !E->getType()->isIntegerType() ||
      !E->EvaluateAsInt(Value, AST) || Value.Val.getInt().getActiveBits() > 62)
    return std::nullopt;
  return Value.Val.getInt().getExtValue();
}

/// The one dimension of a grid or block: a number, or dim3(number).
const Expr *oneDimension(const Expr *E, const ASTContext &AST) {
  E = resolved(E);
  while (E) {
    const auto *C = dyn_cast<CXXConstructExpr>(E);
    if (!C)
      return E->getType()->isIntegerType() ? E : nullptr;
    if (C->getNumArgs() == 0)
      return nullptr;
    for (unsigned I = 1; I < C->getNumArgs(); ++I)
      if (!isa<CXXDefaultArgExpr>(C->getArg(I)) &&
          constant(C->getArg(I), AST) != 1)
        return nullptr;
    E = resolved(C->getArg(0));
  }
  return E;
}

/// A sum as its parts: what is no constant, with signs, and the rest.
struct Parts {
  SmallVector<const VarDecl *, 2> Plus, Minus;
  int64_t Constant = 0;
  bool Simple = true;

  void add(const Expr *E, bool Negative, const ASTContext &AST) {
    E = E->IgnoreParenCasts();
    const VarDecl *V = variable(E);
    if (V && V->isLocalVarDeclOrParm()) {
      (Negative ? Minus : Plus).push_back(V);
    } else if (std::optional<int64_t> C = constant(E, AST)) {
      Constant += Negative ? -*C : *C;
    } else if (const auto *B = dyn_cast<BinaryOperator>(E);
               B && B->isAdditiveOp()) {
      add(B->getLHS(), Negative, AST);
      add(B->getRHS(), Negative != (B->getOpcode() == BO_Sub), AST);
    } else {
      Simple = false;
    }
  }
};

/// A divisor: a constant or a variable.
struct Divisor {
  std::optional<int64_t> Value;
  const VarDecl *Variable = nullptr;

  Divisor(const Expr *E, const ASTContext &AST)
      : Value(constant(resolved(E), AST)), Variable(variable(E)) {}
  bool isKnown() const { return Value || Variable; }
  bool operator==(const Divisor &Other) const {
    return (Value && Value == Other.Value) ||
           (Variable && Variable == Other.Variable);
  }
};

/// The "n" of (n + d - 1) / d, or null.
const VarDecl *roundedUp(const Expr *Numerator, const Divisor &D,
                         const ASTContext &AST) {
  Parts P;
  P.add(Numerator, false, AST);
  if (!P.Simple || !P.Minus.empty())
    return nullptr;
  llvm::erase_if(P.Plus, [&](const VarDecl *V) {
    if (V != D.Variable || !D.Variable || P.Constant != -1)
      return false;
    P.Constant = D.Value.value_or(0) - 1;
    return true;
  });
  if (P.Plus.size() != 1)
    return nullptr;
  // Without a known value, taking out the divisor has left "- 1".
  return P.Constant == D.Value.value_or(0) - 1 ? P.Plus.front() : nullptr;
}

bool isCeilingDivision(const FunctionDecl *F) {
  if (!F || !F->getDeclName().isIdentifier() || F->getNumParams() != 2)
    return false;
  std::string Name = F->getName().lower();
  llvm::erase(Name, '_');
  return Name == "cdiv" || Name == "ceildiv" || Name == "divup" ||
         Name == "idivup" || Name == "divceil" || Name == "divroundup" ||
         Name == "ceilingdivide" || Name == "divideroundup" ||
         Name == "rounduptodiv" || Name == "ceildivide";
}

/// The count that a grid is rounded up from, with blocks of \p Block.
const VarDecl *countOf(const Expr *Grid, const Divisor &Block,
                       const ASTContext &AST) {
  if (const auto *Call = dyn_cast<CallExpr>(Grid)) {
    if (!isCeilingDivision(Call->getDirectCallee()) ||
        Call->getNumArgs() != 2 || !(Divisor(Call->getArg(1), AST) == Block))
      return nullptr;
    return variable(Call->getArg(0));
  }
  const auto *B = dyn_cast<BinaryOperator>(Grid);
  // (n - 1) / d + 1
  if (B && B->getOpcode() == BO_Add && constant(B->getRHS(), AST) == 1) {
    const auto *Whole =
        dyn_cast<BinaryOperator>(B->getLHS()->IgnoreParenCasts());
    Parts P;
    if (!Whole || Whole->getOpcode() != BO_Div ||
        !(Divisor(Whole->getRHS(), AST) == Block))
      return nullptr;
    P.add(Whole->getLHS(), false, AST);
    return P.Simple && P.Minus.empty() && P.Plus.size() == 1 && P.Constant == -1
               ? P.Plus.front()
               : nullptr;
  }
  if (!B || B->getOpcode() != BO_Div)
    return nullptr;
  Divisor D(B->getRHS(), AST);
  return D == Block ? roundedUp(B->getLHS(), D, AST) : nullptr;
}

/// A count that is no multiple of \p Block: one that is known, or a parameter
/// that nobody changes and whose divisibility nobody looks at.
bool leavesRest(const VarDecl &V, const Divisor &Block, const ASTContext &AST) {
  const Stmt *Body = bodyAround(V);
  if (!Body || !keepsValue(V))
    return false;
  if (isa<ParmVarDecl>(V))
    return Block.Value != 1 && !VariableUses(V, *Body).Masked;
  std::optional<int64_t> Known =
      V.getInit() ? constant(resolved(V.getInit()), AST) : std::nullopt;
  return Known && Block.Value && *Known % *Block.Value != 0;
}

/// The bytes of one element if \p E is count * sizeof(element).
std::optional<int64_t> bytesForEach(const Expr *E, const VarDecl &Count,
                                    const ASTContext &AST) {
  if (variable(E) == &Count)
    return 1;
  E = resolved(E);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || B->getOpcode() != BO_Mul)
    return std::nullopt;
  std::optional<int64_t> L = constant(B->getLHS(), AST),
                         R = constant(B->getRHS(), AST);
  std::optional<int64_t> Rest =
      bytesForEach(L ? B->getRHS() : B->getLHS(), Count, AST);
  if (!Rest || (!L && !R))
    return std::nullopt;
  return (L ? *L : *R) * *Rest;
}

} // namespace

std::vector<RoundedGrid> HostValues::roundedGrids(const FunctionDecl &Kernel) {
  std::vector<RoundedGrid> Result;
  const ASTContext &AST = Ctx.ast();
  for (const Launch *L : allLaunches(Kernel)) {
    const auto *Call = dyn_cast<CUDAKernelCallExpr>(L->Call);
    if (!Call || !Call->getConfig() || Call->isValueDependent())
      continue;
    const Expr *Grid = oneDimension(Call->getConfig()->getArg(0), AST);
    const Expr *Threads = Call->getConfig()->getArg(1);
    const Expr *Block = oneDimension(Threads, AST);
    if (!Grid || !Block)
      continue;
    Divisor Size(Block, AST);
    if (!Size.isKnown())
      continue;
    const VarDecl *Count = countOf(Grid, Size, AST);
    if (Count && leavesRest(*Count, Size, AST))
      Result.push_back({L, Count});
  }
  return Result;
}

bool HostValues::holdsCount(const RoundedGrid &Grid, unsigned Number) {
  if (Number >= Grid.At->Arguments.size())
    return false;
  const VarDecl *P = variable(Grid.At->Arguments[Number]);
  if (!P || P->getDeclContext() != Grid.Count->getDeclContext() ||
      !P->getType()->isPointerType())
    return false;
  QualType Element = P->getType()->getPointeeType();
  const Stmt *Body = bodyAround(*P);
  if (!Body || Element->isIncompleteType() || Element->isDependentType())
    return false;
  // Handed in together with the count.
  if (isa<ParmVarDecl>(P))
    return keepsValue(*P);
  VariableUses Uses(*P, *Body);
  if (Uses.Changed || !Uses.Assigned.empty() || Uses.AddressTaken.size() != 1)
    return false;
  const CallExpr *By = Uses.AddressTaken.front();
  const FunctionDecl *Callee = By ? By->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getDeclName().isIdentifier() ||
      !Callee->getName().starts_with("cudaMalloc") || By->getNumArgs() < 2)
    return false;
  return bytesForEach(By->getArg(1), *Grid.Count, Ctx.ast()) ==
         Ctx.ast().getTypeSizeInChars(Element).getQuantity();
}

} // namespace oxide::cuda
