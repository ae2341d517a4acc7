// SPDX-License-Identifier: Apache-2.0

#include "prover/Neighbours.h"
#include "prover/CallerChoice.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

static bool isScalar(TermRef A) {
  return A->kind() == TermKind::Apply && A->symbol().Kind == SymbolKind::Scalar;
}

/// Whether a size is subtracted from \p Offset that is not the distance of
/// rows: `i - lag`, which the caller may keep in range. In `(y - 1) * pitch`
/// the same size is multiplied with an index.
static bool subtractsSize(TermRef Offset) {
  SmallVector<TermRef, 2> Pitches;
  SmallVector<std::pair<TermRef, int64_t>, 4> Parts;
  if (Offset->kind() == TermKind::Sum)
    for (auto [Of, Factor] : zip(Offset->operands(), Offset->coefficients()))
      Parts.emplace_back(Of, Factor);
  else
    Parts.emplace_back(Offset, 1);
  for (auto [Of, Factor] : Parts)
    if (Of->kind() == TermKind::Product && Of->varies() != Scope::Launch)
      for (TermRef F : Of->operands())
        if (isScalar(F))
          Pitches.push_back(F);
  for (auto [Of, Factor] : Parts) {
    bool Pitch = Factor < 0 && isScalar(Of) && is_contained(Pitches, Of);
    bool Row = Of->kind() == TermKind::Product &&
               Of->varies() != Scope::Launch && Factor > 0;
    bool Sizes = any_of(applicationsIn(Of), isScalar);
    if (Sizes && !Pitch && !Row)
      return true;
  }
  return false;
}

/// What the launch and the guard of \p A say about thread 1.
static std::vector<TermRef> oneThread(Query &Q, const Access &A) {
  TermRef Guard =
      Q.terms().both(Q.translator().reach(A.Raw->At->getParent()), A.Condition);
  std::vector<TermRef> All = Q.frame(Relation::SameBlock);
  All.erase(All.begin()); // the second thread is free
  All.push_back(Q.copy(Guard, 1, Relation::SameBlock));
  return All;
}

static bool isPlainParameter(const Access &A) {
  return A.Object->Kind == ObjectKind::Parameter && !A.Object->Member &&
         A.Raw->Width && A.Offset->isExact();
}

std::vector<OutOfBounds>
findBeforeBeginning(Query &Q, ArrayRef<Access> Accesses,
                    function_ref<bool(const MemoryObject &)> IsWhole) {
  TermContext &T = Q.terms();
  std::vector<OutOfBounds> Result;
  for (const Access &A : Accesses) {
    if (!isPlainParameter(A) || A.Offset->lo() >= 0 ||
        A.Offset->varies() == Scope::Launch || subtractsSize(A.Offset) ||
        !IsWhole(*A.Object))
      continue;
    OutOfBounds Found;
    Found.At = &A;
    Found.Offset = Q.copy(A.Offset, 1, Relation::SameBlock);
    std::vector<TermRef> All = oneThread(Q, A);
    All.push_back(T.less(Found.Offset, T.constant(0)));
    Found.Result = Q.ask(All, Q.threads(Relation::SameBlock, 1),
                         /*Tail=*/false, All.back());
    TermRef Guard =
        T.both(Q.translator().reach(A.Raw->At->getParent()), A.Condition);
    // Rows exist at any distance; the sizes in the guard are what matters.
    if (Found.Result.Answer == Outcome::Certain &&
        holdsForAnyCaller(Q, All, Guard, T.constant(0)))
      Result.push_back(std::move(Found));
  }
  return Result;
}

std::vector<OutOfBounds>
findUnguarded(Query &Q, ArrayRef<Access> Accesses,
              function_ref<bool(const MemoryObject &)> Concerns) {
  TermContext &T = Q.terms();
  Translator &X = Q.translator();
  std::vector<OutOfBounds> Result;
  // A guard by a scalar that the launch fixes does not look like one.
  if (!X.fixedScalars().empty())
    return Result;
  for (const Access &A : Accesses) {
    bool Told = any_of(
        Result, [&](const OutOfBounds &O) { return O.At->Object == A.Object; });
    TermRef Guard = T.both(X.reach(A.Raw->At->getParent()), A.Condition);
    auto Sizes = applicationsIn({Guard, A.Offset});
    if (Told || !isPlainParameter(A) || !Guard->isExact() ||
        any_of(Sizes, isScalar) || !Concerns(*A.Object))
      continue;
    OutOfBounds Found;
    Found.At = &A;
    Found.Offset = Q.copy(A.Offset, 1, Relation::SameBlock);
    std::vector<TermRef> All = oneThread(Q, A);
    // The last thread of the grid, which has no element.
    TermRef Last = T.sub(T.mul(X.gridSize(0), X.blockSize(0)), T.constant(1));
    TermRef Index = T.add(T.mul(X.blockIndex(0), X.blockSize(0)),
                          Q.copy(X.threadIndex(0), 1, Relation::SameBlock));
    All.push_back(T.equal(Index, Last));
    All.push_back(T.lessEqual(
        T.scale(Last, static_cast<int64_t>(*A.Raw->Width)), Found.Offset));
    // A grid of several blocks of more than one thread.
    All.push_back(T.lessEqual(T.constant(2), X.blockSize(0)));
    All.push_back(T.lessEqual(T.constant(2), X.gridSize(0)));
    Found.Result = Q.ask(All, Q.threads(Relation::SameBlock, 1));
    if (Found.Result.Answer == Outcome::Certain)
      Result.push_back(std::move(Found));
  }
  return Result;
}

} // namespace oxide::prover
