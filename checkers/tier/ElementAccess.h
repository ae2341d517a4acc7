// SPDX-License-Identifier: Apache-2.0
//
// Expressions that designate the one element which a safe access (a function
// with oxide_access) returned.

#ifndef OXIDE_CHECKERS_TIER_ELEMENTACCESS_H
#define OXIDE_CHECKERS_TIER_ELEMENTACCESS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

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

/// Whether \p Cast, of an element of type \p Element or of its address, lets
/// an element be written that is const.
bool removesConst(const clang::ExplicitCastExpr &Cast, clang::QualType Element);

/// Whether \p Cast sees the element as another type. Bytes, the other
/// signedness, and the first member are views that the language allows and
/// that stay inside the element.
bool seesOtherType(const clang::ExplicitCastExpr &Cast, clang::QualType Element,
                   const clang::ASTContext &AST);

} // namespace oxide

#endif // OXIDE_CHECKERS_TIER_ELEMENTACCESS_H
