// SPDX-License-Identifier: Apache-2.0
//
// What one launch in view says about the numbers of a kernel: constants, and
// relations between its scalars, its grid and its block.

#ifndef OXIDE_CHECKERS_PROVER_LAUNCHRELATIONS_H
#define OXIDE_CHECKERS_PROVER_LAUNCHRELATIONS_H

#include "cuda/Launch.h"
#include "prover/LaunchShapes.h"

namespace oxide::prover {

/// The shapes of \p L, without its buffers: one, or one for each set of
/// constants that the calls of the function around it pass; none where no call
/// in view comes to it.
///
/// `k<<<(n + 255) / 256, 256>>>(o, n, n)` says that gridDim.x is (n + 255) /
/// 256 and that the third parameter is equal to the second one.
std::vector<LaunchShape> shapesOf(CheckContext &Ctx, const cuda::Launch &L,
                                  const clang::FunctionDecl &Kernel);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_LAUNCHRELATIONS_H
