// SPDX-License-Identifier: Apache-2.0
//
// The checkers that the findings of a read report point into.

#ifndef OXIDE_PLUGIN_REPORT_CHECKERTABLE_H
#define OXIDE_PLUGIN_REPORT_CHECKERTABLE_H

#include "core/CheckerInfo.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <string>

namespace oxide {

/// The table of this build, and rows for what it does not know: checkers of
/// another version and rules of other tools. Rows live as long as the table.
class CheckerTable {
public:
  explicit CheckerTable(llvm::ArrayRef<CheckerInfo> Own) : Own(Own) {}
  CheckerTable(const CheckerTable &) = delete;
  CheckerTable &operator=(const CheckerTable &) = delete;

  /// The row called \p Name, made when there is none. What is known of such a
  /// row is its \p Summary, which may be empty.
  const CheckerInfo *get(llvm::StringRef Name, llvm::StringRef Summary = {});

private:
  struct Row {
    std::string Summary;
    CheckerInfo Info;
  };

  llvm::ArrayRef<CheckerInfo> Own;
  std::map<std::string, Row, std::less<>> Foreign;
};

/// Whether \p I is a row of \p Own.
bool isOwn(const CheckerInfo &I, llvm::ArrayRef<CheckerInfo> Own);

} // namespace oxide

#endif // OXIDE_PLUGIN_REPORT_CHECKERTABLE_H
