// SPDX-License-Identifier: Apache-2.0
//
// oxide-witness-forge, see docs/checkers/witness-forge.md.

#include "core/Checker.h"
#include "cuda/LibraryTypes.h"
#include "cuda/TypeText.h"
#include "tier/EvaluatedVisitor.h"
#include "tier/WitnessCast.h"

namespace oxide {

namespace {

class WitnessForgeChecker final : public Checker {
public:
  void finish() override;

private:
  class Visitor;

  /// Whether \p W is declared in the Oxide headers, so that first-party code
  /// cannot be part of its making.
  bool isOfLibrary(const clang::Decl &D) {
    return context().classify(D.getLocation()) == LocationClass::Library;
  }

  /// Whether \p Loc is written in the Oxide headers, in a macro perhaps.
  bool isWrittenByLibrary(clang::SourceLocation Loc) {
    return context().classify(context().sources().getSpellingLoc(Loc)) ==
           LocationClass::Library;
  }
};

class WitnessForgeChecker::Visitor : public EvaluatedVisitor<Visitor> {
public:
  explicit Visitor(WitnessForgeChecker &C)
      : EvaluatedVisitor(C.context()), C(C) {}

  bool VisitExplicitCastExpr(clang::ExplicitCastExpr *Cast) {
    std::optional<WitnessCast> W = asWitnessCast(*Cast);
    if (!W)
      return true;
    std::string Type = cuda::quotedType(*W->Witness);
    switch (W->Kind) {
    case WitnessCastKind::ToWitness:
      report(Cast, "a cast makes a witness of type " + Type +
                       " out of something else");
      break;
    case WitnessCastKind::FromWitness:
      report(Cast, "a cast opens the bytes of a witness of type " + Type +
                       " for writing");
      break;
    case WitnessCastKind::RemovesConst:
      report(Cast, "a cast removes const from a witness of type " + Type);
      break;
    }
    return true;
  }

  bool VisitBuiltinBitCastExpr(clang::BuiltinBitCastExpr *E) {
    return bitCast(E);
  }

  bool VisitCallExpr(clang::CallExpr *Call) {
    bitCast(Call);
    if (const clang::CXXRecordDecl *W = writesWitness(*Call))
      report(Call, "bytes are written into a witness of type " +
                       cuda::quotedType(*W));
    return true;
  }

  bool VisitCXXNewExpr(clang::CXXNewExpr *E) {
    const clang::CXXRecordDecl *W = cuda::asWitness(E->getAllocatedType());
    if (W && cuda::isUnique(*W) && E->getNumPlacementArgs() != 0)
      report(E, "a witness of type " + cuda::quotedType(*W) +
                    " is made in memory that something else owns");
    return true;
  }

  bool VisitFieldDecl(clang::FieldDecl *F) {
    if (!F->getParent()->isUnion() || F->getType()->isDependentType())
      return true;
    clang::QualType T = context().ast().getBaseElementType(F->getType());
    if (const clang::CXXRecordDecl *W = cuda::asWitness(T))
      report(F->getLocation(), F->getSourceRange(),
             "a union lets other bytes pass as a witness of type " +
                 cuda::quotedType(*W));
    return true;
  }

  bool VisitCXXRecordDecl(clang::CXXRecordDecl *R) {
    if (!R->isThisDeclarationADefinition())
      return true;
    for (const clang::CXXBaseSpecifier &B : R->bases())
      if (const clang::CXXRecordDecl *W = cuda::asWitness(B.getType()))
        report(B.getBeginLoc(), B.getSourceRange(),
               "a class derives from the witness " + cuda::quotedType(*W));
    if (const auto *S =
            llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(R))
      specialization(*S);
    return befriended(R);
  }

  bool VisitFunctionDecl(clang::FunctionDecl *F) {
    return !F->isThisDeclarationADefinition() || befriended(F);
  }

  bool VisitCXXConstructExpr(clang::CXXConstructExpr *E) {
    if (!E->getConstructor()->isCopyOrMoveConstructor())
      privateMember(E, *E->getConstructor());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *E) {
    privateMember(E, *E->getMemberDecl());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) {
    privateMember(E, *E->getDecl());
    return true;
  }

private:
  bool bitCast(clang::Expr *E) {
    if (E->isTypeDependent())
      return true;
    if (std::optional<BitCast> B = asBitCast(*E))
      if (const clang::CXXRecordDecl *W = cuda::asWitness(B->To))
        report(E, "'bit_cast' makes a witness of type " + cuda::quotedType(*W) +
                      " out of something else");
    return true;
  }

  /// A specialisation of a witness template is a class that its author fills
  /// with what he likes and that passes for the witness.
  void specialization(const clang::ClassTemplateSpecializationDecl &S) {
    const clang::CXXRecordDecl *Primary =
        S.getSpecializedTemplate()->getTemplatedDecl();
    bool Written =
        S.getSpecializationKind() == clang::TSK_ExplicitSpecialization ||
        llvm::isa<clang::ClassTemplatePartialSpecializationDecl>(S);
    if (Written && attr::has(*Primary, attr::Witness) &&
        C.isOfLibrary(*Primary))
      report(S.getLocation(), S.getSourceRange(),
             "the witness template '" + cuda::plainName(*Primary) +
                 "' is specialised outside the library");
  }

  /// A friend that the library declares and leaves undefined in this unit may
  /// not be supplied by somebody else.
  template <class DeclType> bool befriended(DeclType *D) {
    if (!isFirstPartyDefinition(*D))
      return true;
    for (const clang::Decl *Redecl : D->redecls()) {
      const auto *Friend =
          llvm::dyn_cast<clang::CXXRecordDecl>(Redecl->getLexicalDeclContext());
      if (Redecl->getFriendObjectKind() == clang::Decl::FOK_None || !Friend ||
          !attr::has(*Friend, attr::Witness) || !C.isOfLibrary(*Friend))
        continue;
      report(D->getLocation(), D->getSourceRange(),
             "'" + cuda::plainName(*D) + "', a friend of the witness '" +
                 cuda::plainName(*Friend) +
                 "', is defined outside the library");
      break;
    }
    return true;
  }
  bool isFirstPartyDefinition(const clang::Decl &D) {
    return context().isFirstParty(D.getLocation()) &&
           !C.isWrittenByLibrary(D.getBeginLoc());
  }

  /// Explicit instantiations and specialisations are not subject to access
  /// control; code that names a private member of a witness went around it.
  void privateMember(const clang::Expr *E, const clang::NamedDecl &Member) {
    const auto *R =
        llvm::dyn_cast<clang::CXXRecordDecl>(Member.getDeclContext());
    if (!R || !Member.isCXXClassMember() ||
        Member.getAccess() == clang::AS_public ||
        !cuda::isPartOfWitness(Member) || !C.isOfLibrary(*R))
      return;
    report(E, "private member of the witness '" + cuda::plainName(*R) +
                  "' is used");
  }

  void report(const clang::Expr *E, const llvm::Twine &Message) {
    report(E->getExprLoc(), E->getSourceRange(), Message);
  }
  void report(clang::SourceLocation Loc, clang::SourceRange Range,
              const llvm::Twine &Message) {
    if (C.isWrittenByLibrary(Range.getBegin()))
      return;
    if (currentFunction() && cuda::isPartOfWitness(*currentFunction()))
      return;
    C.diag(Loc, Message).in(currentFunction()) << Range;
  }

  WitnessForgeChecker &C;
};

void WitnessForgeChecker::finish() { Visitor(*this).run(); }

} // namespace

OXIDE_REGISTER_CHECKER(WitnessForge)

} // namespace oxide
