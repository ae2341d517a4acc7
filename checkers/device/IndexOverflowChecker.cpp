// SPDX-License-Identifier: Apache-2.0
//
// oxide-index-overflow, see docs/checkers/index-overflow.md.

#include "core/Checker.h"
#include "core/FirstPartyVisitor.h"
#include "cuda/DeviceCode.h"
#include "cuda/VariableUses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide {

namespace {

using namespace clang;

unsigned bitsOf(const Expr *E, const ASTContext &AST) {
  QualType T = E->getType();
  return T->isDependentType() || !T->isIntegralOrEnumerationType()
             ? 0
             : AST.getIntWidth(T);
}

const VarDecl *variable(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
}

/// A number that comes out of memory: `ids[r]`, `*p`, through casts, plus or
/// minus a constant.
bool isLoaded(const Expr *E, const ASTContext &AST) {
  E = E->IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->isAdditiveOp() && !B->getRHS()->isValueDependent() &&
      B->getRHS()->isEvaluatable(AST))
    return isLoaded(B->getLHS(), AST);
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return !S->isValueDependent() && !S->isEvaluatable(AST);
  const auto *U = dyn_cast<UnaryOperator>(E);
  return U && U->getOpcode() == UO_Deref;
}

/// An element of an array of distances: `stride[d]`. A sum of areas may be
/// large where no area is; a distance is as large as what it spans.
bool isDistance(const Expr *E) {
  const auto *S = dyn_cast<ArraySubscriptExpr>(E->IgnoreParenImpCasts());
  const Expr *Array = S ? S->getBase()->IgnoreParenImpCasts() : nullptr;
  const NamedDecl *D = nullptr;
  if (const auto *R = dyn_cast_or_null<DeclRefExpr>(Array))
    D = R->getDecl();
  else if (const auto *M = dyn_cast_or_null<MemberExpr>(Array))
    D = M->getMemberDecl();
  if (!D || !D->getDeclName().isIdentifier())
    return false;
  std::string Name = D->getName().lower();
  return llvm::StringRef(Name).contains("stride") ||
         llvm::StringRef(Name).contains("pitch");
}

/// A product of two 32-bit numbers, neither of them constant.
struct Product {
  const BinaryOperator *At;
  const Expr *Left, *Right;
};

/// A factor as it is before the conversions of the product.
std::optional<Product> narrowProduct(const Expr *E, const ASTContext &AST) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParens());
  if (!B || B->getOpcode() != BO_Mul || bitsOf(B, AST) != 32 ||
      B->isTypeDependent() || B->isValueDependent() || B->isEvaluatable(AST))
    return std::nullopt;
  for (const Expr *Side : {B->getLHS(), B->getRHS()}) {
    // A narrow type cannot get that far.
    if (bitsOf(Side->IgnoreParenImpCasts(), AST) != 32 ||
        Side->isEvaluatable(AST))
      return std::nullopt;
  }
  return Product{B, B->getLHS(), B->getRHS()};
}

/// One function body: the products, how they are used, and what the author
/// widens.
class BodyVisitor : public RecursiveASTVisitor<BodyVisitor> {
public:
  explicit BodyVisitor(const ASTContext &AST) : AST(AST) {}

  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->getOpcode() == BO_Mul)
      widened(*B);
    bool Moves = B->getOpcode() == BO_Add || B->getOpcode() == BO_AddAssign;
    if (Moves && !B->isTypeDependent() && B->getType()->isPointerType()) {
      bool Left = B->getLHS()->getType()->isPointerType();
      offset(Left ? B->getLHS() : B->getRHS(),
             Left ? B->getRHS() : B->getLHS());
    }
    return true;
  }
  bool VisitVarDecl(VarDecl *V) {
    if (V->getInit() && V->isLocalVarDecl() && bits(V->getType()) == 32)
      if (auto P = narrowProduct(V->getInit()->IgnoreImpCasts(), AST))
        Held.emplace_back(V, *P);
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *S) {
    if (!S->isTypeDependent())
      offset(S->getBase(), S->getIdx());
    return true;
  }
  bool VisitCompoundAssignOperator(CompoundAssignOperator *A) {
    if (A->getOpcode() == BO_AddAssign && Loops &&
        bitsOf(A->getLHS(), AST) == 64)
      if (auto P = narrowProduct(A->getRHS()->IgnoreImpCasts(), AST))
        if (const VarDecl *V = variable(A->getLHS()))
          Summed.emplace_back(V, *P);
    return true;
  }
  bool TraverseForStmt(ForStmt *S) { return inLoop(&Base::TraverseForStmt, S); }
  bool TraverseWhileStmt(WhileStmt *S) {
    return inLoop(&Base::TraverseWhileStmt, S);
  }
  bool TraverseDoStmt(DoStmt *S) { return inLoop(&Base::TraverseDoStmt, S); }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *S) {
    return inLoop(&Base::TraverseCXXForRangeStmt, S);
  }
  bool VisitCallExpr(CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    bool Device = isa<CUDAKernelCallExpr>(C) ||
                  (F && F->getDeclName().isIdentifier() &&
                   (F->getName().starts_with("cudaMalloc") ||
                    F->getName().starts_with("cudaMemset") ||
                    F->getName().starts_with("cudaMemcpy") ||
                    F->getName().starts_with("cuMem")));
    if (Device)
      for (const Expr *A : C->arguments())
        mentioned(A);
    return true;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) {
    return true;
  }
  bool TraverseDecltypeTypeLoc(DecltypeTypeLoc, bool = true) { return true; }

  using Named = std::pair<const VarDecl *, Product>;
  std::vector<Named> Held;     ///< int base = a * b
  std::vector<Named> Summed;   ///< size_t n += a * b, in a loop
  std::vector<Product> Direct; ///< p[a * b + c]
  llvm::SmallPtrSet<const VarDecl *, 8> Offsets, Sizes;
  /// Variables that are multiplied in 64 bits in the offset of an array.
  llvm::SmallPtrSet<const VarDecl *, 4> Wide;

