// SPDX-License-Identifier: Apache-2.0
//
// The numbers that a launch is made with, where they are known.

#ifndef OXIDE_CHECKERS_HOST_LAUNCHVALUES_H
#define OXIDE_CHECKERS_HOST_LAUNCHVALUES_H

#include "core/CheckContext.h"
#include "cuda/Launch.h"
#include <array>
#include <optional>

namespace oxide::cuda {

struct LaunchValues {
  /// Whether control can come to the launch, as far as conditions are known.
  bool Reached = true;
  std::array<std::optional<int64_t>, 3> Grid, Block;
  std::optional<int64_t> DynamicShared; ///< bytes
  /// For messages; null where the launch has none.
  const clang::Expr *GridExpr = nullptr, *BlockExpr = nullptr,
                    *SharedExpr = nullptr;
};

LaunchValues valuesOf(const Launch &L, CheckContext &Ctx);

/// Whether control can come to \p Call in \p F, as far as the conditions
/// around it are known.
bool isReached(const clang::FunctionDecl &F, const clang::CallExpr &Call,
               CheckContext &Ctx);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_LAUNCHVALUES_H
