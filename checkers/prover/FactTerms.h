// SPDX-License-Identifier: Apache-2.0

#ifndef OXIDE_CHECKERS_PROVER_FACTTERMS_H
#define OXIDE_CHECKERS_PROVER_FACTTERMS_H

#include "core/KernelFacts.h"
#include "prover/Translator.h"

namespace oxide::prover {

/// \p E over the parameters of the kernel, or null where it names something
/// that is no scalar of it; \p Missing is then the name.
TermRef factTerm(Translator &X, const FactExpr &E,
                 llvm::function_ref<TermRef(llvm::StringRef)> Scalar,
                 std::string &Missing);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_FACTTERMS_H
