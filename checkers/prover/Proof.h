// SPDX-License-Identifier: Apache-2.0
//
// What the prover says about the kernels of a translation unit, in terms of
// the source: verdicts, and defects with their witnesses. The thin checkers of
// the groups "races and synchronisation" and "memory" report the defects.

#ifndef OXIDE_CHECKERS_PROVER_PROOF_H
#define OXIDE_CHECKERS_PROVER_PROOF_H

#include "core/CheckContext.h"
#include "core/Verdict.h"
#include "prover/KernelChecks.h"
#include <string>
#include <vector>

namespace oxide::prover {

enum class DefectKind : uint8_t {
  GlobalRace,
  SharedRace,
  WarpSync,      ///< threads of one warp, where old hardware had lock-step
  SameValueRace, ///< all conflicting writes store one value
  AtomicMix,     ///< atomic against plain
  AtomicScope,   ///< both atomic, to too few threads
  BarrierDivergence,
  BarrierAfterExit, ///< the other threads have returned
  WarpMask,
  MissingFence,
  SignalOrder, ///< one thread tells that its block is ready too early
  PlainFlag,   ///< waiting for a flag or counter that cannot work
  OutOfBounds,
  Misaligned,
  UninitializedShared,
  MissingGuard,
  // Protocols of the hardware.
  MbarrierProtocol,
  AsyncProxyFence,
  CpAsyncWait,
  WgmmaProtocol,
  PdlSync ///< memory of the kernel before, which may still run
};

struct Defect {
  DefectKind Kind;
  clang::SourceLocation Loc;
  std::string Message;
  std::vector<FindingNote> Notes;
  oxide::Grade Certainty = oxide::Grade::Certain;
  std::optional<WitnessData> Witness;
  std::optional<clang::FixItHint> Fix; ///< certain to be right

  /// Whether \p Other says no more than this one does.
  bool covers(const Defect &Other) const {
    return Loc == Other.Loc && Kind == Other.Kind &&
           Certainty <= Other.Certainty;
  }
};

struct KernelProof {
  const clang::FunctionDecl *Kernel = nullptr;
  Answer Race = Answer::NotProven;
  Answer Barrier = Answer::NotProven;
  Answer Bounds = Answer::NotProven;
  std::vector<Defect> Defects;
  std::vector<VerdictReason> Reasons;
  std::vector<std::string> Assumptions;
  /// What it says of shared memory and of barriers rests on something that
  /// neither the code nor its launch contract ensures.
  bool Conditional = false;
  KernelChecks Checks;
  uint64_t Steps = 0;
  double Ms = 0;
  std::string Explanation;

  /// Whether shared memory and barriers are right in every launch that the
  /// contract lets through.
  bool coversAllLaunches() const {
    return Race == Answer::Proven && Barrier == Answer::Proven &&
           Bounds == Answer::Proven && Defects.empty() && !Conditional;
  }

  /// Adds what was proven to \p V, which has the tier.
  void addTo(KernelVerdict &V) const;
};

/// The proofs of all kernels of a unit; a fact of CheckContext.
class Proofs {
public:
  explicit Proofs(CheckContext &Ctx);

  llvm::ArrayRef<KernelProof> kernels() const { return Kernels; }
  const KernelProof *find(const clang::FunctionDecl *Kernel) const;

private:
  void agreeOnFixes();

  std::vector<KernelProof> Kernels;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_PROOF_H
