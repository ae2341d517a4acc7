// SPDX-License-Identifier: Apache-2.0
//
// What this cc1 process answers for. A CUDA compilation is one device pass for
// each architecture and one host pass, each a process of its own, and every
// finding has to come from exactly one of them.

#ifndef OXIDE_PLUGIN_CLANG_PASSSELECTION_H
#define OXIDE_PLUGIN_CLANG_PASSSELECTION_H

#include "core/Tier.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Frontend/CompilerInstance.h"
#include <functional>
#include <memory>

namespace oxide {

class ArchConditionals;

class PassSelection {
public:
  explicit PassSelection(clang::CompilerInstance &CI);

  Pass passes() const { return Passes; }

  /// Empty in the host pass and in the first device pass. In a later device
  /// pass it accepts only code that the first one did not see: what stands
  /// under a condition on __CUDA_ARCH__ that is false there.
  std::function<bool(clang::SourceLocation)> locationFilter() const;

private:
  Pass Passes;
  ArchConditionals *Conditionals = nullptr; ///< owned by the preprocessor
};

} // namespace oxide

#endif // OXIDE_PLUGIN_CLANG_PASSSELECTION_H
