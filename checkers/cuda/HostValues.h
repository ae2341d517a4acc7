// SPDX-License-Identifier: Apache-2.0
//
// What host code passes to kernels, as far as the translation unit shows it:
// the initial values of variables that never change, the callers of a function,
// pointers that are the beginning of an allocation, and rounded-up grids.

#ifndef OXIDE_CHECKERS_CUDA_HOSTVALUES_H
#define OXIDE_CHECKERS_CUDA_HOSTVALUES_H

#include "core/CheckContext.h"
#include "cuda/Launch.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace oxide::cuda {

/// \p E without casts and parentheses; a local variable that keeps its value
/// gives its initialiser.
const clang::Expr *resolved(const clang::Expr *E);

/// Whether \p V is a parameter or a local variable that nobody changes.
bool keepsValue(const clang::VarDecl &V);

/// A launch with one thread for each of Count elements and the last block
/// filled up: <<<(n + 255) / 256, 256>>>.
struct RoundedGrid {
  const Launch *At = nullptr;
  const clang::VarDecl *Count = nullptr; ///< "n"
};

struct HostCall {
  const clang::CallExpr *Call;
  const clang::FunctionDecl *From; ///< the function around it
};

/// All uses of kernels and host functions of one unit; a fact.
class HostValues {
public:
  explicit HostValues(CheckContext &Ctx);

  /// The launches of \p Kernel; none where it is also used in another way, so
  /// that some of its launches may be out of view.
  std::vector<const Launch *> allLaunches(const clang::FunctionDecl &Kernel);

  /// Whether \p Kernel is used in another way than for a launch, or to ask or
  /// tell the runtime something about it.
  bool escapes(const clang::FunctionDecl &Kernel) const {
    return OtherUses.lookup(Kernel.getCanonicalDecl()) > 0;
  }

  /// The calls of \p F in view.
  llvm::ArrayRef<HostCall> callsOf(const clang::FunctionDecl &F) const;

  /// The constant that \p Call passes for parameter \p Number.
  std::optional<int64_t> passedConstant(const HostCall &Call,
                                        unsigned Number) const;

  /// Whether all launches in view, and there is one, pass the beginning of an
  /// allocation for parameter \p Number: a variable that was allocated, or that
  /// the function around was given, and no address within it.
  bool passesWhole(const clang::FunctionDecl &Kernel, unsigned Number);

  /// Launches of \p Kernel with a rounded-up grid of one dimension.
  std::vector<RoundedGrid> roundedGrids(const clang::FunctionDecl &Kernel);

  /// Whether parameter \p Number of \p Grid has room for Count elements and no
  /// more, as far as the function around the launch shows it.
  bool holdsCount(const RoundedGrid &Grid, unsigned Number);

private:
  friend class HostVisitor;
  bool isWhole(const clang::Expr *E, unsigned Depth);
  bool localIsWhole(const clang::VarDecl &V, unsigned Depth);

  CheckContext &Ctx;
  std::optional<int64_t> passedConstant(const HostCall &Call, unsigned Number,
                                        unsigned Depth) const;

  llvm::DenseMap<const clang::FunctionDecl *, std::vector<HostCall>> Calls;
  /// Mentions of a kernel that are no launch.
  llvm::DenseMap<const clang::FunctionDecl *, int> OtherUses;
};

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_HOSTVALUES_H
