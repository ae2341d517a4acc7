// SPDX-License-Identifier: Apache-2.0

#include "core/Attributes.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

namespace oxide::attr {

bool is(const clang::Attr &A, llvm::StringRef Name) {
  const auto *S = llvm::dyn_cast<clang::SuppressAttr>(&A);
  return S && S->diagnosticIdentifiers_size() > 0 &&
         *S->diagnosticIdentifiers_begin() == Name;
}

llvm::StringRef argument(const clang::SuppressAttr &A) {
  return A.diagnosticIdentifiers_size() > 1
             ? *std::next(A.diagnosticIdentifiers_begin())
             : llvm::StringRef();
}

static const clang::SuppressAttr *findOn(const clang::Decl &D,
                                         llvm::StringRef Name) {
  for (const auto *A : D.specific_attrs<clang::SuppressAttr>())
    if (is(*A, Name))
      return A;
  return nullptr;
}

/// The declaration in the template that \p D was instantiated from.
static const clang::Decl *patternOf(const clang::Decl &D) {
  if (const auto *F = llvm::dyn_cast<clang::FunctionDecl>(&D))
    return F->getTemplateInstantiationPattern();
  if (const auto *R = llvm::dyn_cast<clang::CXXRecordDecl>(&D))
    return R->getTemplateInstantiationPattern();
  return nullptr;
}

const clang::SuppressAttr *findAttr(const clang::Decl &D,
                                    llvm::StringRef Name) {
  for (const clang::Decl *Redecl : D.redecls())
    if (const clang::SuppressAttr *A = findOn(*Redecl, Name))
      return A;
  if (const clang::Decl *Pattern = patternOf(D); Pattern && Pattern != &D)
    return findAttr(*Pattern, Name);
  return nullptr;
}

OpTier declaredTier(const clang::FunctionDecl &F) {
  const clang::SuppressAttr *A = findAttr(F, Tier);
  if (!A)
    return OpTier::Safe;
  return argument(*A) == "manual" ? OpTier::Manual : OpTier::Unsafe;
}

std::optional<Mode> declaredMode(const clang::FunctionDecl &F) {
  if (const clang::SuppressAttr *A = findAttr(F, ModeName))
    return parseMode(argument(*A));
  if (has(F, Kernel))
    return Mode::Enforce;
  for (const clang::DeclContext *DC = F.getDeclContext(); DC;
       DC = DC->getParent())
    if (const auto *Outer = llvm::dyn_cast<clang::FunctionDecl>(DC))
      return declaredMode(*Outer);
  return std::nullopt;
}

} // namespace oxide::attr
