// SPDX-License-Identifier: Apache-2.0
//
// Findings, units and the places in them from JSON: the way back of
// FindingWriter.

#ifndef OXIDE_PLUGIN_REPORT_FINDINGREADER_H
#define OXIDE_PLUGIN_REPORT_FINDINGREADER_H

#include "report/CheckerTable.h"
#include "report/JsonNode.h"
#include "report/Report.h"

namespace oxide {

/// Reads what FindingWriter writes. Keys that came after the first release may
/// be absent. Mistakes are kept in the nodes.
class FindingReader {
public:
  /// Relative paths are relative to \p Folder; it may be empty, and then they
  /// stay as they are.
  FindingReader(std::string Folder, CheckerTable &Checkers)
      : Folder(std::move(Folder)), Checkers(Checkers) {}

  ResolvedFinding finding(const JsonNode &From) const;
  ResolvedWitness witness(const JsonNode &From) const;

  UnitReport unit(const JsonNode &From) const;

  std::string path(const JsonNode &From) const;
  /// "file", "line" and "column" of \p From; the last may be absent.
  SourcePoint place(const JsonNode &From) const;
  /// Text that must not be empty.
  static std::string message(const JsonNode &From);
  static std::string fingerprint(const JsonNode &From);

private:
  ResolvedWitnessThread thread(const JsonNode &From) const;

  std::string Folder;
  CheckerTable &Checkers;
};

/// What passList() wrote.
Pass readPasses(const JsonNode &From);

/// \p Path, which may be relative to \p Folder, without dots.
std::string joinedPath(llvm::StringRef Folder, llvm::StringRef Path);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_FINDINGREADER_H
