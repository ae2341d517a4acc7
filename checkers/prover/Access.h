// SPDX-License-Identifier: Apache-2.0
//
// Accesses of a kernel with their places as terms.

#ifndef OXIDE_CHECKERS_PROVER_ACCESS_H
#define OXIDE_CHECKERS_PROVER_ACCESS_H

#include "prover/Translator.h"

namespace oxide::prover {

/// One instruction on one object that its pointer may point into.
struct Access {
  unsigned Id = 0;
  const RawAccess *Raw = nullptr;
  const MemoryObject *Object = nullptr;
  TermRef Offset = nullptr;    ///< in bytes from the beginning of the object
  TermRef Condition = nullptr; ///< holds when the pointer points there
  TermRef Value = nullptr;     ///< of a write of one value, else null
};

/// All accesses of the kernel to objects where two threads may meet, or whose
/// size is known.
std::vector<Access> accessesOf(Translator &X, KernelIR &K, MemoryModel &M);

/// The buffers of the launch and of the unit that the kernel touches, where it
/// writes one and there are others: they are taken not to overlap.
std::vector<const MemoryObject *>
buffersTakenApart(llvm::ArrayRef<Access> Accesses);

/// That \p A at \p Offset is aligned as its instruction demands: otherwise it
/// traps. The beginnings of objects are aligned for every type.
TermRef aligned(TermContext &T, const Access &A, TermRef Offset);

/// That the bytes of \p A at \p OffsetA and \p B at \p OffsetB have one in
/// common. An unknown width reaches anywhere.
TermRef overlap(TermContext &T, const Access &A, TermRef OffsetA,
                const Access &B, TermRef OffsetB);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_ACCESS_H
