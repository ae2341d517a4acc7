// SPDX-License-Identifier: Apache-2.0
//
// Accesses through a pointer that is cast on the spot: *(float4 *)p. Clang
// generates code for what it knows of p; other compilers believe the cast.

#ifndef OXIDE_CHECKERS_CUDA_CASTACCESS_H
#define OXIDE_CHECKERS_CUDA_CASTACCESS_H

#include "core/CheckContext.h"
#include "llvm/ADT/DenseMap.h"

namespace oxide::cuda {

/// The type that an access is cast to, and what is known without the cast.
struct CastAccess {
  uint64_t Size, Alignment; ///< bytes
  uint64_t KnownAlignment;  ///< of the type before the cast

  friend bool operator==(const CastAccess &A, const CastAccess &B) {
    return A.Size == B.Size && A.Alignment == B.Alignment &&
           A.KnownAlignment == B.KnownAlignment;
  }
};

/// All of them in one unit; a fact.
class CastAccesses {
public:
  explicit CastAccesses(CheckContext &Ctx);

  /// Those in the expressions and declarations that are told at \p Loc.
  llvm::ArrayRef<CastAccess> at(clang::SourceLocation Loc) const;

private:
  friend class CastVisitor;
  llvm::DenseMap<clang::SourceLocation, llvm::SmallVector<CastAccess, 1>> Known;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_CASTACCESS_H
