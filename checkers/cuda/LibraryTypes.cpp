// SPDX-License-Identifier: Apache-2.0

#include "cuda/LibraryTypes.h"
#include "core/Attributes.h"
#include "core/CheckContext.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace oxide::cuda {

/// The class whose text describes \p R: its definition, or that of the template
/// where \p R is named but was never needed complete.
static const clang::CXXRecordDecl *describing(const clang::CXXRecordDecl &R) {
  if (const clang::CXXRecordDecl *Definition = R.getDefinition())
    return Definition;
  if (const auto *S =
          llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&R))
    if (!S->isExplicitSpecialization()) {
      const clang::CXXRecordDecl *Pattern =
          S->getSpecializedTemplate()->getTemplatedDecl();
      return Pattern->getDefinition() ? Pattern->getDefinition() : Pattern;
    }
  return &R;
}

const clang::CXXRecordDecl *asWitness(clang::QualType T) {
  if (T.isNull())
    return nullptr;
  const clang::CXXRecordDecl *R = T->getAsCXXRecordDecl();
  if (!R)
    return nullptr;
  return attr::has(*R, attr::Witness) ||
                 attr::has(*describing(*R), attr::Witness)
             ? R
             : nullptr;
}

bool isUnique(const clang::CXXRecordDecl &Witness) {
  const clang::CXXRecordDecl *R = describing(Witness);
  if (!R->hasDefinition() || R->isInvalidDecl())
    return false;
  if (R->needsImplicitCopyConstructor() &&
      !R->defaultedCopyConstructorIsDeleted())
    return false;
  return llvm::all_of(R->ctors(), [](const clang::CXXConstructorDecl *C) {
    return !C->isCopyOrMoveConstructor() || C->isDeleted() ||
           C->getAccess() != clang::AS_public;
  });
}

const clang::CXXRecordDecl *asUniqueWitness(clang::QualType T) {
  const clang::CXXRecordDecl *W = asWitness(T);
  return W && isUnique(*W) ? W : nullptr;
}

/// \p T without one level of reference, pointer or array; null when it has
/// none.
static clang::QualType behind(clang::QualType T) {
  if (clang::QualType Pointee = T->getPointeeType(); !Pointee.isNull())
    return Pointee;
  if (const clang::Type *Element = T->getArrayElementTypeNoTypeQual())
    return clang::QualType(Element, 0);
  return {};
}

const clang::CXXRecordDecl *witnessBehind(clang::QualType T) {
  for (; !T.isNull(); T = behind(T))
    if (const clang::CXXRecordDecl *W = asWitness(T))
      return W;
  return nullptr;
}

namespace {

class HolderWalk {
public:
  HolderWalk(Holding How, const CheckContext &Ctx) : How(How), Ctx(Ctx) {}

  const clang::CXXRecordDecl *visit(clang::QualType T) {
    bool Address = false;
    while (!T.isNull() && !T->isDependentType()) {
      if (const clang::CXXRecordDecl *W = asWitness(T))
        return isUnique(*W) ? W : nullptr;
      Address |= T->isAnyPointerType() || T->isReferenceType();
      if (Address && How == Holding::Object)
        return nullptr;
      clang::QualType Next = behind(T);
      if (Next.isNull())
        break;
      T = Next;
    }
    // What a pointer leads to is stored elsewhere.
    return T.isNull() || Address ? nullptr
                                 : visitClass(T->getAsCXXRecordDecl());
  }

private:
  const clang::CXXRecordDecl *visitClass(const clang::CXXRecordDecl *R) {
    R = R ? R->getDefinition() : nullptr;
    if (!R || R->isInvalidDecl() || R->isDependentContext() ||
        !Seen.insert(R).second ||
        Ctx.classify(R->getLocation()) == LocationClass::Library)
      return nullptr;
    for (const clang::CXXBaseSpecifier &B : R->bases())
      if (const clang::CXXRecordDecl *W = visit(B.getType()))
        return W;
    for (const clang::FieldDecl *F : R->fields())
      if (const clang::CXXRecordDecl *W = visit(F->getType()))
        return W;
    return nullptr;
  }

  Holding How;
  const CheckContext &Ctx;
  llvm::SmallPtrSet<const clang::CXXRecordDecl *, 16> Seen;
};

} // namespace

const clang::CXXRecordDecl *findUniqueWitness(clang::QualType T, Holding How,
                                              const CheckContext &Ctx) {
  return HolderWalk(How, Ctx).visit(T);
}

bool isPartOfWitness(const clang::Decl &D) {
  auto IsWitness = [](const auto *Candidate) {
    const auto *R = llvm::dyn_cast<clang::CXXRecordDecl>(Candidate);
    return R && attr::has(*R, attr::Witness);
  };
  if (IsWitness(&D))
    return true;
  // Lexically: a friend that is defined in the class counts.
  for (const clang::DeclContext *DC = D.getLexicalDeclContext(); DC;
       DC = DC->getLexicalParent())
    if (IsWitness(DC))
      return true;
  for (const clang::DeclContext *DC = D.getDeclContext(); DC;
       DC = DC->getParent())
    if (IsWitness(DC))
      return true;
  return false;
}

} // namespace oxide::cuda
