// SPDX-License-Identifier: Apache-2.0
//
// Parts of words: what SROA leaves of members that are copied together.

#ifndef OXIDE_CHECKERS_PROVER_WORDPARTS_H
#define OXIDE_CHECKERS_PROVER_WORDPARTS_H

#include "llvm/IR/Function.h"

namespace oxide::prover {

/// Where \p F takes some bits of a word that was put together from parts by
/// shifts, masks and `or`, takes them from the part. A class with bit-fields is
/// copied word by word, so that its members are known by such code only.
/// Returns whether anything changed.
bool takeWordsApart(llvm::Function &F);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_WORDPARTS_H
