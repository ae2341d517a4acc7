// SPDX-License-Identifier: Apache-2.0
//
// primaryLocationLineHash, by the algorithm that GitHub code scanning
// publishes: it matches alerts of different runs by this value alone.

#ifndef OXIDE_PLUGIN_REPORT_LINEHASH_H
#define OXIDE_PLUGIN_REPORT_LINEHASH_H

#include "report/Report.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace oxide {

/// The hash of each line of \p Text, first line first: "hash:count", where
/// count tells equal hashes apart.
std::vector<std::string> lineHashes(llvm::StringRef Text);

/// The content of a source file, absent when it cannot be read.
using SourceReader =
    llvm::function_ref<std::optional<std::string>(const std::string &Path)>;

/// Sets the hash of the findings that have none, where \p Read finds the file.
void addLineHashes(Report &R, SourceReader Read);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_LINEHASH_H
