// SPDX-License-Identifier: Apache-2.0
//
// Where host code touches what a pointer points to.

#ifndef OXIDE_CHECKERS_HOST_HOSTUSES_H
#define OXIDE_CHECKERS_HOST_HOSTUSES_H

#include "host/AccessPath.h"
#include "host/HostCode.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <vector>

namespace oxide::cuda {

class HostUses {
public:
  explicit HostUses(const HostFunction &F);

  struct Use {
    /// The access; an element of the CFG.
    const clang::Expr *At;
    bool Writes;
    /// What is added to the pointer; null for nothing.
    const clang::Expr *Index = nullptr;
    /// Changes what is there: `+=`, `++`, an atomic addition. Writes is set.
    bool Updates = false;
  };
  /// The accesses through the pointer \p Path, in the order of the source.
  llvm::ArrayRef<Use> of(const AccessPath &Path) const;

  /// How often \p V is named, in accesses or otherwise.
  unsigned mentions(const clang::VarDecl *V) const {
    return Mentions.lookup(V->getCanonicalDecl());
  }

private:
  friend class HostUseVisitor;
  std::map<AccessPath, std::vector<Use>> Uses;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Mentions;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_HOSTUSES_H
