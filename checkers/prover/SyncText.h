// SPDX-License-Identifier: Apache-2.0
//
// What is said about masks, fences and signals.

#ifndef OXIDE_CHECKERS_PROVER_SYNCTEXT_H
#define OXIDE_CHECKERS_PROVER_SYNCTEXT_H

#include "prover/DefectText.h"
#include "prover/NamedBarriers.h"
#include "prover/Ordering.h"
#include "prover/Protocols.h"
#include "prover/WarpMasks.h"

namespace oxide::prover {

class SyncText {
public:
  explicit SyncText(const DefectText &Text) : Text(Text) {}

  /// Nothing for a mask that the toolkit's own code takes.
  std::optional<Defect> mask(const MaskDefect &M) const;
  Defect stuck(const StuckBarrier &S) const;
  Defect protocol(const ProtocolDefect &P) const;
  /// \p Race, told as the fence that is missing.
  Defect missingFence(Defect Race, const OrderResult &O) const;
  VerdictReason undecided(const MaskDefect &M) const;

private:
  std::string line(const llvm::Value *V, clang::SourceLocation At) const;
  bool takenByProject(const llvm::Instruction *ActiveMask) const;
  /// The two threads of \p R; the first is at \p First, the second at \p
  /// Second.
  void witness(Defect &D, const QueryResult &R, const llvm::Instruction *First,
               llvm::StringRef FirstDoes, const llvm::Instruction *Second,
               llvm::StringRef SecondDoes) const;

  const DefectText &Text;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_SYNCTEXT_H
