// SPDX-License-Identifier: Apache-2.0
//
// From the debug locations of generated code back to the source.

#ifndef OXIDE_CHECKERS_PROVER_SOURCELINES_H
#define OXIDE_CHECKERS_PROVER_SOURCELINES_H

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugLoc.h"

namespace oxide::prover {

/// Debug information names files, lines and columns as `#line` directives
/// present them, so the way back is a table of presented positions.
class SourceLines {
public:
  explicit SourceLines(const clang::SourceManager &Sources)
      : Sources(Sources) {}

  /// The place of \p Loc alone, without those that it is inlined at. Within a
  /// macro it is where the macro is expanded. Invalid for code that the
  /// compiler made up.
  clang::SourceLocation find(const llvm::DILocation *Loc) const;

  /// The places of \p Loc, innermost first: the access itself, then each call
  /// that leads to it from the kernel. Places that are unknown are left out.
  llvm::SmallVector<clang::SourceLocation, 4>
  chain(const llvm::DebugLoc &Loc) const;

private:
  struct Entry {
    clang::FileID File;
    /// Physical line of each presented one; null without `#line` directives.
    std::unique_ptr<llvm::DenseMap<unsigned, unsigned>> Lines;
  };
  void buildIndex() const;
  void indexFile(clang::FileID File, bool HasLineDirectives) const;

  const clang::SourceManager &Sources;
  mutable bool Indexed = false;
  mutable llvm::StringMap<llvm::SmallVector<Entry, 1>> Files;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_SOURCELINES_H
