// SPDX-License-Identifier: Apache-2.0
//
// The automaton that all protocols of the hardware share. From each operation
// that opens it control is followed to the uses; what closes it on some way to
// a use makes that use right. So a use that is told has no closing operation on
// any way: which thread takes which way does not matter.
//
// A use is judged in the same iteration of the loops that it shares with the
// opening, or in the next one of the loop Crossed, and in the first iteration
// of loops that were entered since. What closes in a later iteration counts for
// the uses behind that loop.

#ifndef OXIDE_CHECKERS_PROVER_PROTOCOLENGINE_H
#define OXIDE_CHECKERS_PROVER_PROTOCOLENGINE_H

#include "prover/HardwareOps.h"

namespace oxide::prover {

enum class HardwareFault : uint8_t {
  InitNotFenced,
  ProxyNotFenced,
  OperandRewritten,
  AccumulatorInFlight,
  MatrixNotFenced,
  CopyNotWaited,
  SourceRewritten,
  LanesNotReleased,
  GridNotWaited,
  // Found without the automaton.
  SeveralInit,
  PhaseNeverFlips,
  WrongBytes
};

struct ProtocolRule {
  HardwareFault Fault;
  HardwareEvents Opens, Closes, Uses;
  HardwareEvent Commit, Wait;
  enum Link : uint8_t { Any, Place, Value } Same;
};

llvm::ArrayRef<ProtocolRule> protocolRules();

struct Unclosed {
  const HardwareOp *Open, *Use;
  /// The loop whose next iteration has the use; null: the same iteration.
  const llvm::Loop *Crossed = nullptr;
  /// A wait on every way to the use that leaves it pending, or null.
  const HardwareOp *WeakWait = nullptr;
};

class ProtocolEngine {
public:
  ProtocolEngine(KernelIR &K, const HardwareOps &Ops) : K(K), Ops(Ops) {}

  /// Uses that nothing closes, in the order of the openings.
  std::vector<Unclosed> run(const ProtocolRule &R);

private:
  /// Bit n: n groups were committed since the opening.
  using State = uint16_t;
  static constexpr State Closed = 1 << 15, Groups = Closed - 1;
  static constexpr unsigned MostCommits = 14;
  struct Node {
    const llvm::BasicBlock *At;
    const llvm::Loop *Crossed = nullptr;
    /// The outermost loop in an iteration that is not told from others.
    const llvm::Loop *Far = nullptr;
    auto operator<=>(const Node &) const = default;
  };

  void follow(const ProtocolRule &R, const HardwareOp &Open,
              std::vector<Unclosed> &Result);
  State step(const ProtocolRule &R, const HardwareOp &Op, State S) const;
  Node behind(const Node &From, const llvm::BasicBlock *To,
              const HardwareOp &Open) const;

  KernelIR &K;
  const HardwareOps &Ops;
  HardwareOp Beginning;
  unsigned Steps = 0;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_PROTOCOLENGINE_H
