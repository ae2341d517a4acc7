// SPDX-License-Identifier: Apache-2.0
//
// The pass that takes checks which are proven to be redundant out of code.

#ifndef OXIDE_CHECKERS_PROVER_CHECKREMOVAL_H
#define OXIDE_CHECKERS_PROVER_CHECKREMOVAL_H

#include "prover/DeviceModule.h"
#include "llvm/Passes/PassBuilder.h"

namespace oxide::prover {

/// Whether \p I is the call of the library that a failed check makes.
bool isCheckFailure(const llvm::Instruction &I);

/// Lets the pipelines of \p Builder remove checks, above -O0. Each check is
/// proven on the very code from which it is removed.
void addCheckRemoval(llvm::PassBuilder &Builder);

/// A check that optimisation leaves.
struct CompiledCheck {
  /// The places of the failed check, as SourceLines::chain() has them.
  llvm::SmallVector<clang::SourceLocation, 4> Chain;
  bool InLoop = false;
};

/// What -O3 makes of \p Kernel, generated anew, with the removal of checks.
std::vector<CompiledCheck> compiledChecks(clang::ASTContext &AST,
                                          const clang::FunctionDecl &Kernel);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_CHECKREMOVAL_H
