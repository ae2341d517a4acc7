// SPDX-License-Identifier: Apache-2.0
//
// The parts of the page.

#ifndef OXIDE_PLUGIN_REPORT_HTMLPARTS_H
#define OXIDE_PLUGIN_REPORT_HTMLPARTS_H

#include "report/HtmlReport.h"
#include "llvm/ADT/StringExtras.h"

namespace oxide {

llvm::StringRef htmlStyle();
llvm::StringRef htmlScript();

/// The section of the kernels; nothing when there are none.
std::string htmlKernels(const Report &R, const HtmlOptions &Options);

/// The section of the findings, with the controls that sort and filter them.
std::string htmlFindings(const Report &R, const HtmlOptions &Options,
                         SourceReader Read);

/// "3 kernels", "1 kernel".
inline std::string counted(size_t N, llvm::StringRef What) {
  return llvm::utostr(N) + " " + What.str() + (N == 1 ? "" : "s");
}

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_HTMLPARTS_H
