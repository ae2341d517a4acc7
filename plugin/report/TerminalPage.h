// SPDX-License-Identifier: Apache-2.0
//
// A documentation page on a terminal.

#ifndef OXIDE_PLUGIN_REPORT_TERMINALPAGE_H
#define OXIDE_PLUGIN_REPORT_TERMINALPAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace oxide {

/// Writes \p Markdown with bold headings and indented examples.
void writePage(llvm::StringRef Markdown, bool Color, llvm::raw_ostream &OS);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_TERMINALPAGE_H
