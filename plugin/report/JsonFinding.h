// SPDX-License-Identifier: Apache-2.0
//
// Findings, units and the places in them as JSON values. FindingReader reads
// what is written here.

#ifndef OXIDE_PLUGIN_REPORT_JSONFINDING_H
#define OXIDE_PLUGIN_REPORT_JSONFINDING_H

#include "core/ResolvedFinding.h"
#include "report/Json.h"
#include "report/Report.h"
#include "llvm/ADT/StringRef.h"

namespace oxide {

/// \p Text as a string, or null when it is empty.
Json orNull(llvm::StringRef Text);

/// \p Bytes as a string, or as {"base64": ...} when they are not UTF-8: byte
/// columns and fingerprints need the line as it is.
Json exactText(llvm::StringRef Bytes);

/// ["device", "host"], or less.
Json passList(Pass Passes);

/// \p Items, each by \p One, as an array.
template <class Items, class Convert>
Json arrayOf(const Items &From, Convert One) {
  Json Result = Json::array();
  for (const auto &Item : From)
    Result.push_back(One(Item));
  return Result;
}

/// Turns findings and units into JSON values. Paths below \p Folder are
/// relative to it.
class FindingWriter {
public:
  explicit FindingWriter(llvm::StringRef Folder) : Folder(Folder) {}

  Json finding(const ResolvedFinding &F) const;
  /// \p File is the file of the finding.
  Json witness(const ResolvedWitness &W, llvm::StringRef File) const;

  Json unit(const UnitReport &U) const;

  Json file(const SourcePoint &At) const;
  static Json number(unsigned N) { return N ? Json(N) : Json(nullptr); }
  /// Sets "file", "line" and "column" of \p Into.
  void place(Json &Into, const SourcePoint &At) const;
  Json message(const SourcePoint &At, const std::string &Text) const;

private:
  Json place(const ResolvedPlace &Place) const;
  Json thread(const ResolvedWitnessThread &T) const;

  llvm::StringRef Folder;
};

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_JSONFINDING_H
