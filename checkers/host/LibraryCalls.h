// SPDX-License-Identifier: Apache-2.0
//
// What is known of calls whose body nobody has in view.

#ifndef OXIDE_CHECKERS_HOST_LIBRARYCALLS_H
#define OXIDE_CHECKERS_HOST_LIBRARYCALLS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"

namespace oxide::cuda {

/// Whether \p F is a function of the CUDA runtime, the driver API or HIP, by
/// its name: one that HostApi.def need not have.
bool isCudaName(const clang::FunctionDecl &F);

/// Whether \p F has nothing to do with CUDA and does not wait for threads that
/// may: most of the C and C++ libraries, and what the compiler writes.
bool isInertLibraryFunction(const clang::FunctionDecl &F);

/// Whether a call that names \p F may run another function.
bool isOverridable(const clang::FunctionDecl &F);

/// Whether \p Arguments hand over something that the callee may run.
bool takesCode(llvm::ArrayRef<const clang::Expr *> Arguments);

/// Whether \p Stream, null where a call has none, is the default stream.
bool isDefaultStream(const clang::Expr *Stream);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_LIBRARYCALLS_H
