// SPDX-License-Identifier: Apache-2.0
//
// A factory for each row of the table.

#ifndef OXIDE_CHECKERS_REGISTRY_H
#define OXIDE_CHECKERS_REGISTRY_H

#include "CheckerRows.h"
#include "core/Checker.h"
#include <memory>

namespace oxide {

/// A new instance of the checker of row \p I, attached to \p Ctx.
std::unique_ptr<Checker> createChecker(const CheckerInfo &I, CheckContext &Ctx);

} // namespace oxide

#endif // OXIDE_CHECKERS_REGISTRY_H
