// SPDX-License-Identifier: Apache-2.0
//
// Expressions that designate the one element which a safe access (a function
// with oxide_access) returned.

#ifndef OXIDE_CHECKERS_TIER_ELEMENTACCESS_H
#define OXIDE_CHECKERS_TIER_ELEMENTACCESS_H

#include "clang/AST/Expr.h"

namespace oxide {

/// The access whose element the lvalue \p E is, directly or through local
/// references; null when it is something else, a member of the element too.
const clang::CallExpr *accessOfElement(const clang::Expr *E);

/// The access whose element the pointer \p E points to: its address was taken
/// in this expression, or the access returned it as a pointer. With a
/// conditional operator both sides must be such; one of them is returned.
const clang::CallExpr *accessBehindPointer(const clang::Expr *E);

/// The type of the element of \p Access, const where it may not be written.
clang::QualType elementType(const clang::CallExpr &Access);

} // namespace oxide

#endif // OXIDE_CHECKERS_TIER_ELEMENTACCESS_H
