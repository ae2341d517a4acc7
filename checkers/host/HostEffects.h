// SPDX-License-Identifier: Apache-2.0
//
// What calls may do, through the functions of the unit.

#ifndef OXIDE_CHECKERS_HOST_HOSTEFFECTS_H
#define OXIDE_CHECKERS_HOST_HOSTEFFECTS_H

#include "host/HostCode.h"
#include "llvm/ADT/DenseMap.h"

namespace oxide::cuda {

enum class HostEffect : uint8_t {
  HostWaits,     ///< the host waits for work of the device
  OrdersStreams, ///< work of one stream waits for that of another, or the host
  EndsCapture    ///< a capture ends, or what it forbids changes
};

/// A fact of CheckContext.
class HostEffects {
public:
  explicit HostEffects(CheckContext &Ctx)
      : AST(Ctx.ast()), Code(Ctx.get<HostCode>()) {}

  /// Whether \p E may have the effect \p What. What is not in view may, but for
  /// the C and C++ libraries.
  bool may(HostEffect What, const clang::CFGElement &E);
  /// The same for a call of \p F.
  bool may(HostEffect What, const HostFunction &F);

private:
  bool mayCall(HostEffect What, const clang::CallExpr &Call);
  bool may(HostEffect What, const clang::FunctionDecl *F);

  const clang::ASTContext &AST;
  const HostCode &Code;
  llvm::DenseMap<std::pair<const HostFunction *, unsigned>, bool> Known;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_HOSTEFFECTS_H
