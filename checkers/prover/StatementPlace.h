// SPDX-License-Identifier: Apache-2.0
//
// Statements of a kernel between which a statement can be inserted.

#ifndef OXIDE_CHECKERS_PROVER_STATEMENTPLACE_H
#define OXIDE_CHECKERS_PROVER_STATEMENTPLACE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include <optional>
#include <vector>

namespace oxide::prover {

/// Two statements of one pair of braces; one and the same where a loop repeats
/// it.
struct StatementPair {
  const clang::Stmt *Earlier, *Later; ///< in the order of the source
  const clang::CompoundStmt *Braces;
  /// Around both. In a loop Earlier also comes after Later.
  unsigned Loops = 0;
};

/// The statements of \p Kernel that hold \p A and \p B apart, the innermost
/// first, as far as only braces, conditions and loops are around them.
std::vector<StatementPair> statementsApart(const clang::FunctionDecl &Kernel,
                                           clang::SourceLocation A,
                                           clang::SourceLocation B);

/// Whether \p L lies in \p S, both taken where macros are expanded.
bool isWithin(clang::SourceLocation L, const clang::Stmt &S,
              const clang::ASTContext &AST);

/// What inserts the statement \p Text before \p S on a line of its own, or
/// before it on its line where something else precedes it. Nothing where \p S
/// begins in a macro or with a label.
std::optional<clang::FixItHint> insertionBefore(const clang::Stmt &S,
                                                llvm::StringRef Text,
                                                const clang::ASTContext &AST);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_STATEMENTPLACE_H
