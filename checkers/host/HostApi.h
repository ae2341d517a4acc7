// SPDX-License-Identifier: Apache-2.0
//
// Calls of the CUDA runtime and the driver API, by what they do.

#ifndef OXIDE_CHECKERS_HOST_HOSTAPI_H
#define OXIDE_CHECKERS_HOST_HOSTAPI_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace oxide::cuda {

enum class ApiRole : uint8_t {
  Allocate,
  Free,
  Register,
  Copy,
  CopyToDevice,
  CopyToHost,
  CopyToSymbol,
  CopyFromSymbol,
  Fill,
  Prefetch,
  StreamCreate,
  StreamDestroy,
  StreamSync,
  StreamQuery,
  StreamWait,
  HostFunction,
  DeviceSync,
  EventCreate,
  EventRecord,
  EventSync,
  EventQuery,
  EventDestroy,
  CaptureBegin,
  CaptureEnd,
  CaptureMode,
  GraphCreate,
  GraphInstantiate,
  GraphLaunch,
  GraphDestroy,
  FunctionAttribute,
  LastError,
  ErrorText,
  Other
};

enum class MemorySpace : uint8_t {
  Unknown,
  Host,
  Pinned,
  Device,
  Managed,
  Array
};

/// "device memory", for messages.
llvm::StringRef toString(MemorySpace Space);

/// One row of HostApi.def.
struct HostApi {
  enum Flag : uint8_t {
    None = 0,
    Blocks = 1,
    Illegal = 2,
    Async = 4,
    Unchecked = 8,
    Legacy = 16
  };

  llvm::StringLiteral Name;
  ApiRole Role;
  MemorySpace Space;
  int8_t Target, Source, Bytes, Kind, Stream, Other;
  uint8_t Flags;

  bool has(Flag F) const { return Flags & F; }
  bool isCopy() const {
    return Role >= ApiRole::Copy && Role <= ApiRole::CopyFromSymbol;
  }
};

/// The row of the function called \p Name; "hipMalloc" has that of cudaMalloc,
/// "cuMemAlloc_v2" that of cuMemAlloc. Null when there is none.
const HostApi *findHostApi(llvm::StringRef Name);

/// A call of a function of the table.
struct ApiCall {
  const clang::CallExpr *Call = nullptr;
  const HostApi *Api = nullptr;

  /// The argument \p Number, null where there is none or a default stands.
  const clang::Expr *argument(int Number) const;
  const clang::Expr *target() const { return argument(Api->Target); }
  const clang::Expr *source() const { return argument(Api->Source); }
  const clang::Expr *bytes() const { return argument(Api->Bytes); }
  const clang::Expr *kind() const { return argument(Api->Kind); }
  const clang::Expr *stream() const { return argument(Api->Stream); }
  const clang::Expr *other() const { return argument(Api->Other); }

  /// As it is written at the call, "cudaMemcpyAsync".
  llvm::StringRef name() const;
};

std::optional<ApiCall> asApiCall(const clang::CallExpr &Call);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_HOSTAPI_H
