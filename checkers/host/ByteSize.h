// SPDX-License-Identifier: Apache-2.0
//
// Sizes that host code passes, as they are written.

#ifndef OXIDE_CHECKERS_HOST_BYTESIZE_H
#define OXIDE_CHECKERS_HOST_BYTESIZE_H

#include "host/AccessPath.h"
#include "clang/AST/ASTContext.h"
#include <vector>

namespace oxide::cuda {

/// A size as a product, through variables that keep their value: `n * m *
/// sizeof(float)`.
struct ByteSize {
  /// The factors that are variables, sorted.
  std::vector<AccessPath> Factors;
  int64_t Constant = 1; ///< the product of the others, without sizeof
  /// The product of all sizeof, 0 when there is none.
  int64_t Unit = 0;
  /// Of a sizeof of a pointer, for "sizeof(p)".
  const clang::UnaryExprOrTypeTraitExpr *OfPointer = nullptr;

  /// All of it, where no variable is in it.
  std::optional<int64_t> value() const {
    if (!Factors.empty())
      return std::nullopt;
    return Constant * (Unit ? Unit : 1);
  }
};

/// Nothing where \p E is no such product.
std::optional<ByteSize> byteSize(const clang::Expr *E,
                                 const clang::ASTContext &AST);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_BYTESIZE_H
