// SPDX-License-Identifier: Apache-2.0
//
// Where host code may give variables other values.

#ifndef OXIDE_CHECKERS_HOST_PATHCHANGES_H
#define OXIDE_CHECKERS_HOST_PATHCHANGES_H

#include "host/AccessPath.h"
#include "host/HostCode.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace oxide::cuda {

class PathChanges {
public:
  explicit PathChanges(const HostFunction &F);

  /// Whether \p E may change what \p Path names, or a part of it.
  bool at(const clang::CFGElement &E, const AccessPath &Path) const;

  /// Whether anything that the function itself does may, but for its
  /// declaration and calls that allocate it.
  bool ever(const AccessPath &Path) const;

private:
  friend class PathChangeVisitor;
  struct Change {
    AccessPath Path;
    bool ByAllocation = false;
  };
  bool isEscaped(const AccessPath &Path) const;

  llvm::DenseMap<const clang::Stmt *, std::vector<Change>> Changes;
  /// Whose address somebody else may keep.
  std::vector<AccessPath> Escaped;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_PATHCHANGES_H
