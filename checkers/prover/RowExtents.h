// SPDX-License-Identifier: Apache-2.0
//
// Addresses as rows: pitch * row + column. Rows do not overlap if columns stay
// below the pitch.

#ifndef OXIDE_CHECKERS_PROVER_ROWEXTENTS_H
#define OXIDE_CHECKERS_PROVER_ROWEXTENTS_H

#include "prover/Access.h"

namespace oxide::prover {

/// For each way to read the address of \p A as rows, the conditions over sizes
/// and scalars under which its columns stay within their row; the extent of a
/// column is what guards, loops and the launch let it have. With them nothing
/// is proven: they are what people take for granted.
std::vector<std::vector<TermRef>>
rowConditions(Translator &X, const KernelIR &K, const Access &A);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_ROWEXTENTS_H
