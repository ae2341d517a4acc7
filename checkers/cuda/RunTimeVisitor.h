// SPDX-License-Identifier: Apache-2.0
//
// A visitor over what runs on the device: implicit code too, but no operand
// that is not evaluated, no constant expression, no branch that is dropped.

#ifndef OXIDE_CHECKERS_CUDA_RUNTIMEVISITOR_H
#define OXIDE_CHECKERS_CUDA_RUNTIMEVISITOR_H

#include "core/ZoneVisitor.h"
#include "cuda/DeviceCode.h"

namespace oxide::cuda {

template <class Derived> class RunTimeVisitor : public ZoneVisitor<Derived> {
  using Base = ZoneVisitor<Derived>;

public:
  using Base::Base;

  /// Implicit constructors, destructors, loop variables of range-for and
  /// instances of generic lambdas do things that nobody wrote out.
  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) {
    return true;
  }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr *) { return true; }
  bool TraverseRequiresExpr(clang::RequiresExpr *) { return true; }
  bool TraverseConstantExpr(clang::ConstantExpr *) { return true; }
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl *) { return true; }
  bool TraverseCXXTypeidExpr(clang::CXXTypeidExpr *E) {
    return !E->isPotentiallyEvaluated() || Base::TraverseCXXTypeidExpr(E);
  }
  bool TraverseTypeLoc(clang::TypeLoc, bool = true) { return true; }
  bool TraverseIfStmt(clang::IfStmt *S) {
    const clang::Stmt *Dead = deadBranch(*S, this->context().ast());
    for (clang::Stmt *Child : S->children())
      if (Child && Child != Dead && !this->getDerived().TraverseStmt(Child))
        return false;
    return true;
  }
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_RUNTIMEVISITOR_H
