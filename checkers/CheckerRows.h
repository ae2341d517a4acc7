// SPDX-License-Identifier: Apache-2.0
//
// Checkers.def as data.

#ifndef OXIDE_CHECKERS_CHECKERROWS_H
#define OXIDE_CHECKERS_CHECKERROWS_H

#include "core/CheckerInfo.h"
#include "llvm/ADT/ArrayRef.h"

namespace oxide {

/// All rows, in the order of the table.
llvm::ArrayRef<CheckerInfo> allCheckers();

/// The row called \p Name, with or without "oxide-"; null when there is none.
const CheckerInfo *findChecker(llvm::StringRef Name);

} // namespace oxide

#endif // OXIDE_CHECKERS_CHECKERROWS_H
