// SPDX-License-Identifier: Apache-2.0
//
// Types in messages.

#ifndef OXIDE_CHECKERS_CUDA_TYPETEXT_H
#define OXIDE_CHECKERS_CUDA_TYPETEXT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"
#include <string>

namespace oxide::cuda {

/// "'float4 *'". A lambda or unnamed class is printed without its location: a
/// message must not depend on where a checkout lies.
std::string quotedType(clang::QualType T, const clang::ASTContext &AST);

/// "'oxide::ThreadIndex<oxide::Index1D>'".
std::string quotedType(const clang::CXXRecordDecl &R);

/// The name of \p D with its namespaces and classes, without template arguments
/// and inline namespaces: `oxide::Slice::operator[]`.
std::string plainName(const clang::NamedDecl &D);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_TYPETEXT_H
