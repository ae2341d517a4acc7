// SPDX-License-Identifier: Apache-2.0

#include "cuda/TypeText.h"

namespace oxide::cuda {

std::string quotedType(clang::QualType T, const clang::ASTContext &AST) {
  clang::PrintingPolicy Policy = AST.getPrintingPolicy();
  Policy.AnonymousTagLocations = false;
  return "'" + T.getAsString(Policy) + "'";
}

std::string quotedType(const clang::CXXRecordDecl &R) {
  const clang::ASTContext &AST = R.getASTContext();
  return quotedType(AST.getCanonicalTagType(&R), AST);
}

std::string plainName(const clang::NamedDecl &D) {
  std::string Name = D.getNameAsString();
  for (const clang::DeclContext *DC = D.getDeclContext(); DC;
       DC = DC->getParent())
    if (const auto *Scope = llvm::dyn_cast<clang::NamedDecl>(DC);
        Scope && Scope->getIdentifier() && !DC->isInlineNamespace())
      Name = (Scope->getName() + "::" + Name).str();
  return Name;
}

} // namespace oxide::cuda
