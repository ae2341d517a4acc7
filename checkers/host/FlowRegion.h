// SPDX-License-Identifier: Apache-2.0
//
// What lies between two places of one function.

#ifndef OXIDE_CHECKERS_HOST_FLOWREGION_H
#define OXIDE_CHECKERS_HOST_FLOWREGION_H

#include "clang/AST/Decl.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace oxide::cuda {

/// A place in a CFG: an element, or the end of a block.
struct FlowPoint {
  const clang::CFGBlock *Block = nullptr;
  size_t Index = 0;
};

class FlowRegions {
public:
  explicit FlowRegions(const clang::CFG &Flow);

  /// The place of the expression or declaration statement \p S.
  std::optional<FlowPoint> find(const clang::Stmt *S) const;
  /// Where the local variable \p V begins to live.
  std::optional<FlowPoint> find(const clang::VarDecl *V) const;
  FlowPoint exit() const;

  /// Whether control can come from behind \p From to \p To, and no element on
  /// any way there is one that \p Stops accepts. Where both stand in one block
  /// the straight way counts alone; where they are the same element, the next
  /// time that it is executed.
  bool
  connects(FlowPoint From, FlowPoint To,
           llvm::function_ref<bool(const clang::CFGElement &)> Stops) const;

private:
  const clang::CFG &Flow;
  llvm::DenseMap<const clang::Stmt *, FlowPoint> Places;
  llvm::DenseMap<const clang::Decl *, FlowPoint> Declarations;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_FLOWREGION_H
