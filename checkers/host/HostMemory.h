// SPDX-License-Identifier: Apache-2.0
//
// Which expressions of host code certainly denote memory that a device cannot
// reach by CUDA's rules: automatic and static host variables, temporaries,
// string literals, elements of standard containers.

#ifndef OXIDE_CHECKERS_HOST_HOSTMEMORY_H
#define OXIDE_CHECKERS_HOST_HOSTMEMORY_H

#include "core/CheckContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <string>

namespace oxide::cuda {

class HostMemory {
public:
  explicit HostMemory(CheckContext &Ctx);

  /// What the lvalue or temporary \p E is: "host variable 'n'", "a temporary".
  /// Nothing when it is not certain.
  std::optional<std::string> object(const clang::Expr *E) const;

  /// What the pointer \p E points to, in the same words.
  std::optional<std::string> pointee(const clang::Expr *E) const;

  /// Whether the device may read memory of the host's that nobody told it of.
  bool isReadByDevice() const { return PageableAccess; }

private:
  std::optional<std::string> variable(const clang::Expr *E) const;

  /// The program asks whether the device can read pageable memory, so it runs
  /// where it can: any host address may be right. Or it registers memory that
  /// it does not name.
  bool PageableAccess = false;
  /// Variables that are registered with the driver, by address.
  llvm::SmallPtrSet<const clang::Decl *, 4> Registered;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_HOSTMEMORY_H
