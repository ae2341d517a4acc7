// SPDX-License-Identifier: Apache-2.0
//
// What becomes of an address that an expression takes.

#ifndef OXIDE_CHECKERS_TIER_ADDRESSUSE_H
#define OXIDE_CHECKERS_TIER_ADDRESSUSE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace oxide {

/// The object whose address \p E takes, with `&`, std::addressof or the
/// builtin; null for other expressions.
const clang::Expr *addressedObject(const clang::Expr &E);

/// An address on its way to a use.
struct AddressUse {
  clang::DynTypedNode
      User; ///< call, declaration, assignment, return, cast, ...
  const clang::Expr *Operand; ///< the part of User that is the address
};

/// Who does something with the value of \p Address, seen through parentheses,
/// implicit conversions, casts that keep the pointed-to type, commas and
/// conditional operators. Nothing when the address is only dereferenced,
/// compared, tested or thrown away.
std::optional<AddressUse> useOfAddress(const clang::Expr &Address,
                                       clang::ASTContext &AST);

} // namespace oxide

#endif // OXIDE_CHECKERS_TIER_ADDRESSUSE_H
