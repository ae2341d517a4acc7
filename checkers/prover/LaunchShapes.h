// SPDX-License-Identifier: Apache-2.0
//
// The launches that a kernel is proven for.

#ifndef OXIDE_CHECKERS_PROVER_LAUNCHSHAPES_H
#define OXIDE_CHECKERS_PROVER_LAUNCHSHAPES_H

#include "core/CheckContext.h"
#include "core/KernelFacts.h"
#include "prover/Pipeline.h"
#include <string>
#include <vector>

namespace oxide::prover {

struct LaunchShape {
  FixedLaunch Dims;
  std::optional<uint64_t> SharedBytes; ///< of the dynamic shared memory
  /// Threads of a block, by __launch_bounds__ or the contract.
  std::optional<uint32_t> MaxThreads;
  /// Parameters that this launch gives the same buffer, by number.
  std::vector<std::pair<unsigned, unsigned>> SameBuffer;
  /// Parameters that it gives places of one buffer.
  std::vector<std::pair<unsigned, unsigned>> OneBuffer;
  /// Scalar parameters that are constant in all launches of this shape.
  std::vector<std::pair<unsigned, int64_t>> Scalars;
  /// Conditions that hold in all launches of this shape, over scalars of the
  /// kernel, its grid and its block. "$1:n" is a number of the host, n there.
  std::vector<FactExpr> Relations;
  /// What the functions that launch are given, in words.
  std::vector<std::string> Passed;
  /// Some launch of the kernel is in view, though it may say nothing.
  bool Launched = false;
  bool FromContract = false; ///< which a checked launch is held to
  std::string Origin; ///< "launch at line 12", "--launch"; empty: unknown
};

/// At least one; several where launches differ. Facts of the user come first,
/// then the contract, then the launches of this translation unit.
std::vector<LaunchShape> launchesOf(CheckContext &Ctx,
                                    const clang::FunctionDecl &Kernel,
                                    llvm::StringRef Name);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_LAUNCHSHAPES_H
