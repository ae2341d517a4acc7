// SPDX-License-Identifier: Apache-2.0
//
// Classification of source locations, made before any rule is applied.

#ifndef OXIDE_CHECKERS_CORE_LOCATION_H
#define OXIDE_CHECKERS_CORE_LOCATION_H

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"

namespace oxide {

enum class LocationClass : uint8_t {
  FirstParty, ///< code that its authors may change
  System,     ///< system headers, the CUDA toolkit, builtins
  Library,    ///< the Oxide headers
  Scratch     ///< command line, scratch space, built-in macros
};

/// Classifies locations by the file in which they are expanded.
class LocationClassifier {
public:
  explicit LocationClassifier(const clang::SourceManager &SM) : SM(SM) {}

  LocationClass classify(clang::SourceLocation Loc) const;

private:
  LocationClass classifyFile(clang::FileID File,
                             clang::SourceLocation Loc) const;

  const clang::SourceManager &SM;
  mutable llvm::DenseMap<clang::FileID, LocationClass> Cache;
};

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_LOCATION_H
