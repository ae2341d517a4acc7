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
