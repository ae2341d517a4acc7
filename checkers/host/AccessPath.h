// SPDX-License-Identifier: Apache-2.0
//
// Which object an expression means.

#ifndef OXIDE_CHECKERS_HOST_ACCESSPATH_H
#define OXIDE_CHECKERS_HOST_ACCESSPATH_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <compare>
#include <optional>
#include <string>

namespace oxide::cuda {

/// A variable and members of it: "p", "s.buffer", "this->stream". Two equal
/// paths in one function are the same object, as long as nothing is assigned
/// to a part of them.
struct AccessPath {
  /// Null for `this`.
  const clang::VarDecl *Root = nullptr;
  llvm::SmallVector<const clang::FieldDecl *, 2> Members;

  std::string text() const;
  /// The declaration that the path ends in; null for `this`.
  const clang::ValueDecl *last() const;
  /// Whether nothing outside of the function can change what it names.
  bool isLocal() const {
    return Root && Root->hasLocalStorage() &&
           !Root->getType()->isReferenceType();
  }
  /// Whether \p Other is the object or a part of it.
  bool contains(const AccessPath &Other) const;

  friend bool operator==(const AccessPath &, const AccessPath &) = default;
  friend bool operator<(const AccessPath &A, const AccessPath &B);
};

/// The object that the lvalue or value \p E names, through parentheses, casts,
/// copies, `.get()` and `.data()` of standard owners, and members; nothing for
/// elements, results of calls, what pointers point to, and null.
std::optional<AccessPath> pathOf(const clang::Expr *E);

/// The object whose address \p E is: `&x`, or a reference to x where a function
/// takes one.
std::optional<AccessPath> pathOfAddressed(const clang::Expr *E);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_ACCESSPATH_H
