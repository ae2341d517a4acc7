// SPDX-License-Identifier: Apache-2.0
//
// The value of a preprocessor condition under another __CUDA_ARCH__.

#ifndef OXIDE_PLUGIN_CLANG_ARCHCONDITION_H
#define OXIDE_PLUGIN_CLANG_ARCHCONDITION_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace oxide {

/// Evaluates the text of an #if condition with __CUDA_ARCH__ = \p Arch.
/// Understands integers, `defined`, parentheses and the operators
/// ! || && == != < <= > >=; anything else, other macros included, makes the
/// result unknown unless || or && decides without it.
std::optional<bool> evaluateForArch(llvm::StringRef Condition, unsigned Arch);

/// Whether \p Condition names __CUDA_ARCH__ or one of its feature macros.
bool mentionsArch(llvm::StringRef Condition);

} // namespace oxide

#endif // OXIDE_PLUGIN_CLANG_ARCHCONDITION_H
