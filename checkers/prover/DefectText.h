// SPDX-License-Identifier: Apache-2.0
//
// From a conflict of terms to a defect of the source: places, names, witness.

#ifndef OXIDE_CHECKERS_PROVER_DEFECTTEXT_H
#define OXIDE_CHECKERS_PROVER_DEFECTTEXT_H

#include "cuda/HostValues.h"
#include "prover/Barriers.h"
#include "prover/Bounds.h"
#include "prover/DeviceModule.h"
#include "prover/Misaligned.h"
#include "prover/Proof.h"
#include "prover/Races.h"
#include "prover/Uninitialized.h"

namespace oxide::prover {

/// How a defect that happens as \p R says is told.
inline oxide::Grade certainty(const QueryResult &R) {
  return R.Answer == Outcome::InputDependent ? oxide::Grade::InputDependent
                                             : oxide::Grade::Certain;
}

class DefectText {
public:
  DefectText(CheckContext &Ctx, const DeviceModule &Module, Translator &X,
             const clang::FunctionDecl &Kernel)
      : Ctx(Ctx), Module(Module), X(X), Kernel(Kernel) {}

  Defect race(const Conflict &C, bool WarpOnly) const;
  Defect divergence(const Divergence &D) const;
  Defect outOfBounds(const OutOfBounds &B) const;
  Defect misaligned(const Misaligned &M) const;
  Defect uninitialized(const Uninitialized &U) const;
  Defect beforeBeginning(const OutOfBounds &B) const;
  Defect unguarded(const OutOfBounds &B, const cuda::RoundedGrid &Grid) const;

  /// Why \p What is not proven, at the place that it rests on.
  VerdictReason undecided(const Conflict &C) const;
  VerdictReason undecided(const Divergence &D) const;
  VerdictReason undecided(const OutOfBounds &B) const;

  /// The innermost place of \p I, or that of the kernel.
  clang::SourceLocation place(const llvm::Value *V) const;
  /// The place of \p I in the function that has \p Beside as well: a wrapper
  /// of one instruction is not what is wrong. Without \p Beside, in the kernel.
  clang::SourceLocation placeBeside(const llvm::Instruction &I,
                                    const llvm::Instruction *Beside) const;
  std::string name(const MemoryObject &O) const;
  /// What the code and the source of \p A promise about its address.
  uint64_t promisedAlignment(const Access &A,
                             llvm::ArrayRef<Access> Accesses) const;
  /// What the address of \p O is a multiple of, as far as the code says it.
  uint64_t baseAlignment(const MemoryObject &O) const;
  /// The pointer parameter that \p O is behind; null for others.
  const clang::ParmVarDecl *parameter(const MemoryObject &O) const;
  const clang::SourceManager &sources() const { return Ctx.sources(); }

private:
  friend class SyncText;
  friend class CopyText;
  friend class HardwareText;
  Defect ofAccess(DefectKind Kind, const Access &A, const QueryResult &R,
                  TermRef Offset) const;
  void finish(Defect &D) const;
  std::string element(const MemoryObject &O, int64_t Offset) const;
  std::string elementAt(const MemoryObject &O, TermRef Offset,
                        const Assignment &Model) const;
  /// "line 4", or "line 4 of 'file.h'" for what is told at another file.
  std::string line(clang::SourceLocation L, clang::SourceLocation At) const;
  std::string doubt(const QueryResult &R, clang::SourceLocation At) const;
  void launch(const Assignment &Model, WitnessData &W) const;
  WitnessThread thread(const Access *A, const Assignment &Model,
                       unsigned Number, bool SameBlock) const;
  int64_t value(TermRef T, const Assignment &Model) const;
  std::string scalarText(const WitnessData &W) const;
  void callChain(const llvm::Value *V, std::vector<FindingNote> &Notes) const;

  CheckContext &Ctx;
  const DeviceModule &Module;
  Translator &X;
  const clang::FunctionDecl &Kernel;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_DEFECTTEXT_H
