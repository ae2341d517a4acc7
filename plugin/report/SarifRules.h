// SPDX-License-Identifier: Apache-2.0
//
// The part of a SARIF log that is the same for every run: the tool, its rules
// and the guidelines that they serve.

#ifndef OXIDE_PLUGIN_REPORT_SARIFRULES_H
#define OXIDE_PLUGIN_REPORT_SARIFRULES_H

#include "core/CheckerInfo.h"
#include "report/Json.h"
#include "llvm/ADT/ArrayRef.h"

namespace oxide {

/// "tool.driver". Rules stand in the order of \p Checkers.
Json sarifDriver(llvm::ArrayRef<CheckerInfo> Checkers, llvm::StringRef Version,
                 llvm::StringRef Homepage);

/// "taxonomies": NVIDIA's guidelines.
Json sarifTaxonomies();

/// "note", "warning" or "error".
std::string sarifLevel(Severity S);

/// A rule of another tool or version, of which little is known.
Json sarifForeignRule(const CheckerInfo &I);

/// The descriptor of the notification about a unit that did not compile.
Json sarifFailedUnitDescriptor();

/// The descriptor of the notification about results that are left out.
Json sarifLeftOutDescriptor();

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_SARIFRULES_H
