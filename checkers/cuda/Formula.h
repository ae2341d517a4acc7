// SPDX-License-Identifier: Apache-2.0
//
// Formulas over numbers of host code, folded where they are known.

#ifndef OXIDE_CHECKERS_CUDA_FORMULA_H
#define OXIDE_CHECKERS_CUDA_FORMULA_H

#include "core/KernelFacts.h"
#include <optional>

namespace oxide::cuda {

/// A number that is known, written as a formula; none for another formula.
std::optional<int64_t> constantOf(const FactExpr &E);

FactExpr number(int64_t V);
FactExpr make(FactExpr::Op Kind, FactExpr A, FactExpr B);
/// \p C ? \p A : \p B.
FactExpr choice(FactExpr C, FactExpr A, FactExpr B);

} // namespace oxide::cuda

#endif // OXIDE_CHECKERS_CUDA_FORMULA_H
