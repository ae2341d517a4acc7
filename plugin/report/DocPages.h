// SPDX-License-Identifier: Apache-2.0
//
// docs/checkers/*.md, embedded when the tool is built.

#ifndef OXIDE_PLUGIN_REPORT_DOCPAGES_H
#define OXIDE_PLUGIN_REPORT_DOCPAGES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace oxide {

struct DocPage {
  llvm::StringLiteral Name; ///< short name of the checker
  llvm::StringLiteral Markdown;
};

/// All pages, sorted by name.
llvm::ArrayRef<DocPage> docPages();

/// The page of the checker with the short name \p Name, or an empty string.
llvm::StringRef docPage(llvm::StringRef Name);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_DOCPAGES_H
