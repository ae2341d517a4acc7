// SPDX-License-Identifier: Apache-2.0
//
// A visitor over what a program computes: operands that are never evaluated
// are left out, since naming an object there does nothing with it.

#ifndef OXIDE_CHECKERS_TIER_EVALUATEDVISITOR_H
#define OXIDE_CHECKERS_TIER_EVALUATEDVISITOR_H

#include "core/ZoneVisitor.h"
#include "clang/AST/ExprConcepts.h"

namespace oxide {

template <class Derived> class EvaluatedVisitor : public ZoneVisitor<Derived> {
public:
  using ZoneVisitor<Derived>::ZoneVisitor;

  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) {
    return true;
  }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr *) { return true; }
  bool TraverseCXXTypeidExpr(clang::CXXTypeidExpr *) { return true; }
  bool TraverseRequiresExpr(clang::RequiresExpr *) { return true; }
  bool TraverseConceptSpecializationExpr(clang::ConceptSpecializationExpr *) {
    return true;
  }
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc, bool = true) {
    return true;
  }
  bool TraverseTypeOfExprTypeLoc(clang::TypeOfExprTypeLoc, bool = true) {
    return true;
  }
};

} // namespace oxide

#endif // OXIDE_CHECKERS_TIER_EVALUATEDVISITOR_H
