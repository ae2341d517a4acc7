// SPDX-License-Identifier: Apache-2.0
//
// Calls of oxide::assume<kernel>(parameters...).

#ifndef OXIDE_CHECKERS_TIER_ASSUMECALLS_H
#define OXIDE_CHECKERS_TIER_ASSUMECALLS_H

#include "core/CheckContext.h"
#include "clang/AST/Expr.h"
#include <vector>

namespace oxide::cuda {

struct AssumeCall {
  const clang::CallExpr *Call;
  const clang::FunctionDecl *Kernel;   ///< named in the template argument
  const clang::FunctionDecl *Function; ///< that calls, outside any lambda
};

/// All such calls of first-party code, as instantiated.
std::vector<AssumeCall> assumeCalls(CheckContext &Ctx);

/// Whether \p E is the parameter \p P itself.
bool names(const clang::Expr *E, const clang::ParmVarDecl &P);

/// An assignment to \p P that stands in the source before \p Call, if any.
const clang::Expr *writeBefore(const clang::ParmVarDecl &P,
                               const AssumeCall &Call);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_TIER_ASSUMECALLS_H
