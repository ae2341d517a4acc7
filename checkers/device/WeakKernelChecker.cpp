// SPDX-License-Identifier: Apache-2.0
//
// oxide-weak-kernel, see docs/checkers/weak-kernel.md.

#include "core/Checker.h"
#include "core/FirstPartyVisitor.h"

namespace oxide {

namespace {

/// Whether code mentions one of some template parameters.
class ParameterUse : public clang::RecursiveASTVisitor<ParameterUse> {
public:
  explicit ParameterUse(const clang::TemplateParameterList &List)
      : List(List) {}

  bool VisitDeclRefExpr(clang::DeclRefExpr *Ref) { return see(Ref->getDecl()); }
  bool VisitTemplateTypeParmTypeLoc(clang::TemplateTypeParmTypeLoc TL) {
    return see(TL.getDecl());
  }
  bool VisitTemplateTypeParmType(clang::TemplateTypeParmType *T) {
    return see(T->getDecl());
  }
  bool TraverseTemplateName(clang::TemplateName Name) {
    see(Name.getAsTemplateDecl());
    return RecursiveASTVisitor::TraverseTemplateName(Name);
  }

  bool Found = false;

private:
  bool see(const clang::NamedDecl *D) {
    Found = Found || (D && llvm::is_contained(List, D));
    return !Found;
  }

  const clang::TemplateParameterList &List;
};

class KernelVisitor : public FirstPartyVisitor<KernelVisitor> {
public:
  using FirstPartyVisitor::FirstPartyVisitor;

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool VisitFunctionDecl(clang::FunctionDecl *F) {
    if (F->hasAttr<clang::CUDAGlobalAttr>() &&
        F->doesThisDeclarationHaveABody() && !F->isInvalidDecl())
      Kernels.push_back(F);
    return true;
  }

  std::vector<const clang::FunctionDecl *> Kernels;
};

class WeakKernelChecker final : public Checker {
public:
  void finish() override {
    KernelVisitor Visitor(context());
    Visitor.run();
    for (const clang::FunctionDecl *K : Visitor.Kernels)
      checkKernel(*K);
  }

private:
  void checkKernel(const clang::FunctionDecl &K) {
    // A kernel that other libraries cannot see is merged by nobody else.
    if (K.getFormalLinkage() != clang::Linkage::External ||
        K.getVisibility() == clang::HiddenVisibility)
      return;
    if (K.hasAttr<clang::WeakAttr>())
      report(K, "is declared weak");
    else if (inMainFile(K))
      return;
    else if (const clang::FunctionTemplateDecl *T =
                 K.getDescribedFunctionTemplate())
      checkTemplate(K, *T);
    else if (K.isInlineSpecified() && !K.isTemplateInstantiation())
      report(K, "is inline in a header");
  }

  bool inMainFile(const clang::FunctionDecl &K) {
    return context().sources().isInMainFile(
        context().sources().getExpansionLoc(K.getLocation()));
  }

  /// A template whose parameters play no role is one to get past the linker.
  void checkTemplate(const clang::FunctionDecl &K,
                     const clang::FunctionTemplateDecl &T) {
    const clang::TemplateParameterList &List = *T.getTemplateParameters();
    if (K.isDependentContext() && K.getDeclContext()->isDependentContext())
      return;
    for (const clang::NamedDecl *P : List)
      if (P->isTemplateParameterPack() || !hasDefault(*P))
        return;
    ParameterUse Use(List);
    for (const clang::ParmVarDecl *P : K.parameters())
      Use.TraverseType(P->getType());
    Use.TraverseStmt(K.getBody());
    // The constraints and attributes of a kernel may mention them too.
    if (!Use.Found && !List.hasAssociatedConstraints() &&
        !K.getTrailingRequiresClause() &&
        !K.hasAttr<clang::CUDALaunchBoundsAttr>() &&
        !K.hasAttr<clang::CUDAClusterDimsAttr>())
      report(K, "is a template in a header whose parameters play no role");
  }

  static bool hasDefault(const clang::NamedDecl &P) {
    if (const auto *Type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(&P))
      return Type->hasDefaultArgument();
    if (const auto *Value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&P))
      return Value->hasDefaultArgument();
    return false;
  }

  void report(const clang::FunctionDecl &K, llvm::StringRef Why) {
    FindingBuilder B =
        diag(context().sources().getFileLoc(K.getLocation()),
             "kernel '" + K.getNameAsString() + "' " + Why +
                 ", so that launches use the copy of whichever translation "
                 "unit the linker picks");
    B.in(&K);
    B.note(context().sources().getFileLoc(K.getLocation()),
           "make it static or put it into an unnamed namespace");
  }
};

} // namespace

OXIDE_REGISTER_CHECKER(WeakKernel)

} // namespace oxide
