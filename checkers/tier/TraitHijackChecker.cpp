// SPDX-License-Identifier: Apache-2.0
//
// oxide-trait-hijack, see docs/checkers/trait-hijack.md.

#include "core/Attributes.h"
#include "core/Checker.h"
#include "core/FirstPartyVisitor.h"
#include "cuda/TypeText.h"

namespace oxide {

namespace {

using namespace clang;

class TraitHijackChecker final : public Checker {
public:
  void finish() override;

private:
  class Visitor;
};

class TraitHijackChecker::Visitor : public FirstPartyVisitor<Visitor> {
public:
  explicit Visitor(TraitHijackChecker &C)
      : FirstPartyVisitor(C.context()), C(C) {}

  bool
  VisitClassTemplateSpecializationDecl(ClassTemplateSpecializationDecl *S) {
    if (S->getSpecializationKind() == TSK_ExplicitSpecialization)
      specialized(*S, *S->getSpecializedTemplate()->getTemplatedDecl());
    return true;
  }

  bool VisitVarTemplateSpecializationDecl(VarTemplateSpecializationDecl *S) {
    if (S->getSpecializationKind() == TSK_ExplicitSpecialization)
      specialized(*S, *S->getSpecializedTemplate()->getTemplatedDecl());
    return true;
  }

  /// A class in a trait: `template <> struct Trait<X>::Nested {};`
  bool VisitCXXRecordDecl(CXXRecordDecl *R) {
    if (const MemberSpecializationInfo *I = R->getMemberSpecializationInfo();
        I && I->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
      specialized(*R, llvm::cast<NamedDecl>(*I->getInstantiatedFrom()));
    return true;
  }

  /// A value in a trait: `template <> bool Trait<X>::value = true;`
  bool VisitVarDecl(VarDecl *V) {
    if (const MemberSpecializationInfo *I = V->getMemberSpecializationInfo();
        I && I->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
      specialized(*V, *I->getInstantiatedFrom());
    return true;
  }

  /// Functions are customised by overloading; one of the library's has a body
  /// that its callers, and its friends, rely on.
  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
      return true;
    const FunctionDecl *From = nullptr;
    if (const FunctionTemplateDecl *T = F->getPrimaryTemplate())
      From = T->getTemplatedDecl();
    else
      From = F->getInstantiatedFromMemberFunction();
    if (From && isOfLibrary(From->getLocation()))
      report(*F, "the library function '" + cuda::plainName(*From) +
                     "' is specialised outside the library");
    return true;
  }

  bool VisitNamespaceDecl(NamespaceDecl *NS) {
    if (!isLibraryNamespace(*NS) || isWrittenByLibrary(NS->getBeginLoc()))
      return true;
    for (const Decl *D : NS->noload_decls()) {
      const NamedDecl *Added = addedBy(*D);
      if (!Added)
        continue;
      std::string What = llvm::isa<UsingDirectiveDecl>(Added)
                             ? "a using-directive"
                             : "'" + Added->getNameAsString() + "'";
      C.diag(Added->getLocation(), What + " is added to the namespace '" +
                                       cuda::plainName(*NS) +
                                       "' of the library")
          << Added->getSourceRange();
      // One finding for each time the namespace is opened.
      break;
    }
    return true;
  }

private:
  bool isOfLibrary(SourceLocation Loc) {
    return context().classify(Loc) == LocationClass::Library;
  }
  bool isWrittenByLibrary(SourceLocation Loc) {
    return isOfLibrary(context().sources().getSpellingLoc(Loc));
  }

  /// \p From is a sealed template or a member of one.
  void specialized(const NamedDecl &D, const NamedDecl &From) {
    // Declared first and defined later is one specialisation. The implicit
    // declaration that a member's specialisation replaces has its location.
    if (const Decl *Previous = D.getPreviousDecl();
        Previous && Previous->getLocation() != D.getLocation() &&
        !isOfLibrary(Previous->getLocation()))
      return;
    const Decl *Sealed = &From;
    while (!attr::has(*Sealed, attr::Sealed)) {
      Sealed = llvm::dyn_cast<CXXRecordDecl>(Sealed->getDeclContext());
      if (!Sealed)
        return;
    }
    const SourceManager &SM = context().sources();
    // Whoever wrote the template into this file may add to it.
    if (SM.getFileID(SM.getExpansionLoc(D.getLocation())) ==
        SM.getFileID(SM.getExpansionLoc(Sealed->getLocation())))
      return;
    report(D, "the sealed template '" +
                  cuda::plainName(*llvm::cast<NamedDecl>(Sealed)) +
                  "' is specialised outside the library");
  }

  void report(const NamedDecl &D, const llvm::Twine &Message) {
    SourceLocation Begin = D.getBeginLoc();
    if (isWrittenByLibrary(Begin))
      return;
    C.diag(D.getLocation(), Message) << D.getSourceRange();
  }

  /// Whether \p NS is `oxide` at file scope or a namespace inside it, and the
  /// Oxide headers declare that.
  bool isLibraryNamespace(const NamespaceDecl &NS) {
    const NamespaceDecl *Outermost = &NS;
    while (const auto *Outer =
               llvm::dyn_cast<NamespaceDecl>(Outermost->getDeclContext()))
      Outermost = Outer;
    if (Outermost->getName() != "oxide")
      return false;
    for (const NamespaceDecl *Redecl : Outermost->redecls())
      if (isOfLibrary(Redecl->getLocation()))
        return true;
    return false;
  }

  /// What \p D brings into its namespace that the library does not declare;
  /// null when there is nothing, or when it is reported on its own.
  const NamedDecl *addedBy(const Decl &D) {
    if (D.isImplicit() || D.isInvalidDecl() ||
        isWrittenByLibrary(D.getBeginLoc()))
      return nullptr;
    if (const auto *Linkage = llvm::dyn_cast<LinkageSpecDecl>(&D)) {
      for (const Decl *Inner : Linkage->noload_decls())
        if (const NamedDecl *Added = addedBy(*Inner))
          return Added;
      return nullptr;
    }
    const auto *Named = llvm::dyn_cast<NamedDecl>(&D);
    if (!Named || llvm::isa<NamespaceDecl>(Named) || isSpecialization(*Named))
      return nullptr;
    // A definition of what the library declares, or another declaration of it.
    for (const Decl *Redecl : Named->redecls())
      if (isOfLibrary(Redecl->getLocation()))
        return nullptr;
    // Members that are defined outside their class.
    return Named->isCXXClassMember() ? nullptr : Named;
  }

  static bool isSpecialization(const NamedDecl &D) {
    if (llvm::isa<ClassTemplateSpecializationDecl,
                  VarTemplateSpecializationDecl>(D))
      return true;
    const auto *F = llvm::dyn_cast<FunctionDecl>(&D);
    return F && F->getTemplateSpecializationKind() != TSK_Undeclared;
  }

  TraitHijackChecker &C;
};

void TraitHijackChecker::finish() { Visitor(*this).run(); }

} // namespace

OXIDE_REGISTER_CHECKER(TraitHijack)

} // namespace oxide
