// SPDX-License-Identifier: Apache-2.0
//
// What a pointer to a function can point to.

#ifndef OXIDE_CHECKERS_PROVER_ADDRESSTAKEN_H
#define OXIDE_CHECKERS_PROVER_ADDRESSTAKEN_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <vector>

namespace oxide::prover {

/// The functions for the device with a body whose address the unit takes, or
/// may take through the conversion of a lambda; in source order.
std::vector<const clang::FunctionDecl *>
addressTakenFunctions(clang::ASTContext &AST);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_ADDRESSTAKEN_H
