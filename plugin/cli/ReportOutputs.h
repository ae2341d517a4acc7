// SPDX-License-Identifier: Apache-2.0
//
// What `oxide check` and `oxide report` do with a report: the options that
// name its files, and the exit code.

#ifndef OXIDE_PLUGIN_CLI_REPORTOUTPUTS_H
#define OXIDE_PLUGIN_CLI_REPORTOUTPUTS_H

#include "cli/Outputs.h"
#include "report/Report.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace oxide {

/// The content of the file \p Path, absent when it cannot be read.
std::optional<std::string> readSource(const std::string &Path);

struct ReportContext {
  std::string Root;    ///< of the project: URIs and fingerprints
  std::string Folder;  ///< the working directory: shown paths
  bool Timing = false; ///< times go into the JSON
  int ExitCode = 0;    ///< of this process
};

class ReportOutputs {
public:
  explicit ReportOutputs(llvm::cl::SubCommand &Sub);

  /// Checks the options and opens the files, and those of \p More, before any
  /// work is done. An error is one line.
  llvm::Error open(llvm::ArrayRef<const Outputs::Option *> More = {});

  Outputs &files() { return Files; }

  /// The files that open() was asked for, without the standard output.
  std::vector<std::string> names() const;

  /// Where people read: a program that reads the standard output is not to
  /// find text in it.
  llvm::raw_ostream &text() const;

  /// Completes \p R with what the source files say and writes what was asked
  /// for.
  llvm::Error write(Report &R, const ReportContext &Context);

  int exitCode(const Report &R) const;

private:
  llvm::cl::opt<std::string> FailOn;
  llvm::cl::opt<std::string> JsonFile;
  llvm::cl::opt<std::string> SarifFile;
  llvm::cl::opt<std::string> HtmlFile;
  llvm::cl::opt<std::string> JunitFile;
  llvm::cl::opt<bool> Github;
  Outputs Files;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_CLI_REPORTOUTPUTS_H
