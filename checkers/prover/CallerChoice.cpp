// SPDX-License-Identifier: Apache-2.0

#include "prover/CallerChoice.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

/// The scalars that a global index is compared with.
static SmallVector<TermRef, 4> sizesIn(TermRef Guard) {
  SmallVector<TermRef, 4> Sizes;
  SmallVector<TermRef, 8> Parts;
  if (Guard->kind() == TermKind::AllOf)
    append_range(Parts, Guard->operands());
  else
    Parts.push_back(Guard);
  for (TermRef Part : Parts) {
    if (any_of(applicationsIn(Part), [](TermRef A) {
          return A->symbol().Kind == SymbolKind::BlockIndex;
        }))
      append_range(Sizes, scalarsIn(Part));
  }
  return Sizes;
}

bool holdsForAnyCaller(Query &Q, ArrayRef<TermRef> Conditions, TermRef Guard,
                       TermRef Offset) {
  TermContext &T = Q.terms();
  Translator &X = Q.translator();
  std::vector<TermRef> Given = Q.givenOfLaunch();
  auto Holds = [&](ArrayRef<TermRef> More) {
    std::vector<TermRef> All(Conditions);
    append_range(All, More);
    SolverAnswer Answer = Q.solver().check(All);
    if (Answer == SolverAnswer::Satisfiable)
      return true;
    // A launch in view may say that nobody chooses this.
    std::vector<TermRef> Choice(Given);
    append_range(Choice, More);
    return Answer == SolverAnswer::Unsatisfiable && !Given.empty() &&
           Q.impossible(Choice);
  };

  std::vector<TermRef> OneThread;
  for (unsigned D = 0; D != 3; ++D)
    if (!X.blockSize(D)->isConstant())
      OneThread.push_back(T.equal(X.blockSize(D), T.constant(1)));
  if (!OneThread.empty() && !Holds(OneThread))
    return false;

  SmallVector<TermRef, 4> Sizes = sizesIn(Guard), Free;
  std::vector<TermRef> Scalars = scalarsIn({Guard, Offset});
  for (TermRef S : Scalars)
    if (!is_contained(Sizes, S) || is_contained(applicationsIn(Offset), S))
      Free.push_back(S);
  if (Scalars.empty())
    return true;

  // Few blocks: a size can then be larger than the launch.
  std::vector<TermRef> Large;
  for (unsigned D = 0; D != 3; ++D) {
    if (!X.gridSize(D)->isConstant())
      Large.push_back(T.lessEqual(X.gridSize(D), T.constant(64)));
    for (TermRef S : Scalars) {
      Large.push_back(T.lessEqual(X.blockSize(D), S));
      Large.push_back(T.lessEqual(T.mul(X.gridSize(D), X.blockSize(D)), S));
    }
  }
  if (!Holds(Large))
    return false;
  for (int64_t Value : {0, 1}) {
    std::vector<TermRef> Small;
    for (TermRef S : Free)
      Small.push_back(T.equal(S, T.constant(Value)));
    if (!Small.empty() && !Holds(Small))
      return false;
  }
  return true;
}

} // namespace oxide::prover
