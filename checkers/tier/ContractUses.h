// SPDX-License-Identifier: Apache-2.0
//
// Calls of device functions that rely on the contract of a kernel named in a
// template argument: oxide::assume<kernel>(parameters...),
// oxide::thread::index_1d<kernel>(), oxide::thread::grid_stride<kernel>(...).

#ifndef OXIDE_CHECKERS_TIER_CONTRACTUSES_H
#define OXIDE_CHECKERS_TIER_CONTRACTUSES_H

#include "core/CheckContext.h"
#include "clang/AST/Expr.h"
#include <vector>

namespace oxide::cuda {

struct ContractUse {
  const clang::CallExpr *Call;
  const clang::FunctionDecl *Kernel;   ///< named in the template argument
  const clang::FunctionDecl *Function; ///< that calls, outside any lambda
  bool IsAssume; ///< the parameters of the kernel are passed as well
};

/// All such calls of first-party code, as instantiated.
std::vector<ContractUse> contractUses(CheckContext &Ctx);

/// Whether \p E is the parameter \p P itself.
bool names(const clang::Expr *E, const clang::ParmVarDecl &P);

/// An assignment to \p P that stands in the source before \p Use, if any.
const clang::Expr *writeBefore(const clang::ParmVarDecl &P,
                               const ContractUse &Use);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_TIER_CONTRACTUSES_H
