// SPDX-License-Identifier: Apache-2.0
//
// Output that is complete or absent, never half-written.

#ifndef OXIDE_PLUGIN_REPORT_OUTPUTFILE_H
#define OXIDE_PLUGIN_REPORT_OUTPUTFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <optional>
#include <string>
#include <utility>

namespace oxide {

/// A file that appears under its name when it is complete. Opened before the
/// analysis starts: an unwritable path should not cost the time of a run.
class OutputFile {
public:
  /// "-" is the standard output. An error names \p Path.
  static llvm::Expected<OutputFile> open(llvm::StringRef Path);

  OutputFile(OutputFile &&Other)
      : Path(std::move(Other.Path)),
        Temporary(std::exchange(Other.Temporary, std::nullopt)) {}
  OutputFile &operator=(OutputFile &&) = delete;
  ~OutputFile();

  llvm::Error commit(llvm::StringRef Bytes);

  bool isStandardOutput() const { return Path == "-"; }

private:
  explicit OutputFile(llvm::StringRef Path) : Path(Path) {}

  std::string Path;
  /// Absent where renaming would replace a device, a pipe or the like.
  std::optional<llvm::sys::fs::TempFile> Temporary;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_OUTPUTFILE_H
