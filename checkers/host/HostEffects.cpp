// SPDX-License-Identifier: Apache-2.0

#include "host/HostEffects.h"
#include "host/ExecutedCode.h"
#include "host/LibraryCalls.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::cuda {

using namespace clang;

namespace {

bool waits(const HostApi &Api) {
  switch (Api.Role) {
  case ApiRole::StreamSync:
  case ApiRole::StreamQuery:
  case ApiRole::DeviceSync:
  case ApiRole::EventSync:
  case ApiRole::EventQuery:
  case ApiRole::HostFunction:
  // What is captured is not in flight.
  case ApiRole::CaptureBegin:
  case ApiRole::CaptureEnd:
    return true;
  default:
    return Api.has(HostApi::Blocks);
  }
}

/// Work of the default stream and allocations keep work of other streams that
/// was enqueued later from that which was enqueued before.
bool isImplicitOrder(const ApiCall &Call) {
  if (Call.Api->Role == ApiRole::StreamWait)
    return true;
  if (Call.Api->Role == ApiRole::Allocate)
    return !Call.Api->has(HostApi::Async);
  bool IsWork = Call.Api->isCopy() || Call.Api->Role == ApiRole::Fill ||
                Call.Api->Role == ApiRole::GraphLaunch;
  return IsWork && isDefaultStream(Call.stream());
}

bool isImplicitOrder(const CUDAKernelCallExpr &Launch) {
  const CallExpr &Configuration = *Launch.getConfig();
  return Configuration.getNumArgs() < 4 ||
         isDefaultStream(Configuration.getArg(3));
}

bool has(HostEffect What, const ApiCall &Call) {
  switch (What) {
  case HostEffect::HostWaits:
    return waits(*Call.Api);
  case HostEffect::OrdersStreams:
    return waits(*Call.Api) || isImplicitOrder(Call);
  case HostEffect::EndsCapture:
    return Call.Api->Role == ApiRole::CaptureEnd ||
           Call.Api->Role == ApiRole::CaptureMode;
  }
  return true;
}

} // namespace

bool HostEffects::may(HostEffect What, const CFGElement &E) {
  if (auto D = E.getAs<CFGImplicitDtor>())
    return may(What, D->getDestructorDecl(const_cast<ASTContext &>(AST)));
  auto S = E.getAs<CFGStmt>();
  if (!S)
    return false;
  if (const auto *Call = llvm::dyn_cast<CallExpr>(S->getStmt()))
    return mayCall(What, *Call);
  if (const auto *Made = llvm::dyn_cast<CXXConstructExpr>(S->getStmt()))
    return takesCode(llvm::ArrayRef(Made->getArgs(), Made->getNumArgs())) ||
           may(What, Made->getConstructor());
  return false;
}

bool HostEffects::mayCall(HostEffect What, const CallExpr &Call) {
  if (const auto *Launch = llvm::dyn_cast<CUDAKernelCallExpr>(&Call))
    return What == HostEffect::OrdersStreams && isImplicitOrder(*Launch);
  if (std::optional<ApiCall> Api = asApiCall(Call))
    return has(What, *Api);
  const FunctionDecl *F = Call.getDirectCallee();
  if (F && isCudaName(*F))
    return What != HostEffect::EndsCapture;
  return !F || isOverridable(*F) ||
         takesCode(llvm::ArrayRef(Call.getArgs(), Call.getNumArgs())) ||
         may(What, F);
}

bool HostEffects::may(HostEffect What, const FunctionDecl *F) {
  if (!F)
    return true;
  if (const HostFunction *User = Code.find(F))
    return may(What, *User);
  return !isInertLibraryFunction(*F);
}

bool HostEffects::may(HostEffect What, const HostFunction &F) {
  std::pair<const HostFunction *, unsigned> Key{&F,
                                                static_cast<unsigned>(What)};
  auto [It, New] = Known.try_emplace(Key, false);
  if (!New)
    return It->second;
  ExecutedCode All(F.Decl->getBody());
  bool Result =
      llvm::any_of(All.Calls,
                   [&](const CallExpr *C) { return mayCall(What, *C); }) ||
      llvm::any_of(All.Functions,
                   [&](const FunctionDecl *C) { return may(What, C); });
  return Known[Key] = Result;
}

} // namespace oxide::cuda
