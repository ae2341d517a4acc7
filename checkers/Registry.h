// SPDX-License-Identifier: Apache-2.0
//
// Checkers.def as data, and a factory for each row.

#ifndef OXIDE_CHECKERS_REGISTRY_H
#define OXIDE_CHECKERS_REGISTRY_H

#include "core/Checker.h"
#include "core/CheckerInfo.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace oxide {

/// All rows, in the order of the table.
llvm::ArrayRef<CheckerInfo> allCheckers();

/// The row called \p Name, with or without "oxide-"; null when there is none.
const CheckerInfo *findChecker(llvm::StringRef Name);

/// A new instance of the checker of row \p I, attached to \p Ctx.
std::unique_ptr<Checker> createChecker(const CheckerInfo &I, CheckContext &Ctx);

} // namespace oxide

#endif // OXIDE_CHECKERS_REGISTRY_H
