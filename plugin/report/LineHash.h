// SPDX-License-Identifier: Apache-2.0
//
// primaryLocationLineHash, by the algorithm that GitHub code scanning
// publishes: it matches alerts of different runs by this value alone.

#ifndef OXIDE_PLUGIN_REPORT_LINEHASH_H
#define OXIDE_PLUGIN_REPORT_LINEHASH_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace oxide {

/// The hash of each line of \p Text, first line first: "hash:count", where
/// count tells equal hashes apart.
std::vector<std::string> lineHashes(llvm::StringRef Text);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_LINEHASH_H
