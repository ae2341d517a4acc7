// SPDX-License-Identifier: Apache-2.0
//
// A visitor that knows, at each statement, the function it is in and the
// unsafe and manual zones around it.

#ifndef OXIDE_CHECKERS_CORE_ZONEVISITOR_H
#define OXIDE_CHECKERS_CORE_ZONEVISITOR_H

#include "core/Attributes.h"
#include "core/FirstPartyVisitor.h"
#include "core/Verdict.h"
#include <algorithm>
#include <deque>

namespace oxide {

template <class Derived> class ZoneVisitor : public FirstPartyVisitor<Derived> {
  using Base = FirstPartyVisitor<Derived>;

public:
  using Base::Base;

  bool TraverseAttributedStmt(clang::AttributedStmt *S) {
    size_t Depth = Stack.size();
    for (const clang::Attr *A : S->getAttrs())
      open(A, /*OnFunction=*/false);
    bool Continue = Base::TraverseAttributedStmt(S);
    Stack.resize(Depth);
    return Continue;
  }

  bool TraverseFunctionDecl(clang::FunctionDecl *F) {
    return inside(F, [&] { return Base::TraverseFunctionDecl(F); });
  }
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl *F) {
    return inside(F, [&] { return Base::TraverseCXXMethodDecl(F); });
  }
  bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl *F) {
    return inside(F, [&] { return Base::TraverseCXXConstructorDecl(F); });
  }
  bool TraverseCXXDestructorDecl(clang::CXXDestructorDecl *F) {
    return inside(F, [&] { return Base::TraverseCXXDestructorDecl(F); });
  }
  bool TraverseCXXConversionDecl(clang::CXXConversionDecl *F) {
    return inside(F, [&] { return Base::TraverseCXXConversionDecl(F); });
  }
  /// The body of a lambda belongs to its call operator and to the zones
  /// around the lambda expression.
  bool TraverseLambdaExpr(clang::LambdaExpr *L) {
    return inside(L->getCallOperator(),
                  [&] { return Base::TraverseLambdaExpr(L); });
  }

protected:
  clang::FunctionDecl *currentFunction() const { return Function; }

  /// The strongest zone around the current statement.
  OpTier currentZone() const {
    OpTier Strongest = OpTier::Safe;
    for (const ZoneRecord *Z : Stack)
      Strongest = std::max(Strongest, Z->Tier);
    return Strongest;
  }

  /// The innermost zone that covers an operation of tier \p T; null when the
  /// operation stands outside every such zone.
  ZoneRecord *coveringZone(OpTier T) {
    for (ZoneRecord *Z : llvm::reverse(Stack))
      if (Z->Tier >= T)
        return Z;
    return nullptr;
  }

  /// All zones seen so far; a zone of a template has a record for each
  /// instantiation.
  std::deque<ZoneRecord> Zones;

private:
  template <class Body> bool inside(clang::FunctionDecl *F, Body Traverse) {
    clang::FunctionDecl *Outer = std::exchange(Function, F);
    size_t Depth = Stack.size();
    if (F->isThisDeclarationADefinition())
      for (llvm::StringRef Name :
           {llvm::StringRef(attr::Unsafe), llvm::StringRef(attr::Manual)})
        if (const clang::SuppressAttr *A = attr::findAttr(*F, Name))
          open(A, /*OnFunction=*/true);
    bool Continue = Traverse();
    Stack.resize(Depth);
    Function = Outer;
    return Continue;
  }

  void open(const clang::Attr *A, bool OnFunction) {
    bool IsManual = attr::is(*A, attr::Manual);
    if (!IsManual && !attr::is(*A, attr::Unsafe))
      return;
    const auto *S = llvm::cast<clang::SuppressAttr>(A);
    Zones.push_back({IsManual ? OpTier::Manual : OpTier::Unsafe,
                     attr::argument(*S).str(), S->getLocation(), Function});
    Stack.push_back(&Zones.back());
  }

  clang::FunctionDecl *Function = nullptr;
  std::vector<ZoneRecord *> Stack;
};

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_ZONEVISITOR_H
