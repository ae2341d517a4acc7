// SPDX-License-Identifier: Apache-2.0
//
// The parts that scalars and the launch play in addresses: the pitch of a row,
// an offset, the width of a row that the launch has to fit into.

#ifndef OXIDE_CHECKERS_PROVER_SIZEROLES_H
#define OXIDE_CHECKERS_PROVER_SIZEROLES_H

#include "prover/Translator.h"

namespace oxide::prover {

struct SizeRoles {
  std::vector<TermRef> Pitches; ///< scalars that multiply an index
  std::vector<TermRef> Offsets; ///< scalars that are added to one
  /// Elements from one row to the next, where the code says it.
  std::vector<int64_t> Rows;
  /// That the blocks that lie side by side in a row fit into it.
  std::vector<TermRef> Fits;

  /// The roles in \p Places.
  SizeRoles(Translator &X, llvm::ArrayRef<TermRef> Places);

private:
  void lookAtProduct(const Term &Product);
  void lookAtSum(const Term &Sum);
  void fitBlocks(const Term &Sum);
  bool isStep(int64_t Elements) const;

  Translator &X;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_SIZEROLES_H
