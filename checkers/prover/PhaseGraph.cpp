// SPDX-License-Identifier: Apache-2.0

#include "prover/PhaseGraph.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

std::vector<unsigned> PhaseGraph::reversePostorder(unsigned First) const {
  std::vector<unsigned> Order;
  std::vector<bool> Seen(Nodes.size(), false);
  std::vector<std::pair<unsigned, unsigned>> Stack{{First, 0}};
  Seen[First] = true;
  while (!Stack.empty()) {
    auto &[N, Next] = Stack.back();
    if (Next == Nodes[N].Out.size()) {
      Order.push_back(N);
      Stack.pop_back();
      continue;
    }
    unsigned To = Nodes[N].Out[Next++].To;
    if (!Seen[To]) {
      Seen[To] = true;
      Stack.emplace_back(To, 0);
    }
  }
  std::reverse(Order.begin(), Order.end());
  return Order;
}

/// Whether control that is at \p From comes to \p To, provided that loops end.
bool PhaseGraph::alwaysLeadsTo(unsigned From, unsigned To) const {
  std::vector<bool> Seen(Nodes.size(), false);
  SmallVector<unsigned, 16> Work{From};
  Seen[From] = true;
  while (!Work.empty()) {
    const Node &N = Nodes[Work.pop_back_val()];
    if (N.Leaves)
      return false;
    for (const Edge &E : N.Out)
      if (!E.Aside && E.To != To && !Seen[E.To]) {
        Seen[E.To] = true;
        Work.push_back(E.To);
      }
  }
  return true;
}

void PhaseGraph::propagate(TermContext &T, unsigned First) {
  std::vector<unsigned> Order = reversePostorder(First);
  std::vector<unsigned> Place(Nodes.size(), 0), Dominator(Nodes.size(), First);
  for (unsigned I = 0; I != Order.size(); ++I)
    Place[Order[I]] = I;
  std::vector<SmallVector<TermRef, 4>> Ways(Nodes.size());
  std::vector<bool> Reached(Nodes.size(), false);
  Ways[First].push_back(T.truth(true));
  for (Node &N : Nodes)
    N.Guard = T.truth(false);
  for (unsigned N : Order) {
    Nodes[N].Guard = T.anyOf(Ways[N]);
    // Branches that are not followed do not matter where they join again.
    unsigned D = Dominator[N];
    if (N != First && Nodes[D].Frame == Nodes[N].Frame &&
        Nodes[D].Guard->grade() < Nodes[N].Guard->grade() &&
        alwaysLeadsTo(D, N))
      Nodes[N].Guard = Nodes[D].Guard;
    for (const Edge &E : Nodes[N].Out) {
      Ways[E.To].push_back(T.both(Nodes[N].Guard, E.Condition));
      unsigned A = N, B = Reached[E.To] ? Dominator[E.To] : N;
      while (A != B)
        (Place[A] > Place[B] ? A : B) = Dominator[Place[A] > Place[B] ? A : B];
      Dominator[E.To] = A;
      Reached[E.To] = true;
    }
  }
}

} // namespace oxide::prover
