// SPDX-License-Identifier: Apache-2.0

#include "host/AccessPath.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace oxide::cuda {

using namespace clang;

std::string AccessPath::text() const {
  std::string Result = Root ? Root->getNameAsString() : "";
  for (const FieldDecl *F : Members)
    Result += (Result.empty() ? "" : ".") + F->getNameAsString();
  return Result.empty() ? "*this" : Result;
}

const ValueDecl *AccessPath::last() const {
  return Members.empty() ? static_cast<const ValueDecl *>(Root)
                         : Members.back();
}

bool AccessPath::contains(const AccessPath &Other) const {
  return Root == Other.Root && Members.size() <= Other.Members.size() &&
         std::equal(Members.begin(), Members.end(), Other.Members.begin());
}

bool operator<(const AccessPath &A, const AccessPath &B) {
  // By place in the source, which is the same in every run.
  auto Key = [](const ValueDecl *D) {
    return D ? D->getLocation().getRawEncoding() : 0;
  };
  if (A.Root != B.Root)
    return Key(A.Root) < Key(B.Root);
  return std::lexicographical_compare(
      A.Members.begin(), A.Members.end(), B.Members.begin(), B.Members.end(),
      [&](const FieldDecl *X, const FieldDecl *Y) { return Key(X) < Key(Y); });
}

/// What hands out the pointer that a standard owner keeps.
static bool isAccessor(const CXXMethodDecl &M) {
  const IdentifierInfo *Id = M.getIdentifier();
  return Id && M.getParent()->isInStdNamespace() &&
         (Id->isStr("get") || Id->isStr("data"));
}

std::optional<AccessPath> pathOf(const Expr *E) {
  if (!E)
    return std::nullopt;
  E = E->IgnoreParenCasts();
  if (const auto *Full = llvm::dyn_cast<FullExpr>(E))
    return pathOf(Full->getSubExpr());
  if (const auto *Temporary = llvm::dyn_cast<MaterializeTemporaryExpr>(E))
    return pathOf(Temporary->getSubExpr());
  if (const auto *Ref = llvm::dyn_cast<DeclRefExpr>(E)) {
    const auto *V = llvm::dyn_cast<VarDecl>(Ref->getDecl());
    if (!V)
      return std::nullopt;
    // A reference that is bound to a path names that path.
    if (V->getType()->isReferenceType() && V->hasInit() &&
        !llvm::isa<ParmVarDecl>(V))
      return pathOf(V->getInit());
    return AccessPath{V->getCanonicalDecl(), {}};
  }
  if (llvm::isa<CXXThisExpr>(E))
    return AccessPath{};
  if (const auto *Member = llvm::dyn_cast<MemberExpr>(E)) {
    const auto *F = llvm::dyn_cast<FieldDecl>(Member->getMemberDecl());
    const Expr *Base = Member->getBase()->IgnoreParenCasts();
    // Two pointers may point to one object, two members of a union are one.
    if (!F || F->getParent()->isUnion() ||
        (Member->isArrow() && !llvm::isa<CXXThisExpr>(Base)))
      return std::nullopt;
    std::optional<AccessPath> Path = pathOf(Base);
    if (Path)
      Path->Members.push_back(F->getCanonicalDecl());
    return Path;
  }
  if (const auto *U = llvm::dyn_cast<UnaryOperator>(E)) {
    const Expr *Of = U->getSubExpr()->IgnoreParenCasts();
    const auto *Inner = llvm::dyn_cast<UnaryOperator>(Of);
    if (U->getOpcode() == UO_Deref && Inner && Inner->getOpcode() == UO_AddrOf)
      return pathOf(Inner->getSubExpr());
    if (U->getOpcode() == UO_Deref && llvm::isa<CXXThisExpr>(Of))
      return AccessPath{};
    return std::nullopt;
  }
  if (const auto *Call = llvm::dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *M = Call->getMethodDecl();
    if (M && isAccessor(*M))
      return pathOf(Call->getImplicitObjectArgument());
    // The conversion of a wrapper to the handle that it wraps.
    if (M && llvm::isa<CXXConversionDecl>(M))
      return pathOf(Call->getImplicitObjectArgument());
    return std::nullopt;
  }
  if (const auto *Made = llvm::dyn_cast<CXXConstructExpr>(E);
      Made && Made->getNumArgs() == 1 &&
      Made->getConstructor()->isCopyOrMoveConstructor())
    return pathOf(Made->getArg(0));
  return std::nullopt;
}

std::optional<AccessPath> pathOfAddressed(const Expr *E) {
  const auto *U = llvm::dyn_cast<UnaryOperator>(E->IgnoreParenCasts());
  if (U && U->getOpcode() == UO_AddrOf)
    return pathOf(U->getSubExpr());
  if (!E->getType()->isPointerType())
    return pathOf(E);
  return std::nullopt;
}

} // namespace oxide::cuda
