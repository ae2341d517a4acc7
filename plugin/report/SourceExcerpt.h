// SPDX-License-Identifier: Apache-2.0
//
// The lines of source that a finding is about, as HTML.

#ifndef OXIDE_PLUGIN_REPORT_SOURCEEXCERPT_H
#define OXIDE_PLUGIN_REPORT_SOURCEEXCERPT_H

#include "core/ResolvedFinding.h"
#include "report/LineHash.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace oxide {

/// Source files by their lines, each read once.
class SourceFiles {
public:
  /// Only what lies below \p Root is read: a report may come from anywhere.
  SourceFiles(std::string Root, SourceReader Read)
      : Root(std::move(Root)), Read(Read) {}

  /// The lines of \p Path; none when there is no such file.
  const std::vector<std::string> &lines(const std::string &Path);

private:
  std::string Root;
  SourceReader Read;
  std::map<std::string, std::vector<std::string>> Files;
};

/// The excerpts of \p F, file by file, its own first: the lines of the finding
/// and of its notes with a line around each, the notes below theirs. Of files
/// that are not there, or not what they were, the lines that the finding came
/// with.
std::string sourceExcerpts(const ResolvedFinding &F, SourceFiles &Files,
                           llvm::StringRef Root);

/// \p Text with what is in single quotes as code.
std::string prose(llvm::StringRef Text);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_SOURCEEXCERPT_H
