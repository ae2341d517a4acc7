// SPDX-License-Identifier: Apache-2.0
//
// In which memory pointers of host code point, as far as all that gives them a
// value agrees. Flow does not matter: a variable that is a host pointer here
// and a device pointer there has no space at all.

#ifndef OXIDE_CHECKERS_HOST_SPACES_H
#define OXIDE_CHECKERS_HOST_SPACES_H

#include "host/AccessPath.h"
#include "host/HostCode.h"
#include "host/HostMemory.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace oxide::cuda {

class SpaceFacts;

struct SpaceFact {
  MemorySpace Space = MemorySpace::Unknown;
  /// What says so: the allocation, or the declaration of an array.
  clang::SourceLocation Since;
  /// Of Since, for a note: "cudaMalloc", "'x' is declared".
  std::string Why;
};

/// The spaces of the pointers of one function.
class Spaces {
public:
  Spaces(const HostFunction &F, SpaceFacts &All);

  /// Where \p Pointer points; nothing when that is not certain.
  std::optional<SpaceFact> of(const clang::Expr *Pointer) const;

private:
  friend class SpaceVisitor;
  struct Source {
    std::optional<SpaceFact> Fact;     ///< none: anything
    const clang::Expr *From = nullptr; ///< another pointer, to look up
  };

  /// The paths that are being looked up: a swap gives each pointer the value of
  /// the other.
  using Way = llvm::SmallVector<AccessPath, 8>;
  /// What a pointer may be: Certain without a fact is nothing new, where all
  /// values come from the pointers on the way.
  struct Answer {
    bool Certain = false;
    std::optional<SpaceFact> Fact;
  };
  Answer look(const clang::Expr *Pointer, Way &From) const;
  Answer look(const AccessPath &Path, Way &From) const;
  /// Whether \p Path is an object of this function alone.
  bool isOwn(const AccessPath &Path) const;

  std::optional<SpaceFact> ofCall(const clang::CallExpr &Call) const;

  const clang::FunctionDecl *Function;
  SpaceFacts &All;
  const HostMemory &Host;
  /// All that gives a pointer its value.
  std::map<AccessPath, std::vector<Source>> Sources;
};

/// The spaces of each function, found when somebody asks; a fact of
/// CheckContext.
class SpaceFacts {
public:
  explicit SpaceFacts(CheckContext &Ctx)
      : Host(Ctx), Code(Ctx.get<HostCode>()) {}

  const Spaces &of(const HostFunction &F);

  /// Where \p Pointer points in \p F; of a parameter of \p F, what all its
  /// callers in view pass, if there is one.
  std::optional<SpaceFact> withCallers(const HostFunction &F,
                                       const clang::Expr *Pointer,
                                       CheckContext &Ctx);

  /// Where the pointer that \p F returns points, if its body is in view.
  std::optional<SpaceFact> returned(const clang::FunctionDecl *F);

  const HostMemory &host() const { return Host; }

private:
  HostMemory Host;
  const HostCode &Code;
  llvm::DenseMap<const HostFunction *, std::unique_ptr<Spaces>> Known;
  llvm::DenseMap<const HostFunction *, std::optional<SpaceFact>> Returned;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_HOST_SPACES_H
