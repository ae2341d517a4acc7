// SPDX-License-Identifier: Apache-2.0
//
// Kernel launches: k<<<...>>>(...), cudaLaunchKernel and its relatives,
// cuLaunchKernel and its relatives.

#ifndef OXIDE_CHECKERS_CUDA_LAUNCH_H
#define OXIDE_CHECKERS_CUDA_LAUNCH_H

#include "core/Tier.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include <optional>

namespace oxide::cuda {

enum class LaunchForm : uint8_t {
  Chevron, ///< k<<<grid, block, smem, stream>>>(args)
  Runtime, ///< cudaLaunchKernel, cudaLaunchKernelEx, cooperative forms
  Driver   ///< cuLaunchKernel, cuLaunchKernelEx, cooperative forms
};

struct Launch {
  LaunchForm Form;
  const clang::CallExpr *Call;
  llvm::StringRef Api; ///< "<<<>>>" or the name of the called function
  /// The kernel, where it is named in the call.
  const clang::FunctionDecl *Kernel = nullptr;
  /// Arguments that bind to the kernel's parameters, for Chevron only.
  llvm::ArrayRef<clang::Expr *> Arguments;
  const clang::FunctionDecl *Function = nullptr; ///< that launches
  OpTier Zone = OpTier::Safe; ///< strongest zone around the launch
};

/// The launch that \p Call performs, if it is one.
std::optional<Launch> asLaunch(const clang::CallExpr &Call);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_LAUNCH_H
