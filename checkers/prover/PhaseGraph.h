// SPDX-License-Identifier: Apache-2.0
//
// The blocks that a thread may come to after a barrier without another one,
// unrolled until no way is round, and under which conditions it comes there.

#ifndef OXIDE_CHECKERS_PROVER_PHASEGRAPH_H
#define OXIDE_CHECKERS_PROVER_PHASEGRAPH_H

#include "prover/Term.h"
#include <vector>

namespace oxide::prover {

struct PhaseGraph {
  struct Edge {
    unsigned To;
    TermRef Condition;
    /// Into a loop whose exits are edges of their own: what happens in the loop
    /// says nothing about where control goes on.
    bool Aside = false;
  };
  struct Node {
    unsigned Frame = 0;
    std::vector<Edge> Out;
    /// Control may also go where no edge leads: out of the kernel, on to a
    /// barrier, or round a loop once more.
    bool Leaves = false;
    TermRef Guard = nullptr;
  };
  std::vector<Node> Nodes;

  /// Computes the guards: the ways that lead from \p First to each node.
  void propagate(TermContext &T, unsigned First);

private:
  std::vector<unsigned> reversePostorder(unsigned First) const;
  bool alwaysLeadsTo(unsigned From, unsigned To) const;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_PHASEGRAPH_H
