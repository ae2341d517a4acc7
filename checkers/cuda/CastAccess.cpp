// SPDX-License-Identifier: Apache-2.0

#include "cuda/CastAccess.h"
#include "core/FirstPartyVisitor.h"
#include "cuda/DeviceCode.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::cuda {

using namespace clang;

class CastVisitor : public FirstPartyVisitor<CastVisitor> {
public:
  CastVisitor(CheckContext &Ctx, CastAccesses &To)
      : FirstPartyVisitor(Ctx), AST(Ctx.ast()), To(To) {}

  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext() &&
        isDeviceCode(*F)) {
      Around.clear();
      walk(F->getBody());
    }
    return true;
  }

private:
  /// Around has the places of the expressions that \p S is part of.
  void walk(const Stmt *S) {
    if (!S)
      return;
    size_t Outer = Around.size();
    if (const auto *E = dyn_cast<Expr>(S)) {
      Around.push_back(E->getExprLoc());
      look(*E);
    } else if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *Declared : D->decls())
        Around.push_back(Declared->getLocation());
    } else if (isa<ReturnStmt>(S)) {
      Around.push_back(S->getBeginLoc());
    }
    for (const Stmt *Child : S->children())
      walk(Child);
    Around.resize(Outer);
  }

  void look(const Expr &E) {
    const Expr *Pointer = nullptr;
    if (const auto *U = dyn_cast<UnaryOperator>(&E);
        U && U->getOpcode() == UO_Deref)
      Pointer = U->getSubExpr();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(&E))
      Pointer = A->getBase();
    if (Pointer) {
      const auto *Cast =
          dyn_cast<ExplicitCastExpr>(Pointer->IgnoreParenImpCasts());
      if (Cast && Cast->getCastKind() == CK_BitCast)
        add(Cast->getType()->getPointeeType(),
            Cast->getSubExpr()->getType()->getPointeeType());
    } else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(&E);
               Cast && Cast->getCastKind() == CK_LValueBitCast) {
      add(Cast->getType(), Cast->getSubExpr()->getType());
    }
  }

  void add(QualType Into, QualType From) {
    for (QualType T : {Into, From})
      if (T.isNull() || T->isDependentType() || T->isIncompleteType() ||
          T->isFunctionType())
        return;
    CastAccess A{
        static_cast<uint64_t>(AST.getTypeSizeInChars(Into).getQuantity()),
        static_cast<uint64_t>(AST.getTypeAlignInChars(Into).getQuantity()),
        static_cast<uint64_t>(AST.getTypeAlignInChars(From).getQuantity())};
    if (A.Alignment <= A.KnownAlignment)
      return;
    const SourceManager &SM = AST.getSourceManager();
    for (SourceLocation L : Around)
      if (auto &Known = To.Known[SM.getExpansionLoc(L)];
          !llvm::is_contained(Known, A))
        Known.push_back(A);
  }

  ASTContext &AST;
  CastAccesses &To;
  SmallVector<SourceLocation, 16> Around;
};

CastAccesses::CastAccesses(CheckContext &Ctx) { CastVisitor(Ctx, *this).run(); }

ArrayRef<CastAccess> CastAccesses::at(SourceLocation Loc) const {
  auto It = Known.find(Loc);
  return It == Known.end() ? ArrayRef<CastAccess>() : It->second;
}

} // namespace oxide::cuda
