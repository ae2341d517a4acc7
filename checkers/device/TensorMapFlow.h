// SPDX-License-Identifier: Apache-2.0
//
// From where the TMA instructions of a kernel read their descriptors.

#ifndef OXIDE_CHECKERS_DEVICE_TENSORMAPFLOW_H
#define OXIDE_CHECKERS_DEVICE_TENSORMAPFLOW_H

#include "core/CheckContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace oxide::cuda {

/// Whether \p T is CUtensorMap.
bool isTensorMap(clang::QualType T);

/// Whether an object of type \p T is or holds one.
bool holdsTensorMap(clang::QualType T);

/// A descriptor that a TMA instruction reads.
struct TensorMapUse {
  /// The kernel's parameter, or a variable in device memory.
  const clang::VarDecl *Root;
  /// The innermost first-party place: the instruction or a call that leads to
  /// it.
  clang::SourceLocation Loc;
};

/// What the TMA instructions that \p Kernel reaches read, as far as the address
/// can be followed through local variables, casts and parameters.
std::vector<TensorMapUse> tensorMapUses(const clang::FunctionDecl &Kernel,
                                        const CheckContext &Ctx);

/// Whether \p Kernel reaches a fence of the tensor map proxy.
bool hasTensorMapFence(const clang::FunctionDecl &Kernel);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_DEVICE_TENSORMAPFLOW_H
