// SPDX-License-Identifier: Apache-2.0

#include "host/HostApi.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

namespace oxide::cuda {

namespace {

constexpr int None = HostApi::None, Blocks = HostApi::Blocks,
              Illegal = HostApi::Illegal, Async = HostApi::Async,
              Unchecked = HostApi::Unchecked, Legacy = HostApi::Legacy;

constexpr HostApi Rows[] = {
#define OXIDE_HOST_API(Name, Role, Space, Target, Source, Bytes, Kind, Stream, \
                       Other, Flags)                                           \
  {llvm::StringLiteral(Name),                                                  \
   ApiRole::Role,                                                              \
   MemorySpace::Space,                                                         \
   Target,                                                                     \
   Source,                                                                     \
   Bytes,                                                                      \
   Kind,                                                                       \
   Stream,                                                                     \
   Other,                                                                      \
   static_cast<uint8_t>(Flags)},
#include "host/HostApi.def"
};

/// The same function under another name: with a per-thread default stream, of
/// a later version of the driver interface.
constexpr llvm::StringLiteral Suffixes[] = {"_ptsz", "_ptds", "_v2", "_v3"};

} // namespace

llvm::StringRef toString(MemorySpace Space) {
  switch (Space) {
  case MemorySpace::Host:
    return "host memory";
  case MemorySpace::Pinned:
    return "pinned host memory";
  case MemorySpace::Device:
    return "device memory";
  case MemorySpace::Managed:
    return "managed memory";
  case MemorySpace::Array:
    return "a CUDA array";
  case MemorySpace::Unknown:
    break;
  }
  return "memory";
}

const HostApi *findHostApi(llvm::StringRef Name) {
  if (!Name.starts_with("cu") && !Name.starts_with("hip"))
    return nullptr;
  for (llvm::StringRef Suffix : Suffixes)
    Name.consume_back(Suffix);
  llvm::SmallString<48> Cuda;
  if (Name.consume_front("hip")) {
    Cuda = "cuda";
    Cuda += Name;
    Name = Cuda;
  }
  const HostApi *Row =
      llvm::find_if(Rows, [&](const HostApi &A) { return A.Name == Name; });
  return Row == std::end(Rows) ? nullptr : Row;
}

const clang::Expr *ApiCall::argument(int Number) const {
  if (Number < 0 || static_cast<unsigned>(Number) >= Call->getNumArgs())
    return nullptr;
  const clang::Expr *Argument = Call->getArg(Number);
  return llvm::isa<clang::CXXDefaultArgExpr>(Argument) ? nullptr : Argument;
}

llvm::StringRef ApiCall::name() const {
  return Call->getDirectCallee()->getName();
}

std::optional<ApiCall> asApiCall(const clang::CallExpr &Call) {
  const clang::FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->getIdentifier() || llvm::isa<clang::CXXMethodDecl>(F))
    return std::nullopt;
  const HostApi *Api = findHostApi(F->getName());
  if (!Api)
    return std::nullopt;
  return ApiCall{&Call, Api};
}

} // namespace oxide::cuda
