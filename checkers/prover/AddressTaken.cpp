// SPDX-License-Identifier: Apache-2.0

#include "prover/AddressTaken.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace oxide::prover {

namespace {

class AddressTaken : public clang::ConstDynamicRecursiveASTVisitor {
public:
  AddressTaken() { ShouldVisitTemplateInstantiations = true; }

  bool VisitCallExpr(const clang::CallExpr *Call) override {
    if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(
            Call->getCallee()->IgnoreParenImpCasts()))
      Called.insert(Ref);
    return true;
  }

  bool VisitDeclRefExpr(const clang::DeclRefExpr *Ref) override {
    // The callee of a call is seen after the call.
    if (!Called.contains(Ref))
      add(llvm::dyn_cast<clang::FunctionDecl>(Ref->getDecl()));
    return true;
  }

  bool VisitLambdaExpr(const clang::LambdaExpr *Lambda) override {
    if (Lambda->capture_size() == 0)
      add(Lambda->getLambdaClass()->getLambdaStaticInvoker());
    return true;
  }

  std::vector<const clang::FunctionDecl *> take() { return Found.takeVector(); }

private:
  void add(const clang::FunctionDecl *F) {
    const clang::FunctionDecl *Definition = nullptr;
    if (F && F->hasAttr<clang::CUDADeviceAttr>() && !F->isDependentContext() &&
        !F->isInvalidDecl() && F->hasBody(Definition))
      Found.insert(Definition);
  }

  llvm::DenseSet<const clang::DeclRefExpr *> Called;
  llvm::SetVector<const clang::FunctionDecl *,
                  std::vector<const clang::FunctionDecl *>>
      Found;
};

} // namespace

std::vector<const clang::FunctionDecl *>
addressTakenFunctions(clang::ASTContext &AST) {
  AddressTaken Visitor;
  Visitor.TraverseAST(AST);
  return Visitor.take();
}

} // namespace oxide::prover
