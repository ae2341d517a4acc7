// SPDX-License-Identifier: Apache-2.0
//
// The launch contract of a kernel as the compiler evaluates it.

#ifndef OXIDE_CHECKERS_CUDA_LAUNCHCONTRACT_H
#define OXIDE_CHECKERS_CUDA_LAUNCHCONTRACT_H

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include <cstdint>
#include <optional>

namespace oxide::cuda {

/// What OXIDE_KERNEL states about launches; 0 means "not stated".
struct LaunchContract {
  const clang::CXXRecordDecl *Record = nullptr; ///< <kernel>_oxide_contract
  uint64_t Domain = 0;
  uint64_t BlockX = 0, BlockY = 0, BlockZ = 0;
  bool BlockExact = false;
  uint64_t MaxThreads = 0;
  uint64_t DynamicSharedMin = 0, DynamicSharedMax = 0; ///< bytes
  bool DynamicSharedStated = false;
  uint64_t MinComputeCapability = 0; ///< 90 is 9.0
  bool DenyChecks = false;

  uint64_t blockThreads() const { return BlockX * BlockY * BlockZ; }
  /// The largest block that the contract lets through, or 0.
  uint64_t largestBlock() const {
    return BlockExact ? blockThreads() : MaxThreads;
  }
};

/// The contract that stands beside \p Kernel, if there is one.
std::optional<LaunchContract> contractOf(const clang::FunctionDecl &Kernel);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_LAUNCHCONTRACT_H
