// SPDX-License-Identifier: Apache-2.0
//
// The ways to make a witness out of other bytes, or other bytes out of one,
// that the type system of C++ lets pass. Shared by witness-forge, which
// reports those that give a witness, and witness-escape, which leaves these to
// it and reports the rest.

#ifndef OXIDE_CHECKERS_TIER_WITNESSCAST_H
#define OXIDE_CHECKERS_TIER_WITNESSCAST_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace oxide {

enum class WitnessCastKind : uint8_t {
  ToWitness,   ///< other memory is seen as a witness
  FromWitness, ///< the bytes of a witness are opened for writing
  RemovesConst ///< the witness itself is opened for writing
};

struct WitnessCast {
  WitnessCastKind Kind;
  const clang::CXXRecordDecl *Witness;
};

/// What the written cast \p Cast of a pointer or reference does to a witness.
std::optional<WitnessCast> asWitnessCast(const clang::ExplicitCastExpr &Cast);

/// An object seen as one of another type: std::bit_cast and the builtin.
struct BitCast {
  clang::QualType From, To;
};
std::optional<BitCast> asBitCast(const clang::Expr &E);

/// The witness that the memory function \p Call (memcpy, memset, cudaMemcpy,
/// ...) writes into through its first argument; null when it writes to
/// something else, or copies one witness that may be copied to another.
const clang::CXXRecordDecl *writesWitness(const clang::CallExpr &Call);

} // namespace oxide

#endif // OXIDE_CHECKERS_TIER_WITNESSCAST_H
