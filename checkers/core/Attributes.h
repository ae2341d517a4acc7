// SPDX-License-Identifier: Apache-2.0
//
// The Oxide attributes as they stand in the AST.
//
// The attribute handlers (plugin/common) keep each attribute as a
// clang::SuppressAttr whose first identifier is one of the names below and
// whose second, where there is one, is the argument. SuppressAttr is the
// carrier because it is accepted on declarations and statements, is cloned
// into template instantiations, is written to PCH files, and changes neither
// IR nor PTX; AnnotateAttr on a function does (measured on clang 22.1.8).

#ifndef OXIDE_CHECKERS_CORE_ATTRIBUTES_H
#define OXIDE_CHECKERS_CORE_ATTRIBUTES_H

#include "core/Tier.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <optional>

namespace oxide::attr {

inline constexpr llvm::StringLiteral Kernel = "oxide_kernel";
inline constexpr llvm::StringLiteral ModeName = "oxide_mode";
inline constexpr llvm::StringLiteral Unsafe = "oxide_unsafe";
inline constexpr llvm::StringLiteral Manual = "oxide_manual";
inline constexpr llvm::StringLiteral Tier = "oxide_tier";
inline constexpr llvm::StringLiteral Witness = "oxide_witness";
inline constexpr llvm::StringLiteral Sealed = "oxide_sealed";
inline constexpr llvm::StringLiteral Access = "oxide_access";

/// The attribute \p Name of \p D or of any of its redeclarations; for a
/// template instantiation also of its pattern. Null when absent.
const clang::SuppressAttr *findAttr(const clang::Decl &D, llvm::StringRef Name);

inline bool has(const clang::Decl &D, llvm::StringRef Name) {
  return findAttr(D, Name) != nullptr;
}

/// The argument of \p A, or an empty string.
llvm::StringRef argument(const clang::SuppressAttr &A);

/// Whether \p A carries an Oxide attribute of name \p Name.
bool is(const clang::Attr &A, llvm::StringRef Name);

/// The tier that calling \p F needs by its own declaration: an attribute
/// oxide_tier. Safe when it has none.
OpTier declaredTier(const clang::FunctionDecl &F);

/// The mode that \p F asks for itself: oxide_mode, else Enforce for
/// oxide_kernel, else nothing. Looks through lambdas and local classes to the
/// function around them.
std::optional<Mode> declaredMode(const clang::FunctionDecl &F);

} // namespace oxide::attr

#endif // OXIDE_CHECKERS_CORE_ATTRIBUTES_H
