// SPDX-License-Identifier: Apache-2.0
//
// Whether two operations of a protocol certainly meet: are about the same bytes
// of shared memory and are both executed.

#ifndef OXIDE_CHECKERS_PROVER_HARDWAREPLACES_H
#define OXIDE_CHECKERS_PROVER_HARDWAREPLACES_H

#include "prover/ProtocolEngine.h"
#include "prover/Query.h"

namespace oxide::prover {

class HardwarePlaces {
public:
  HardwarePlaces(Query &Q, KernelIR &K)
      : Q(Q), X(Q.translator()), T(Q.terms()), K(K) {}

  /// Some thread executes the use and some thread, perhaps the same one, the
  /// opening, on bytes that both touch.
  bool meet(const Unclosed &U);
  /// Two threads of different warps of a block execute \p Op on the same bytes.
  bool twice(const HardwareOp &Op);
  /// One lane of a warp executes \p U.Open, another one \p U.Use, and the first
  /// executes none of \p Arrivals.
  bool byOtherLane(const Unclosed &U, llvm::ArrayRef<const HardwareOp *> Uses);

  /// Both have one place that is the same in all iterations and threads.
  bool samePlace(const HardwareOp &A, const HardwareOp &B) const;
  /// \p A touches one place all the time.
  bool isFixed(const HardwareOp &A) const;
  /// Each iteration of \p L comes to \p B, but for threads that never do.
  bool inEachIteration(const llvm::BasicBlock *B, const llvm::Loop &L);

private:
  static constexpr Relation Block = Relation::SameBlock;
  std::vector<TermRef> twoThreads(Relation R);
  void relate(const Unclosed &U, Relation R, std::vector<TermRef> &Facts);
  bool reached(const llvm::Instruction *At, unsigned Thread, Relation R,
               std::vector<TermRef> &Facts);
  bool isUnconditional(const Unclosed &U) const;
  const llvm::BasicBlock *anchor(const llvm::BasicBlock *B,
                                 const llvm::BasicBlock *Beside) const;

  Query &Q;
  Translator &X;
  TermContext &T;
  KernelIR &K;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_HARDWAREPLACES_H
