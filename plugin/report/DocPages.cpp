// SPDX-License-Identifier: Apache-2.0

#include "report/DocPages.h"

namespace oxide {

llvm::StringRef docPage(llvm::StringRef Name) {
  for (const DocPage &Page : docPages())
    if (Page.Name == Name)
      return Page.Markdown;
  return {};
}

} // namespace oxide
