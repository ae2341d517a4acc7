// SPDX-License-Identifier: Apache-2.0
//
// The fixes that findings carry.

#ifndef OXIDE_PLUGIN_REPORT_FIXES_H
#define OXIDE_PLUGIN_REPORT_FIXES_H

#include "report/Report.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace oxide {

struct FixCount {
  unsigned Applied = 0; ///< findings
  unsigned Skipped = 0; ///< findings whose fix meets another one
  unsigned Files = 0;
};

/// Applies the fixes of \p R to files below \p Root. All of a finding's changes
/// are made or none; of two that meet, the first one in the report is. A file
/// is written as a whole or left as it is.
llvm::Expected<FixCount> applyFixes(const Report &R, llvm::StringRef Root);

/// The findings of \p R in the format of clang-apply-replacements. \p
/// ReadSource gives the text of a file, or nothing.
std::string
fixesYaml(const Report &R,
          llvm::function_ref<std::optional<std::string>(const std::string &)>
              ReadSource);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_FIXES_H
