// SPDX-License-Identifier: Apache-2.0

#include "prover/Access.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

namespace oxide::prover {

using namespace llvm;

/// What a write stores, where the same term means the same bits.
static TermRef storedValue(Translator &X, const Value *V) {
  // What is not initialised may differ from thread to thread.
  if (!V || isa<UndefValue>(V))
    return nullptr;
  if (const auto *F = dyn_cast<ConstantFP>(V)) {
    APInt Bits = F->getValueAPF().bitcastToAPInt();
    return Bits.getBitWidth() <= 64 ? X.terms().constant(Bits.getSExtValue())
                                    : nullptr;
  }
  return X.term(V);
}

/// What the instruction itself says about the place and the condition of \p A.
static void ofInstruction(Translator &X, const RawAccess &Raw, Access &A) {
  TermContext &T = X.terms();
  A.Offset = T.add(A.Offset, T.constant(Raw.Displacement));
  if (Raw.Lanes < 32)
    A.Condition = T.both(A.Condition, T.less(X.lane(), T.constant(Raw.Lanes)));
  // One number for each place of a surface; these are its largest sizes.
  constexpr int64_t Most[] = {1 << 21, 1 << 18, 1 << 15};
  constexpr int64_t Unit[] = {1, 1ll << 22, 1ll << 42};
  for (unsigned C = 0; C != Raw.Surface.size(); ++C) {
    TermRef At = X.term(Raw.Surface[C]);
    A.Offset = T.add(A.Offset, T.scale(At, Unit[C]));
    A.Condition = T.allOf(
        {A.Condition, T.nonNegative(At), T.less(At, T.constant(Most[C]))});
  }
  if (!Raw.MayNotHappen && !Raw.Matrix)
    return;
  Symbol S;
  S.Rests = Grade::Approximate;
  S.Varies = Scope::Thread;
  if (Raw.MayNotHappen) {
    Symbol Guard = S;
    Guard.Boolean = true;
    Guard.Name = "guard";
    A.Condition = T.both(A.Condition, T.apply(T.symbol(std::move(Guard))));
  }
  if (Raw.Matrix) {
    // Some row: which lanes have which is not told.
    S.Name = "row";
    S.Lo = 0;
    S.Hi = Raw.Matrix->Count - 1;
    TermRef Pitch = T.scale(X.term(Raw.Matrix->Pitch), Raw.Matrix->Element);
    A.Offset = T.add(A.Offset, T.mul(T.apply(T.symbol(std::move(S))), Pitch));
  }
}

std::vector<Access> accessesOf(Translator &X, KernelIR &K, MemoryModel &M) {
  std::vector<Access> Result;
  for (const RawAccess &Raw : M.accesses()) {
    if (!K.dominators().isReachableFromEntry(Raw.At->getParent()))
      continue;
    for (const PointerTarget &P : X.pointer(Raw.Pointer)) {
      if (P.Object->Kind == ObjectKind::ParameterBlock)
        continue;
      Access A;
      A.Id = Result.size();
      A.Raw = &Raw;
      A.Object = P.Object;
      A.Offset = P.Offset;
      A.Condition = P.Condition;
      ofInstruction(X, Raw, A);
      A.Value = storedValue(X, Raw.Stored);
      Result.push_back(A);
    }
  }
  return Result;
}

TermRef overlap(TermContext &T, const Access &A, TermRef OffsetA,
                const Access &B, TermRef OffsetB) {
  if (!A.Raw->Width || !B.Raw->Width) {
    Symbol S;
    S.Boolean = true;
    S.Rests = Grade::Approximate;
    S.Varies = Scope::Thread;
    S.Name = "extent";
    return T.apply(T.symbol(std::move(S)));
  }
  int64_t WidthA = *A.Raw->Width, WidthB = *B.Raw->Width;
  if (WidthA == WidthB && isMultipleOf(OffsetA, WidthA) &&
      isMultipleOf(OffsetB, WidthA))
    return T.equal(OffsetA, OffsetB);
  return T.both(T.less(OffsetA, T.add(OffsetB, T.constant(WidthB))),
                T.less(OffsetB, T.add(OffsetA, T.constant(WidthA))));
}

std::vector<const MemoryObject *> buffersTakenApart(ArrayRef<Access> Accesses) {
  std::vector<const MemoryObject *> Result;
  bool Written = false;
  for (const Access &A : Accesses)
    if ((A.Object->Kind == ObjectKind::Parameter ||
         A.Object->Kind == ObjectKind::Global) &&
        !is_contained(Result, A.Object)) {
      Result.push_back(A.Object);
      Written |= A.Object->Written;
    }
  if (!Written || Result.size() < 2)
    Result.clear();
  return Result;
}

TermRef aligned(TermContext &T, const Access &A, TermRef Offset) {
  int64_t Alignment = A.Raw->Alignment;
  if (Alignment <= 1 || isMultipleOf(Offset, Alignment))
    return T.truth(true);
  return T.zero(T.remainder(Offset, T.constant(Alignment)));
}

} // namespace oxide::prover
