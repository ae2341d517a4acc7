// SPDX-License-Identifier: Apache-2.0
//
// Files and places of a SARIF run.

#ifndef OXIDE_PLUGIN_REPORT_SARIFINPUT_H
#define OXIDE_PLUGIN_REPORT_SARIFINPUT_H

#include "core/ResolvedFinding.h"
#include "report/JsonNode.h"
#include <map>
#include <string>
#include <vector>

namespace oxide {

struct SarifPlace {
  SourcePoint At;
  unsigned EndColumn = 0;
  Snippet Source;
};

/// Resolves the URIs and the columns of one run.
class SarifFiles {
public:
  explicit SarifFiles(const JsonNode &Run);

  /// The folder that SRCROOT stands for; empty when there is none.
  const std::string &root() const { return Root; }

  /// The place that the physicalLocation \p From describes, nowhere for null.
  SarifPlace place(const JsonNode &From) const;

private:
  std::string file(const JsonNode &Artifact) const;

  std::string Root;
  std::map<std::string, std::string> Bases; ///< folders by their uriBaseId
  std::vector<std::string> Artifacts;       ///< by index
  bool CountsUtf16 = true; ///< as SARIF does unless it says otherwise
};

/// The path that the URI reference \p Uri means, relative to \p Base; "<...>"
/// around what is no file.
std::string pathOfUri(llvm::StringRef Uri, llvm::StringRef Base);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_SARIFINPUT_H
