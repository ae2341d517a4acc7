// SPDX-License-Identifier: Apache-2.0
//
// A brute-force reading of what the prover says about a kernel: its accesses
// and phases are evaluated for many concrete threads, and two that touch one
// byte contradict a proof. The questions, the solver and what comes before it
// have no part in it.

#ifndef OXIDE_TEST_TOOLS_SUMMARYCHECK_H
#define OXIDE_TEST_TOOLS_SUMMARYCHECK_H

#include "KernelSetup.h"
#include "prover/Phases.h"
#include "prover/Races.h"
#include "prover/Replay.h"
#include <map>
#include <random>

namespace oxide::prover {

struct SummaryResult {
  unsigned Accesses = 0;     ///< that two threads could share
  unsigned Seen = 0;         ///< of these, executed by a thread that was tried
  uint64_t Samples = 0;      ///< executions of an access
  bool LanesSkipped = false; ///< masks of __syncwarp() are not followed
  std::vector<std::string> Overlaps;
};

class SummaryCheck {
public:
  /// \p Seed decides all that is random, \p Limit bounds the evaluations.
  SummaryCheck(KernelSetup &Kernel, uint64_t Seed, uint64_t Limit);

  SummaryResult run();

  /// Inputs for a replay of the kernel, with the launches of run().
  std::vector<ReplayInput> replayInputs();

private:
  using Place = std::array<int64_t, 3>;

  /// A thread in some iterations.
  struct Thread {
    Place Block, Index;
    int64_t Linear = 0;
    std::vector<std::pair<const Symbol *, int64_t>> Iterations;
  };

  /// One access on one way from the barrier of a phase.
  struct Instance {
    const Access *A;
    TermRef Condition, Offset;
    std::vector<TermRef> Unknowns; ///< in an order in which they can be set
    std::vector<const Symbol *> Iterations;
  };

  struct Sample {
    const Instance *At;
    Thread By;
    int64_t Offset;
  };

  struct Round {
    Relation Between;
    std::vector<Phase> Phases;
  };

  bool chooseLaunch(unsigned Trial, bool Blocks);
  void plan();
  void look(const Round &R, const Phase &P);
  void execute(const Instance &I, Thread By, std::vector<Sample> &Into);
  void compare(const Round &R, const Phase &P, std::vector<Sample> &Samples);
  void confirm(const Round &R, const Phase &P, const Sample &A,
               const Sample &B);
  bool related(Relation R, const Thread &A, const Thread &B) const;
  bool mayConflict(Relation R, const Access &A, const Access &B) const;
  std::vector<Thread> threads(Relation R);
  int64_t size(TermRef T) const;
  int64_t value(const Symbol &S, llvm::ArrayRef<int64_t> Arguments,
                const Thread &By) const;
  void fill(Assignment &Values, llvm::ArrayRef<TermRef> Unknowns,
            const Thread *By[3]) const;

  KernelSetup &S;
  TermContext &T;
  Translator &X;
  Query &Q;
  uint64_t Limit, Spent = 0;
  uint64_t Salt = 0;
  std::mt19937_64 Random;
  Assignment Launch;
  std::vector<Round> Rounds;
  std::map<std::pair<unsigned, unsigned>, bool> Told;
  llvm::DenseSet<const Access *> Executed;
  SummaryResult Result;
};

} // namespace oxide::prover

#endif // OXIDE_TEST_TOOLS_SUMMARYCHECK_H
