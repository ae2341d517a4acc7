// SPDX-License-Identifier: Apache-2.0
//
// The functions of a unit that run on the host and use the device, with their
// control flow.

#ifndef OXIDE_CHECKERS_HOST_HOSTCODE_H
#define OXIDE_CHECKERS_HOST_HOSTCODE_H

#include "core/CheckContext.h"
#include "cuda/Launch.h"
#include "host/HostApi.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>
#include <memory>

namespace oxide::cuda {

/// One function with a body, as instantiated.
class HostFunction {
public:
  const clang::FunctionDecl *Decl = nullptr;
  /// In the order of the source.
  std::vector<ApiCall> Calls;
  std::vector<Launch> Launches;
  /// Calls of other functions with a body in this unit.
  std::vector<const clang::CallExpr *> UserCalls;

  /// Whether it does anything that a checker of host code looks at.
  bool usesDevice() const { return !Calls.empty() || !Launches.empty(); }

  /// The control flow with destructors of local variables, built on first use;
  /// null where clang cannot make it.
  const clang::CFG *cfg() const;

private:
  mutable std::unique_ptr<clang::CFG> Flow;
  mutable bool Built = false;
};

/// All functions of the unit that run on the host; a fact of CheckContext.
class HostCode {
public:
  explicit HostCode(CheckContext &Ctx);

  const std::deque<HostFunction> &functions() const { return Functions; }

  /// The function that \p F is or has its body from; null when it has none in
  /// this unit.
  const HostFunction *find(const clang::FunctionDecl *F) const;

private:
  friend class HostCodeVisitor;
  std::deque<HostFunction> Functions;
  llvm::DenseMap<const clang::FunctionDecl *, const HostFunction *> Index;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_HOSTCODE_H
