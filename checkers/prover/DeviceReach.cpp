// SPDX-License-Identifier: Apache-2.0

#include "prover/DeviceReach.h"
#include "clang/AST/ExprCXX.h"

namespace oxide::prover {

using llvm::dyn_cast;

bool DeviceReach::add(const clang::Decl *D) {
  size_t Before = Definitions.size();
  addDecl(D);
  // A worklist, since expressions of generated code nest deeply.
  while (!Pending.empty()) {
    const clang::Stmt *S = Pending.pop_back_val();
    if (!S)
      continue;
    visit(S);
    for (const clang::Stmt *Child : S->children())
      Pending.push_back(Child);
  }
  return Definitions.size() != Before;
}

void DeviceReach::addDecl(const clang::Decl *D) {
  if (const auto *F = llvm::dyn_cast_or_null<clang::FunctionDecl>(D))
    addFunction(F);
  else if (const auto *V = llvm::dyn_cast_or_null<clang::VarDecl>(D))
    addVariable(V);
  else if (const auto *B = llvm::dyn_cast_or_null<clang::BindingDecl>(D)) {
    Pending.push_back(B->getBinding());
    if (const clang::VarDecl *Holding = B->getHoldingVar())
      Pending.push_back(Holding->getInit());
  }
}

void DeviceReach::addFunction(const clang::FunctionDecl *F) {
  const clang::FunctionDecl *Def = nullptr;
  if (!F->hasBody(Def) || Def->isInvalidDecl() || Def->isDependentContext() ||
      Def->isImmediateFunction() || !Definitions.insert(Def))
    return;
  Pending.push_back(Def->getBody());
  addParts(*Def);
}

void DeviceReach::addVariable(const clang::VarDecl *V) {
  // A static local is emitted with its function.
  if (!V->hasGlobalStorage() || V->isStaticLocal())
    return;
  const clang::VarDecl *Def = V->getDefinition();
  if (!Def || Def->isInvalidDecl() || !Definitions.insert(Def))
    return;
  Pending.push_back(Def->getInit());
}

void DeviceReach::addDestructor(clang::QualType T) {
  if (T.isNull() || T->isDependentType() || T->isReferenceType())
    return;
  const clang::CXXRecordDecl *R =
      T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition() || R->hasTrivialDestructor())
    return;
  if (const clang::CXXDestructorDecl *D = R->getDestructor())
    addFunction(D);
}

/// What constructors and destructors call without saying so in their bodies.
void DeviceReach::addParts(const clang::FunctionDecl &F) {
  const auto *Method = dyn_cast<clang::CXXMethodDecl>(&F);
  if (!Method)
    return;
  const clang::CXXRecordDecl &R = *Method->getParent();
  if (const auto *Constructor = dyn_cast<clang::CXXConstructorDecl>(Method)) {
    for (const clang::CXXCtorInitializer *Init : Constructor->inits())
      Pending.push_back(Init->getInit());
    if (R.isDynamicClass() && Dynamic.insert(&R))
      for (const clang::CXXMethodDecl *Other : R.methods())
        if (Other->isVirtual())
          addFunction(Other);
  }
  if (llvm::isa<clang::CXXDestructorDecl>(Method)) {
    for (const clang::CXXBaseSpecifier &Base : R.bases())
      addDestructor(Base.getType());
    for (const clang::FieldDecl *Field : R.fields())
      addDestructor(Field->getType());
  }
}

void DeviceReach::visit(const clang::Stmt *S) {
  if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(S))
    addDecl(Ref->getDecl());
  else if (const auto *Member = dyn_cast<clang::MemberExpr>(S))
    addDecl(Member->getMemberDecl());
  else if (const auto *New = dyn_cast<clang::CXXNewExpr>(S)) {
    addDecl(New->getOperatorNew());
    addDecl(New->getOperatorDelete());
  } else if (const auto *Delete = dyn_cast<clang::CXXDeleteExpr>(S)) {
    addDecl(Delete->getOperatorDelete());
    addDestructor(Delete->getDestroyedType());
  } else if (const auto *Construct = dyn_cast<clang::CXXConstructExpr>(S))
    addDecl(Construct->getConstructor());
  else if (const auto *Init = dyn_cast<clang::CXXInheritedCtorInitExpr>(S))
    addDecl(Init->getConstructor());
  else if (const auto *Bind = dyn_cast<clang::CXXBindTemporaryExpr>(S))
    addDecl(Bind->getTemporary()->getDestructor());
  else if (const auto *Default = dyn_cast<clang::CXXDefaultArgExpr>(S))
    Pending.push_back(Default->getExpr());
  else if (const auto *Field = dyn_cast<clang::CXXDefaultInitExpr>(S))
    Pending.push_back(Field->getExpr());
  else if (const auto *Opaque = dyn_cast<clang::OpaqueValueExpr>(S))
    Pending.push_back(Opaque->getSourceExpr());
  else if (const auto *Decls = dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *D : Decls->decls())
      if (const auto *V = dyn_cast<clang::VarDecl>(D))
        addDestructor(V->getType());
  }
}

} // namespace oxide::prover
