// SPDX-License-Identifier: Apache-2.0
//
// A visitor over the code that users may change: system headers and the Oxide
// headers are skipped as whole top-level declarations, template instantiations
// are visited, their uninstantiated patterns too.

#ifndef OXIDE_CHECKERS_CORE_FIRSTPARTYVISITOR_H
#define OXIDE_CHECKERS_CORE_FIRSTPARTYVISITOR_H

#include "core/CheckContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace oxide {

template <class Derived>
class FirstPartyVisitor : public clang::RecursiveASTVisitor<Derived> {
public:
  explicit FirstPartyVisitor(CheckContext &Ctx) : Ctx(Ctx) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  /// Visits every first-party declaration at namespace scope. Declarations
  /// that come from a PCH were visited when that was built.
  void run() { visitScope(Ctx.ast().getTranslationUnitDecl()); }

protected:
  CheckContext &context() { return Ctx; }

private:
  void visitScope(clang::DeclContext *Scope) {
    for (clang::Decl *D : Scope->noload_decls()) {
      if (D->isFromASTFile() || !Ctx.isFirstParty(D->getLocation()))
        continue;
      this->getDerived().TraverseDecl(D);
    }
  }

  CheckContext &Ctx;
};

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_FIRSTPARTYVISITOR_H
