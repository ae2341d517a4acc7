// SPDX-License-Identifier: Apache-2.0
//
// Descriptors of tiles in shared memory, as the tensor cores take them: 64 bits
// of which the lowest 14 are the address of the tile in units of 16 bytes.

#ifndef OXIDE_CHECKERS_PROVER_MATRIXDESCRIPTOR_H
#define OXIDE_CHECKERS_PROVER_MATRIXDESCRIPTOR_H

#include "llvm/IR/Value.h"
#include <cstdint>
#include <optional>
#include <utility>

namespace oxide::prover {

/// The address that the descriptor \p V is made from, and the bytes that
/// advance it. Nothing where the arithmetic is not plain.
std::optional<std::pair<const llvm::Value *, int64_t>>
descriptorAddress(const llvm::Value *V);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_MATRIXDESCRIPTOR_H
