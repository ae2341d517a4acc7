// SPDX-License-Identifier: Apache-2.0

#ifndef OXIDE_CHECKERS_CUDA_CONDITIONALCODE_H
#define OXIDE_CHECKERS_CUDA_CONDITIONALCODE_H

#include "clang/AST/ASTContext.h"

namespace oxide::cuda {

/// Whether a preprocessor line stands in \p Range: another pass or another
/// configuration then sees other code. True where the text is not to be had.
bool hasConditionalCode(clang::SourceRange Range, const clang::ASTContext &AST);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_CONDITIONALCODE_H
