// SPDX-License-Identifier: Apache-2.0
//
// The text form of a proof: what `oxide check --explain-kernel` prints.

#ifndef OXIDE_CHECKERS_PROVER_EXPLAIN_H
#define OXIDE_CHECKERS_PROVER_EXPLAIN_H

#include "prover/Access.h"
#include "prover/DefectText.h"

namespace oxide::prover {

std::string explain(llvm::StringRef Name, Translator &X, KernelIR &K,
                    MemoryModel &M, llvm::ArrayRef<Access> Accesses,
                    const DefectText &Text, const KernelProof &P);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_EXPLAIN_H
