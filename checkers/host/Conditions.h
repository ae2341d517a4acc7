// SPDX-License-Identifier: Apache-2.0
//
// Under which conditions host code stands, as far as they make a statement
// about it uncertain.

#ifndef OXIDE_CHECKERS_HOST_CONDITIONS_H
#define OXIDE_CHECKERS_HOST_CONDITIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace oxide::cuda {

/// Whether \p E in the body of \p F runs only after a look at an error code of
/// CUDA, and perhaps only where a call failed.
bool isUnderErrorCode(const clang::FunctionDecl &F, const clang::Expr &E);

/// Whether \p E in the body of \p F runs only for some types that it asks for
/// at run time, so that one instantiation of a template never comes there.
bool isUnderTypeQuery(const clang::FunctionDecl &F, const clang::Expr &E);

/// Whether \p Later happens only where the conditions around \p Earlier hold:
/// two branches with conditions of their own may exclude each other.
bool isUnderConditionsOf(const clang::FunctionDecl &F, const clang::Expr &Later,
                         const clang::Expr &Earlier);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_CONDITIONS_H
