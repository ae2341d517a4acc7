// SPDX-License-Identifier: Apache-2.0
//
// Paths as reports show them.

#ifndef OXIDE_PLUGIN_REPORT_PATHS_H
#define OXIDE_PLUGIN_REPORT_PATHS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace oxide {

/// \p Path relative to \p Folder where it lies below it, else \p Path as it
/// is. Both are absolute and without dots.
std::string relativePath(llvm::StringRef Path, llvm::StringRef Folder);

/// \p Path as a URI reference: "%20" for a space, UTF-8 bytes escaped; an
/// absolute path becomes "file:///...".
std::string fileUri(llvm::StringRef Path);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_PATHS_H
