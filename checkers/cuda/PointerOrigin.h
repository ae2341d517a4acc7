// SPDX-License-Identifier: Apache-2.0
//
// Which memory an expression reaches, as far as the syntax shows it.

#ifndef OXIDE_CHECKERS_CUDA_POINTERORIGIN_H
#define OXIDE_CHECKERS_CUDA_POINTERORIGIN_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace oxide::cuda {

/// Whether the pointer \p E certainly points into an object that only this
/// thread can reach by the rules of the safe tier: a local variable or array,
/// a string literal, `this`, or the element that a safe access returned (an
/// oxide_access function). A pointer variable counts when it only ever
/// holds such pointers and nobody else can change it. Whether the pointer
/// stays inside the object is another question.
bool isThreadPrivatePointer(const clang::Expr *E);

/// Whether the lvalue \p E designates (part of) such an object.
bool isThreadPrivateObject(const clang::Expr *E);

/// "'p'" for a named pointer, else its source text in quotes. Offsets are left
/// out: 'p' also for `p + i` and `p++`.
std::string describePointer(const clang::Expr *E, const clang::ASTContext &AST);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_POINTERORIGIN_H
