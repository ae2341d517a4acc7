// SPDX-License-Identifier: Apache-2.0

#include "tier/WitnessKeeping.h"
#include "cuda/LibraryTypes.h"
#include "cuda/TypeText.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide {

using cuda::Holding;

const clang::CXXRecordDecl *WitnessKeeping::anywhere(clang::QualType T) {
  if (T.isNull() || T->isDependentType())
    return nullptr;
  auto [It, New] = Found.try_emplace(T.getCanonicalType(), nullptr);
  if (New)
    It->second = cuda::findUniqueWitness(T, Holding::Any, Ctx);
  return It->second;
}

const clang::CXXRecordDecl *WitnessKeeping::here(clang::QualType T) {
  const clang::CXXRecordDecl *W = anywhere(T);
  if (!W || cuda::witnessBehind(T))
    return W;
  const clang::CXXRecordDecl *R =
      T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  // What a lambda captures is reported at the capture, if at all.
  if (!R || R->isLambda())
    return nullptr;
  if (!Ctx.isFirstParty(R->getLocation()))
    return W;
  const clang::CXXRecordDecl *Pattern = R->getTemplateInstantiationPattern();
  if (!Pattern)
    return nullptr;
  bool Reported = llvm::any_of(Pattern->fields(), [&](clang::FieldDecl *F) {
    return anywhere(F->getType()) != nullptr;
  });
  return Reported ? nullptr : W;
}

const clang::CXXRecordDecl *WitnessKeeping::byValue(clang::QualType T) {
  const clang::CXXRecordDecl *W = here(T);
  return W && cuda::witnessBehind(T)
             ? cuda::findUniqueWitness(T, Holding::Object, Ctx)
             : W;
}

std::string WitnessKeeping::describe(clang::QualType T,
                                     const clang::CXXRecordDecl &W) {
  T = W.getASTContext().getBaseElementType(T);
  llvm::StringRef How = T->isReferenceType()    ? "a reference to "
                        : T->isAnyPointerType() ? "the address of "
                                                : "";
  return (How + "a witness of type " + cuda::quotedType(W)).str();
}

} // namespace oxide
