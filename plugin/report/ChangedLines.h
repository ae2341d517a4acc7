// SPDX-License-Identifier: Apache-2.0
//
// The lines that a unified diff adds or changes.

#ifndef OXIDE_PLUGIN_REPORT_CHANGEDLINES_H
#define OXIDE_PLUGIN_REPORT_CHANGEDLINES_H

#include "report/Report.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <utility>
#include <vector>

namespace oxide {

class ChangedLines {
public:
  /// Reads the output of `git diff` or `diff -u`, with or without lines of
  /// context; names in it are relative to \p Folder. \p Name is what an error
  /// calls it.
  static llvm::Expected<ChangedLines>
  parse(llvm::StringRef Diff, llvm::StringRef Folder, llvm::StringRef Name);

  /// All lines of \p File, an absolute path, count as changed.
  void addFile(llvm::StringRef File);

  /// Whether the change has to do with \p F: it touches the line of \p F or of
  /// one of its notes, or, where two threads conflict, any line of the
  /// function. A barrier that was taken out leaves no line behind, and the
  /// race that this makes is on lines that nobody touched.
  bool concerns(const ResolvedFinding &F) const;

private:
  void add(llvm::StringRef File, unsigned First, unsigned Last);
  bool touches(llvm::StringRef File, unsigned First, unsigned Last) const;

  /// First and last line of each part, in the order of the diff.
  llvm::StringMap<std::vector<std::pair<unsigned, unsigned>>> Parts;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_CHANGEDLINES_H
