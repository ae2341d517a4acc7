// SPDX-License-Identifier: Apache-2.0

#include "host/HostMemory.h"
#include "core/FirstPartyVisitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

namespace oxide::cuda {

namespace {

using namespace clang;

class Evidence : public FirstPartyVisitor<Evidence> {
public:
  Evidence(CheckContext &Ctx, bool &Pageable,
           llvm::SmallPtrSetImpl<const Decl *> &Registered)
      : FirstPartyVisitor(Ctx), Pageable(Pageable), Registered(Registered) {}

  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    look(Ref->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) {
    look(E->getMemberDecl());
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !F->getIdentifier() || Call->getNumArgs() == 0)
      return true;
    llvm::StringRef Name = F->getName();
    if (!Name.starts_with("cudaHostRegister") &&
        !Name.starts_with("hipHostRegister") &&
        !Name.starts_with("cuMemHostRegister"))
      return true;
    const Expr *E = Call->getArg(0)->IgnoreParenCasts();
    if (const auto *U = llvm::dyn_cast<UnaryOperator>(E);
        U && U->getOpcode() == UO_AddrOf)
      E = U->getSubExpr()->IgnoreParenCasts();
    else if (const auto *Member = llvm::dyn_cast<CXXMemberCallExpr>(E))
      E = Member->getImplicitObjectArgument()->IgnoreParenCasts();
    // A function that registers what it is given may be given anything.
    if (const auto *Ref = llvm::dyn_cast<DeclRefExpr>(E);
        Ref && !llvm::isa<ParmVarDecl>(Ref->getDecl()))
      Registered.insert(Ref->getDecl());
    else
      Pageable = true;
    return true;
  }

private:
  /// cudaDevAttrPageableMemoryAccess, CU_DEVICE_ATTRIBUTE_PAGEABLE_..., and
  /// the member pageableMemoryAccess of cudaDeviceProp.
  void look(const NamedDecl *D) {
    if (const IdentifierInfo *Id = D->getIdentifier())
      Pageable = Pageable || Id->getName().contains("ageableMemoryAccess") ||
                 Id->getName().contains("PAGEABLE_MEMORY_ACCESS");
  }

  bool &Pageable;
  llvm::SmallPtrSetImpl<const Decl *> &Registered;
};

/// A class of namespace std whose elements lie in host memory for certain: an
/// allocator of the user's may hand out managed memory.
bool isStandardContainer(QualType T, llvm::ArrayRef<llvm::StringRef> Names) {
  const auto *R = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  if (!R || !R->isInStdNamespace() || !R->getIdentifier() ||
      !llvm::is_contained(Names, R->getName()))
    return false;
  if (R->getName() == "array")
    return true;
  const TemplateArgumentList &Args = R->getTemplateArgs();
  unsigned Last = Args.size() - 1;
  if (Args.size() < 2 || Args[Last].getKind() != TemplateArgument::Type)
    return false;
  const CXXRecordDecl *Allocator = Args[Last].getAsType()->getAsCXXRecordDecl();
  return Allocator && Allocator->isInStdNamespace() &&
         Allocator->getIdentifier() && Allocator->getName() == "allocator";
}

/// Whether \p E is bound to a temporary that the launch expression makes.
bool isTemporary(const Expr *E) {
  while (true) {
    if (llvm::isa<MaterializeTemporaryExpr>(E))
      return true;
    if (const auto *Paren = llvm::dyn_cast<ParenExpr>(E))
      E = Paren->getSubExpr();
    else if (const auto *Cast = llvm::dyn_cast<ImplicitCastExpr>(E))
      E = Cast->getSubExpr();
    else if (const auto *Full = llvm::dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else
      return false;
  }
}

/// Whether the line that declares \p V speaks of managed memory. Clang drops
/// the attribute of __managed__ and leaves a plain host variable.
bool mentionsManaged(const VarDecl &V) {
  const SourceManager &SM = V.getASTContext().getSourceManager();
  auto [File, Offset] = SM.getDecomposedExpansionLoc(V.getLocation());
  bool Invalid = false;
  llvm::StringRef Text = SM.getBufferData(File, &Invalid);
  if (Invalid)
    return true;
  llvm::StringRef Before = Text.take_front(Offset);
  size_t Start = Before.find_last_of(";{}");
  if (Start != llvm::StringRef::npos)
    Before = Before.drop_front(Start);
  return Before.contains_insensitive("managed");
}

} // namespace

HostMemory::HostMemory(CheckContext &Ctx) {
  Evidence(Ctx, PageableAccess, Registered).run();
}

std::optional<std::string> HostMemory::object(const clang::Expr *E) const {
  // It is gone before the kernel runs, wherever the device can read.
  if (isTemporary(E))
    return "a temporary";
  return PageableAccess ? std::nullopt : variable(E);
}

std::optional<std::string> HostMemory::variable(const clang::Expr *E) const {
  E = E->IgnoreParenImpCasts();
  if (llvm::isa<StringLiteral>(E))
    return "a string literal";
  if (const auto *Ref = llvm::dyn_cast<DeclRefExpr>(E)) {
    const auto *V = llvm::dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || V->getType()->isReferenceType() || Registered.contains(V) ||
        V->hasAttr<CUDADeviceAttr>() || V->hasAttr<CUDAConstantAttr>() ||
        V->hasAttr<CUDASharedAttr>() || V->hasAttr<HIPManagedAttr>() ||
        (V->hasGlobalStorage() && mentionsManaged(*V)))
      return std::nullopt;
    return "host variable '" + V->getNameAsString() + "'";
  }
  if (const auto *Member = llvm::dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? std::nullopt : variable(Member->getBase());
  if (const auto *S = llvm::dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = S->getBase()->IgnoreParenImpCasts();
    return Base->getType()->isArrayType() ? variable(Base) : std::nullopt;
  }
  if (const auto *Op = llvm::dyn_cast<CXXOperatorCallExpr>(E);
      Op && Op->getOperator() == OO_Subscript && Op->getNumArgs() == 2 &&
      isStandardContainer(Op->getArg(0)->getType(), {"vector", "array"}))
    return variable(Op->getArg(0));
  return std::nullopt;
}

std::optional<std::string> HostMemory::pointee(const clang::Expr *E) const {
  E = E->IgnoreParenImpCasts();
  while (const auto *Cast = llvm::dyn_cast<ExplicitCastExpr>(E)) {
    if (!Cast->getSubExpr()->getType()->isPointerType() &&
        !Cast->getSubExpr()->getType()->isArrayType())
      return std::nullopt;
    E = Cast->getSubExpr()->IgnoreParenImpCasts();
  }
  if (PageableAccess)
    return std::nullopt;
  if (E->getType()->isArrayType())
    return variable(E);
  if (const auto *U = llvm::dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_AddrOf)
    return variable(U->getSubExpr());
  if (const auto *B = llvm::dyn_cast<BinaryOperator>(E);
      B && B->isAdditiveOp() && B->getLHS()->getType()->isPointerType())
    return pointee(B->getLHS());
  const auto *Call = llvm::dyn_cast<CXXMemberCallExpr>(E);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (!Method || !Method->getIdentifier() ||
      (Method->getName() != "data" && Method->getName() != "c_str"))
    return std::nullopt;
  const Expr *Object = Call->getImplicitObjectArgument();
  if (Object->getType()->isPointerType() ||
      !isStandardContainer(Object->getType(),
                           {"vector", "array", "basic_string"}))
    return std::nullopt;
  return variable(Object);
}

} // namespace oxide::cuda
