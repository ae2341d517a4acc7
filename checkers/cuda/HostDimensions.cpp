// SPDX-License-Identifier: Apache-2.0
//
// The part of HostFormulas that takes a dim3, and other classes, apart.

#include "cuda/HostFormula.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

namespace oxide::cuda {

using namespace clang;

HostFormulas::Read HostFormulas::readMember(const MemberExpr &M,
                                            const HostPlace *From) {
  const Expr *Base = M.getBase()->IgnoreParenImpCasts();
  if (!isa<FieldDecl>(M.getMemberDecl()) ||
      M.getMemberDecl()->getType().isVolatileQualified() || !From)
    return std::nullopt;
  const auto *R = dyn_cast<DeclRefExpr>(Base);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  if (V && !M.isArrow() && V->isLocalVarDeclOrParm()) {
    std::optional<Definition> D = From->definition(*V, M.getMemberDecl());
    if (D && D->Value && !D->OfMember) {
      // A part of a dim3.
      Dimensions Parts = dimensions(D->Value, &D->At);
      if (unsigned I = cast<FieldDecl>(M.getMemberDecl())->getFieldIndex();
          I < 3 && Parts[I])
        return Number{*Parts[I], std::nullopt};
    }
    return readVariable(*V, M.getMemberDecl(), From);
  }
  // Other objects keep their members for the time of one statement.
  if (From != &At || !Pure || !(V || isa<CXXThisExpr>(Base)) ||
      !M.getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  return unknown(V, M.getMemberDecl(), nullptr);
}

static bool isDimensions(QualType T) {
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && R->getIdentifier() && R->getName() == "dim3";
}

HostFormulas::Dimensions HostFormulas::dimensions(const Expr *E) {
  return dimensions(E, &At);
}

HostFormulas::Dimensions HostFormulas::dimensions(const Expr *E,
                                                  const HostPlace *From) {
  if (!E || E->isValueDependent() || Depth > MostDepth)
    return {};
  E = E->IgnoreUnlessSpelledInSource();
  while (isa<ExplicitCastExpr>(E) && isDimensions(E->getType()))
    E = cast<ExplicitCastExpr>(E)->getSubExpr()->IgnoreUnlessSpelledInSource();
  if (E->getType()->isArithmeticType())
    return {whole(read(E, From)), number(1), number(1)};
  if (!isDimensions(E->getType()))
    return {};
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && C->getNumArgs() == 1 && isDimensions(C->getArg(0)->getType()))
    return dimensions(C->getArg(0), From);
  Dimensions Result = {number(1), number(1), number(1)};
  auto Take = [&](unsigned I, const Expr *Part) {
    if (I < 3 && !isa<CXXDefaultArgExpr>(Part))
      Result[I] = whole(read(Part, From));
  };
  if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    for (unsigned I = 0; I != C->getNumArgs(); ++I)
      Take(I, C->getArg(I));
    return Result;
  }
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    for (unsigned I = 0; I != List->getNumInits(); ++I)
      Take(I, List->getInit(I));
    return Result;
  }
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    return dimensionsOf(*R, From);
  return {};
}

HostFormulas::Dimensions HostFormulas::dimensionsOf(const DeclRefExpr &R,
                                                    const HostPlace *From) {
  const auto *V = dyn_cast<VarDecl>(R.getDecl());
  if (!V || !From)
    return {};
  if (!V->isLocalVarDeclOrParm() || V->isStaticLocal()) {
    bool Constant = V->getType().isConstQualified() && V->getInit();
    return Constant ? dimensions(V->getInit(), nullptr) : Dimensions();
  }
  Dimensions Result;
  const CXXRecordDecl *Type = V->getType()->getAsCXXRecordDecl();
  for (const FieldDecl *Field : Type->fields()) {
    unsigned I = Field->getFieldIndex();
    std::optional<Definition> D = From->definition(*V, Field);
    if (I > 2 || !D)
      continue;
    ++Depth;
    if (D->Value && !D->OfMember)
      Result[I] = dimensions(D->Value, &D->At)[I];
    if (!Result[I])
      Result[I] = whole(readVariable(*V, Field, From));
    --Depth;
  }
  return Result;
}

} // namespace oxide::cuda
