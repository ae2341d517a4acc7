// SPDX-License-Identifier: Apache-2.0

#include "prover/SecondLook.h"
#include "prover/Presolver.h"
#include "prover/Unroll.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"

namespace oxide::prover {

using namespace llvm;

void markOpenAccesses(Function &F, const RaceReport &Races) {
  DenseSet<const Value *> Open;
  for (const Conflict &C : Races.Conflicts)
    if (C.Result.Answer == Outcome::Possible)
      Open.insert_range(ArrayRef<const Value *>{
          C.First->Raw->At, C.Second->Raw->At, C.Result.DoubtAt});
  for (Instruction &I : instructions(F))
    if (Open.contains(&I))
      markForUnrolling(I);
}

std::vector<KnownScalar> knownScalars(const Function &F, Query &Q) {
  std::vector<KnownScalar> Result;
  TermContext &T = Q.terms();
  Presolver Rules(T);
  if (!Rules.run(Q.frame(Relation::SameBlock)))
    return Result;
  for (const Argument &A : F.args()) {
    if (!A.getType()->isIntegerTy() || A.use_empty())
      continue;
    TermRef Scalar = Q.translator().term(&A);
    for (auto [Was, Is] : Rules.substituted())
      Scalar =
          T.replace(Scalar, [&](const Symbol &S, ArrayRef<TermRef>) -> TermRef {
            return &S == &Was->symbol() ? Is : nullptr;
          });
    if (Bounds Only = Rules.bounds(Scalar); Only.Lo == Only.Hi)
      Result.push_back({A.getArgNo(), Only.Lo});
  }
  return Result;
}

static std::array<Answer, 3> answers(const KernelProof &P) {
  return {P.Race, P.Barrier, P.Bounds};
}

/// Defects that are about several threads.
static auto conflictsOf(const KernelProof &P) {
  return make_filter_range(P.Defects, [](const Defect &D) {
    return D.Kind < DefectKind::OutOfBounds;
  });
}

bool isOpen(const KernelProof &P) {
  return is_contained(answers(P), Answer::NotProven) &&
         none_of(conflictsOf(P), [](const Defect &D) {
           return D.Certainty == oxide::Grade::Certain;
         });
}

bool saysMore(const KernelProof &Second, const KernelProof &First) {
  bool Conflicts = !conflictsOf(First).empty();
  bool More = !Conflicts && !conflictsOf(Second).empty();
  for (auto [Now, Before] : zip_equal(answers(Second), answers(First))) {
    if (Now == Before)
      continue;
    // What happens on some input cannot be proven away.
    if (Before != Answer::NotProven || (Now == Answer::Proven && Conflicts))
      return false;
    More = true;
  }
  return More;
}

} // namespace oxide::prover
