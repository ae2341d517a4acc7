// SPDX-License-Identifier: Apache-2.0
//
// Everything in a body that runs code of other functions.

#ifndef OXIDE_CHECKERS_HOST_EXECUTEDCODE_H
#define OXIDE_CHECKERS_HOST_EXECUTEDCODE_H

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallVector.h"

namespace oxide::cuda {

class ExecutedCode : public clang::RecursiveASTVisitor<ExecutedCode> {
public:
  explicit ExecutedCode(clang::Stmt *Body) { TraverseStmt(Body); }

  llvm::SmallVector<const clang::CallExpr *, 8> Calls;
  /// Constructors and destructors.
  llvm::SmallVector<const clang::FunctionDecl *, 8> Functions;

  bool shouldVisitImplicitCode() const { return true; }
  // Runs where it is called.
  bool TraverseLambdaExpr(clang::LambdaExpr *) { return true; }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *Made) {
    Functions.push_back(Made->getConstructor());
    addDestructor(Made->getType());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *V) {
    addDestructor(V->getType());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *Call) {
    Calls.push_back(Call);
    return true;
  }

private:
  void addDestructor(clang::QualType T) {
    if (const clang::CXXRecordDecl *R = T->getAsCXXRecordDecl();
        R && R->hasDefinition() && !R->hasTrivialDestructor())
      Functions.push_back(R->getDestructor());
  }
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_EXECUTEDCODE_H
