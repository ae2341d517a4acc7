// SPDX-License-Identifier: Apache-2.0
//
// Which checkers run: a list of globs over the table.

#ifndef OXIDE_CHECKERS_CORE_CHECKERFILTER_H
#define OXIDE_CHECKERS_CORE_CHECKERFILTER_H

#include "core/CheckerInfo.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace oxide {

/// Whether \p Glob ('*' stands for any text) matches \p Name.
bool matchesGlob(llvm::StringRef Glob, llvm::StringRef Name);
bool matchesAnyGlob(llvm::ArrayRef<std::string> Globs, llvm::StringRef Name);

/// The set of enabled checkers. Starts with those that are on by default;
/// each glob adds the checkers that it matches, "-glob" removes them. Later
/// globs win. The prefix "oxide-" may be left out.
class CheckerFilter {
public:
  explicit CheckerFilter(llvm::ArrayRef<CheckerInfo> Table);

  /// Applies "a,-b,*". A glob that matches no checker is an error that names
  /// the nearest checker.
  llvm::Error apply(llvm::StringRef CommaSeparated);
  llvm::Error applyOne(llvm::StringRef Glob);

  bool isEnabled(const CheckerInfo &I) const {
    return Enabled[&I - Table.data()];
  }
  std::vector<const CheckerInfo *> enabled() const;

private:
  llvm::ArrayRef<CheckerInfo> Table;
  std::vector<bool> Enabled;
};

/// The checker whose name is nearest to \p Name, for "did you mean".
const CheckerInfo *nearestChecker(llvm::ArrayRef<CheckerInfo> Table,
                                  llvm::StringRef Name);

} // namespace oxide

#endif // OXIDE_CHECKERS_CORE_CHECKERFILTER_H
