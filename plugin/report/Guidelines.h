// SPDX-License-Identifier: Apache-2.0
//
// NVIDIA's safety guidelines as data, and which checkers serve them.

#ifndef OXIDE_PLUGIN_REPORT_GUIDELINES_H
#define OXIDE_PLUGIN_REPORT_GUIDELINES_H

#include "core/CheckerInfo.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace oxide {

enum class GuidelineCategory : uint8_t {
  Mandatory,
  Required,
  Advisory,
  Directive
};

struct Guideline {
  llvm::StringRef Id;  ///< "CUDA-3.5"
  llvm::StringRef Tag; ///< NVIDIA's own name, empty where it gives none
  GuidelineCategory Category;
  llvm::StringRef Text;
};

llvm::StringRef toString(GuidelineCategory C);

/// All guidelines, in NVIDIA's order.
llvm::ArrayRef<Guideline> allGuidelines();

/// The guideline called \p Id, in any case; null when there is none.
const Guideline *findGuideline(llvm::StringRef Id);

/// The ids in the row of \p Checker.
std::vector<llvm::StringRef> guidelineIds(const CheckerInfo &Checker);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_GUIDELINES_H
