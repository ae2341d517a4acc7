// SPDX-License-Identifier: Apache-2.0

#include "report/TerminalPage.h"

namespace oxide {

void writePage(llvm::StringRef Markdown, bool Color, llvm::raw_ostream &OS) {
  OS.enable_colors(Color);
  bool InExample = false;
  while (!Markdown.empty()) {
    llvm::StringRef Line;
    std::tie(Line, Markdown) = Markdown.split('\n');
    if (Line.starts_with("```")) {
      InExample = !InExample;
      continue;
    }
    if (InExample) {
      OS << (Line.empty() ? "" : "    ") << Line << '\n';
      continue;
    }
    bool IsHeading = Line.starts_with("#");
    if (IsHeading)
      OS.changeColor(llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    OS << (IsHeading ? Line.ltrim("# ") : Line);
    if (IsHeading)
      OS.resetColor();
    OS << '\n';
  }
}

} // namespace oxide
