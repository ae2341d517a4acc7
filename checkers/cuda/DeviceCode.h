// SPDX-License-Identifier: Apache-2.0
//
// Questions about device code that a declaration or expression answers alone.

#ifndef OXIDE_CHECKERS_CUDA_DEVICECODE_H
#define OXIDE_CHECKERS_CUDA_DEVICECODE_H

#include "cuda/Intrinsics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

namespace oxide::cuda {

/// Whether \p F is a definition that runs on the device: not a pattern.
bool isDeviceCode(const clang::FunctionDecl &F);

/// A variable that all threads share and that somebody may write.
bool isDeviceVariable(const clang::VarDecl &V);

/// Whether which function runs is known at run time only.
bool isDispatched(const clang::CXXMemberCallExpr &Call);

/// Whether a call of \p Known only touches objects of this thread: `memcpy`
/// between local variables is how bits are reinterpreted in the safe tier.
bool staysPrivate(const Intrinsic &Known,
                  llvm::ArrayRef<const clang::Expr *> Arguments);

/// The branch of \p S that does not exist at run time, or null.
const clang::Stmt *deadBranch(const clang::IfStmt &S,
                              const clang::ASTContext &AST);

/// The functions that run when an object of type \p T is destroyed, as far as
/// somebody wrote them.
void collectDestructors(
    clang::QualType T,
    llvm::SmallVectorImpl<const clang::CXXDestructorDecl *> &Into);

/// The same for the bases and members of \p R.
void collectPartDestructors(
    const clang::CXXRecordDecl &R,
    llvm::SmallVectorImpl<const clang::CXXDestructorDecl *> &Into);

/// Whether the shared array, or the one shared object, \p V has a size of its
/// own, unlike what the launch gives a size.
bool hasKnownExtent(const clang::VarDecl &V);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_DEVICECODE_H
