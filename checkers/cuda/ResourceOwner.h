// SPDX-License-Identifier: Apache-2.0
//
// Classes whose destructor releases a CUDA resource.

#ifndef OXIDE_CHECKERS_CUDA_RESOURCEOWNER_H
#define OXIDE_CHECKERS_CUDA_RESOURCEOWNER_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace oxide::cuda {

/// Whether a function called \p Name ends the life of what its argument
/// denotes: cudaFree, cudaStreamDestroy, cublasDestroy, ...
bool isReleaseFunction(llvm::StringRef Name);

/// That a destructor hands a member to a release function.
struct Release {
  const clang::FieldDecl *Field;
  const clang::CallExpr *Call;
};

/// The first raw handle or pointer of \p Class that its destructor releases,
/// itself or through member functions of the class, whatever else the object
/// knows: a release that depends on more than the handle (a flag, a counter)
/// does not count, and neither does a destructor whose body is not in view.
std::optional<Release> unconditionalRelease(const clang::CXXRecordDecl &Class);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_RESOURCEOWNER_H
