// SPDX-License-Identifier: Apache-2.0
//
// A source line as a terminal shows it.

#ifndef OXIDE_PLUGIN_REPORT_SOURCELINE_H
#define OXIDE_PLUGIN_REPORT_SOURCELINE_H

#include "core/ResolvedFinding.h"
#include <string>
#include <vector>

namespace oxide {

/// The displayed text of a line: tabs expanded, control characters and broken
/// UTF-8 made visible; and the display column of each byte.
class SourceLine {
public:
  explicit SourceLine(llvm::StringRef Bytes);

  const std::string &text() const { return Text; }

  /// The display column, from 0, of the byte in column \p ByteColumn, from 1.
  unsigned displayColumn(unsigned ByteColumn) const;

  /// The line below: '^' at the caret, '~' under the rest.
  std::string marks(const Snippet &S) const;

private:
  std::string Text;
  std::vector<unsigned> Columns; ///< one for each byte and one for the end
};

/// The column of byte column \p ByteColumn of \p Line counted in Unicode code
/// points, from 1.
unsigned codePointColumn(llvm::StringRef Line, unsigned ByteColumn);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_SOURCELINE_H