private:
  using Base = RecursiveASTVisitor<BodyVisitor>;

  unsigned bits(QualType T) const {
    return T->isDependentType() || !T->isIntegerType() ? 0 : AST.getIntWidth(T);
  }

  template <class S>
  bool inLoop(bool (Base::*Traverse)(S *, DataRecursionQueue *), S *Loop) {
    ++Loops;
    bool Result = (this->*Traverse)(Loop, nullptr);
    --Loops;
    return Result;
  }

  /// `int64_t(r) * width`: one side is 64 bits wide, the other follows.
  void widened(const BinaryOperator &B) {
    if (bitsOf(&B, AST) != 64)
      return;
    auto IsWide = [&](const Expr *E) {
      E = E->IgnoreParenImpCasts();
      if (const auto *C = dyn_cast<ExplicitCastExpr>(E))
        return bitsOf(C, AST) == 64 &&
               bitsOf(C->getSubExpr()->IgnoreParenImpCasts(), AST) == 32;
      const VarDecl *V = variable(E);
      return V && bits(V->getType()) == 64;
    };
    for (auto [Up, Other] :
         {std::pair(B.getLHS(), B.getRHS()), std::pair(B.getRHS(), B.getLHS())})
      if (const VarDecl *V = variable(Other);
          V && IsWide(Up) && bits(V->getType()) == 32)
        Wide.insert(V);
  }

  /// The sum \p Index as an offset into \p Array.
  void offset(const Expr *Array, const Expr *Index) {
    // Shared and local arrays are small.
    const VarDecl *V = variable(Array);
    if (V && V->getType()->isArrayType())
      return;
    summands(Index);
  }

  void summands(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
      summands(B->getLHS());
      summands(B->getRHS());
    } else if (const VarDecl *V = variable(E)) {
      Offsets.insert(V);
    } else if (auto P = narrowProduct(E, AST)) {
      Direct.push_back(*P);
    }
  }

  void mentioned(const Stmt *S) {
    if (const auto *R = dyn_cast_or_null<DeclRefExpr>(S))
      if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
        Sizes.insert(V);
    if (S)
      for (const Stmt *Child : S->children())
        mentioned(Child);
  }

  const ASTContext &AST;
  unsigned Loops = 0;
};

class FunctionVisitor : public FirstPartyVisitor<FunctionVisitor> {
public:
  using FirstPartyVisitor::FirstPartyVisitor;
  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->doesThisDeclarationHaveABody() && !F->isInvalidDecl() &&
        !F->isDependentContext())
      Functions.push_back(F);
    return true;
  }
  std::vector<const FunctionDecl *> Functions;
};

class IndexOverflowChecker final : public Checker {
public:
  void finish() override {
    FunctionVisitor Visitor(context());
    Visitor.run();
    for (const FunctionDecl *F : Visitor.Functions)
      checkFunction(*F);
  }

private:
  void checkFunction(const FunctionDecl &F) {
    const ASTContext &AST = context().ast();
    BodyVisitor Body(AST);
    Body.TraverseStmt(F.getBody());
    bool Device = cuda::isDeviceCode(F);
    auto Check = [&](const Product &P) {
      if (const VarDecl *Row = widenedFactor(P, Body))
        report(F, P, Row);
    };
    if (Device) {
      for (const Product &P : Body.Direct)
        Check(P);
      for (const auto &[V, P] : Body.Held)
        if (Body.Offsets.contains(V))
          Check(P);
    }
    for (const auto &[V, P] : Body.Summed)
      if (isLoaded(P.Left, AST) && isLoaded(P.Right, AST) &&
          (isDistance(P.Left) || isDistance(P.Right)) &&
          (Device ? Body.Offsets.contains(V) : Body.Sizes.contains(V)))
        report(F, P, nullptr);
  }

  /// The factor that the function elsewhere widens before it multiplies, where
  /// the other one comes out of memory.
  const VarDecl *widenedFactor(const Product &P, const BodyVisitor &Body) {
    for (auto [Row, Loaded] :
         {std::pair(P.Left, P.Right), std::pair(P.Right, P.Left)})
      if (const VarDecl *V = variable(Row);
          V && Body.Wide.contains(V) && isLoaded(Loaded, context().ast()))
        return V;
    return nullptr;
  }

  void report(const FunctionDecl &F, const Product &P, const VarDecl *Row) {
    std::string Why =
        Row ? "this 32-bit product is an offset and can overflow; other "
              "offsets in '" +
                  F.getNameAsString() + "' multiply with '" +
                  Row->getNameAsString() + "' in 64 bits"
            : "this 32-bit product can overflow before it is added to a 64-bit "
              "sum";
    FindingBuilder B = diag(P.At->getOperatorLoc(), Why);
    B << P.At->getSourceRange();
    B.note(P.At->getLHS()->getExprLoc(),
           "widen one factor before the multiplication");
    B.in(&F);
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(IndexOverflow)

} // namespace oxide
