// SPDX-License-Identifier: Apache-2.0

#include "cli/SharedBarrier.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

namespace oxide {

void emptyBarrierDestructor(clang::FunctionDecl &D) {
  const auto *Destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(&D);
  if (!Destructor || !D.doesThisDeclarationHaveABody())
    return;
  const clang::CXXRecordDecl *Class = Destructor->getParent();
  const clang::ASTContext &AST = D.getASTContext();
  if (!Class->getDeclName().isIdentifier() || Class->getName() != "barrier" ||
      !AST.getSourceManager().isInSystemHeader(D.getLocation()))
    return;
  // cuda::barrier in an inline namespace, not cuda::std::barrier.
  const clang::DeclContext *Namespace = Class->getEnclosingNamespaceContext();
  while (Namespace->isInlineNamespace())
    Namespace = Namespace->getParent();
  const auto *Cuda = llvm::dyn_cast<clang::NamespaceDecl>(Namespace);
  if (!Cuda || Cuda->getName() != "cuda" ||
      !Cuda->getParent()->getRedeclContext()->isTranslationUnit())
    return;
  D.setBody(clang::CompoundStmt::CreateEmpty(AST, /*NumStmts=*/0,
                                             /*HasFPFeatures=*/false));
}

} // namespace oxide
