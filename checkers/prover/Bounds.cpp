// SPDX-License-Identifier: Apache-2.0

#include "prover/Bounds.h"
#include "prover/CallerChoice.h"

namespace oxide::prover {

using namespace llvm;

std::vector<OutOfBounds> findOutOfBounds(Query &Q, ArrayRef<Access> Accesses) {
  TermContext &T = Q.terms();
  Translator &X = Q.translator();
  std::vector<OutOfBounds> Result;
  std::vector<TermRef> Frame;
  for (const Access &A : Accesses) {
    if (!A.Object->Size || !A.Raw->Width)
      continue;
    int64_t Last = static_cast<int64_t>(*A.Object->Size) -
                   static_cast<int64_t>(*A.Raw->Width);
    if (A.Offset->lo() >= 0 && A.Offset->hi() <= Last)
      continue;
    // One thread is enough: the second of the frame is free.
    if (Frame.empty())
      Frame = Q.frame(Relation::SameBlock);
    std::vector<TermRef> All(Frame.begin() + 1, Frame.end());
    TermRef Guard = T.both(X.reach(A.Raw->At->getParent()), A.Condition);
    OutOfBounds Found;
    Found.At = &A;
    Found.Offset = Q.copy(A.Offset, 1, Relation::SameBlock);
    All.push_back(Q.copy(Guard, 1, Relation::SameBlock));
    All.push_back(T.either(T.less(Found.Offset, T.constant(0)),
                           T.less(T.constant(Last), Found.Offset)));
    Found.Result = Q.ask(All, Q.threads(Relation::SameBlock, 1));
    // Who knows the extent passes no more elements than there are.
    std::vector<TermRef> Fitting(All);
    int64_t Count = *A.Object->Size / *A.Raw->Width;
    for (TermRef S : scalarsIn({Guard}))
      if (!Q.boundedByFacts(S))
        Fitting.push_back(T.lessEqual(S, T.constant(Count)));
    if (Found.Result.happens() &&
        (!holdsForAnyCaller(Q, All, Guard, A.Offset) ||
         Q.impossible(Fitting))) {
      Found.Result.Answer = Outcome::Possible;
      Found.Result.Doubt = "a launch or scalars that may never be used";
    }
    if (Found.Result.Answer != Outcome::Impossible)
      Result.push_back(std::move(Found));
  }
  return Result;
}

} // namespace oxide::prover
