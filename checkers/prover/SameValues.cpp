// SPDX-License-Identifier: Apache-2.0

#include "prover/SameValues.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

void SameValues::compare(const Instance &A, const Instance &B,
                         std::vector<TermRef> All, TermRef Meet,
                         ArrayRef<TermRef> Small, function_ref<bool()> InWarp,
                         Conflict &C) {
  const RawAccess &First = *A.A->Raw, &Second = *B.A->Raw;
  auto AgreedInWarp = [&](const RawAccess &Write) {
    return C.Result.happens() && C.Between != Relation::OtherBlock &&
           Write.Stored && Shuffled.agreedInWarp(Write.Stored) &&
           inOneIteration(All, C);
  };
  bool BothWrite =
      First.Kind == AccessKind::Write && Second.Kind == AccessKind::Write;
  if (!BothWrite) {
    const Instance &Writer = First.Kind == AccessKind::Write ? A : B;
    const Instance &Reader = &Writer == &A ? B : A;
    C.SameValue = readsOwn(Writer, Reader) &&
                  ((Writer.Value && Writer.Value->varies() <= Scope::Block &&
                    Writer.Offset->varies() <= Scope::Block) ||
                   (AgreedInWarp(*Writer.A->Raw) && InWarp()));
    return;
  }
  if (First.Width != Second.Width)
    return;
  if (A.Value && B.Value) {
    // A model in which the values differ shows more.
    std::vector<TermRef> Different(All);
    Different.push_back(T.logicalNot(T.both(
        T.equal(Q.copy(A.Value, 1, C.Between), Q.copy(B.Value, 2, C.Between)),
        T.equal(C.Offset1, C.Offset2))));
    QueryResult Differ;
    if (!Different.back()->isFalse())
      Differ = Q.ask(Different, Small, /*Tail=*/false, Meet);
    if (Differ.Answer == Outcome::Impossible)
      C.SameValue = true;
    else if (Differ.happens() && Differ.Answer == C.Result.Answer)
      C.Result = std::move(Differ);
  }
  if (C.SameValue || First.Stored != Second.Stored || !AgreedInWarp(First))
    return;
  C.SameValue = InWarp();
  C.Exchanged = !C.SameValue;
}

/// Whether \p Reader reads the place that its thread has written before in \p
/// Writer: whatever the order, it reads that value if all write the same.
bool SameValues::readsOwn(const Instance &Writer,
                          const Instance &Reader) const {
  return Writer.A->Raw->Kind == AccessKind::Write &&
         Reader.A->Raw->Kind == AccessKind::Read &&
         Writer.Offset == Reader.Offset &&
         Writer.A->Raw->Width == Reader.A->Raw->Width &&
         Writer.A->Object->isShared() &&
         K.dominators().dominates(Writer.A->Raw->At, Reader.A->Raw->At);
}

/// Whether the two threads are in the same iterations wherever \p C happens.
bool SameValues::inOneIteration(std::vector<TermRef> All, const Conflict &C) {
  std::vector<TermRef> Other;
  for (const auto &[L, I] : C.Iterations1)
    for (const auto &[M, J] : C.Iterations2)
      if (L == M)
        Other.push_back(T.logicalNot(T.equal(I, J)));
  if (Other.empty())
    return true;
  All.push_back(T.anyOf(Other));
  return All.back()->isFalse() || Q.impossible(All);
}

/// Whether all threads of a block store what they read from one place, which
/// nobody can have written meanwhile.
bool SameValues::storesAgreed(const Conflict &C,
                              function_ref<bool(const LoadInst &)> IsRacy) {
  const auto *Read = dyn_cast_or_null<LoadInst>(C.First->Raw->Stored);
  if (C.First->Raw->At != C.Second->Raw->At || !Read)
    return false;
  for (const Access &A : Accesses)
    if (A.Raw->At == Read && A.Offset->varies() > Scope::Block)
      return false;
  return !IsRacy(*Read);
}

bool SameValues::agreedLater(const Conflict &C,
                             function_ref<bool(const LoadInst &)> IsRacy) {
  if (C.Between == Relation::OtherBlock)
    return false;
  return storesAgreed(C, IsRacy) ||
         (C.Exchanged &&
          Shuffled.agreedInBlock(C.First->Raw->Stored, [&](const LoadInst &L) {
            return !IsRacy(L);
          }));
}

} // namespace oxide::prover
