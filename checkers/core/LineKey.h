// SPDX-License-Identifier: Apache-2.0
//
// A source line as fingerprints see it.

#ifndef OXIDE_CHECKERS_CORE_LINEKEY_H
#define OXIDE_CHECKERS_CORE_LINEKEY_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace oxide {

/// The names of the parameters and variables of \p F and of the functions
/// around it; those of the template where \p F is an instantiation.
llvm::StringSet<> localNames(const clang::FunctionDecl *F);

/// The tokens of \p Line without white space and comments. Each name of \p
/// Locals becomes "$1", "$2", .. in the order in which they come, so that a
/// renamed local leaves the key as it is.
std::string lineKey(llvm::StringRef Line, const llvm::StringSet<> &Locals);

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_LINEKEY_H
