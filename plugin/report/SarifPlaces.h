// SPDX-License-Identifier: Apache-2.0
//
// Files and places as SARIF has them.

#ifndef OXIDE_PLUGIN_REPORT_SARIFPLACES_H
#define OXIDE_PLUGIN_REPORT_SARIFPLACES_H

#include "core/ResolvedFinding.h"
#include "report/Json.h"
#include "llvm/ADT/StringRef.h"

namespace oxide {

class SarifPlaces {
public:
  /// URIs of what lies below \p Root are relative to it.
  explicit SarifPlaces(llvm::StringRef Root) : Root(Root) {}

  Json artifact(const std::string &Path) const;

  /// A physicalLocation: the region from \p At to \p EndColumn on its line,
  /// whose text is \p Line.
  Json place(const SourcePoint &At, unsigned EndColumn,
             const std::string &Line) const;

  /// The same for a note, which has a caret and no region.
  Json place(const SourcePoint &At, const Snippet &Source) const;

private:
  llvm::StringRef Root;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_SARIFPLACES_H
