// SPDX-License-Identifier: Apache-2.0

#include "prover/WordParts.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace oxide::prover {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// The \p Width bits of \p From above its lowest \p Offset ones.
struct Bits {
  Value *From;
  unsigned Offset, Width;
  /// Zero, whatever From is.
  bool Zero = false;

  bool operator==(const Bits &) const = default;
};

unsigned widthOf(const Value *V) { return V->getType()->getIntegerBitWidth(); }

constexpr unsigned MaxDepth = 24;

/// What stands in the member of an object that \p V is taken from.
Value *member(Value *V) {
  if (auto *E = dyn_cast<ExtractValueInst>(V))
    if (Value *In =
            FindInsertedValue(E->getAggregateOperand(), E->getIndices()))
      return In;
  return V;
}

/// Follows \p B to where the bits come from, as far as that is one place.
Bits origin(Bits B, unsigned Depth = 0) {
  if (const auto *C = dyn_cast<ConstantInt>(B.From))
    B.Zero = C->getValue().extractBits(B.Width, B.Offset).isZero();
  if (B.Zero || Depth == MaxDepth || !isa<Instruction>(B.From))
    return B;
  auto Zero = [&] { return Bits{B.From, B.Offset, B.Width, true}; };
  auto Follow = [&](Value *V, unsigned Offset) {
    return origin({V, Offset, B.Width}, Depth + 1);
  };
  Value *A = nullptr, *C = nullptr;
  uint64_t By = 0;
  const APInt *Mask = nullptr;
  unsigned End = B.Offset + B.Width, Full = widthOf(B.From);
  if (match(B.From, m_Or(m_Value(A), m_Value(C)))) {
    Bits First = Follow(A, B.Offset), Second = Follow(C, B.Offset);
    if (First.Zero)
      return Second;
    return Second.Zero ? First : B;
  }
  if (match(B.From, m_Shl(m_Value(A), m_ConstantInt(By))) && By < Full) {
    if (B.Offset >= By)
      return Follow(A, B.Offset - By);
    return End <= By ? Zero() : B;
  }
  if (match(B.From, m_LShr(m_Value(A), m_ConstantInt(By))) && By < Full) {
    if (End + By <= Full)
      return Follow(A, B.Offset + By);
    return B.Offset + By >= Full ? Zero() : B;
  }
  if (match(B.From, m_And(m_Value(A), m_APInt(Mask)))) {
    APInt Part = Mask->extractBits(B.Width, B.Offset);
    return Part.isZero() ? Zero() : Part.isAllOnes() ? Follow(A, B.Offset) : B;
  }
  if (match(B.From, m_ZExt(m_Value(A))) && A->getType()->isIntegerTy()) {
    if (B.Offset >= widthOf(A))
      return Zero();
    return End <= widthOf(A) ? Follow(A, B.Offset) : B;
  }
  if (match(B.From, m_Trunc(m_Value(A))) && A->getType()->isIntegerTy())
    return Follow(A, B.Offset);
  // A word that was copied as a pointer.
  if (match(B.From, m_PtrToInt(m_Value(A))) &&
      match(member(A), m_IntToPtr(m_Value(C))) && C->getType()->isIntegerTy() &&
      widthOf(C) == Full)
    return Follow(C, B.Offset);
  return B;
}

/// The bits that \p I takes from another word, if it takes some.
std::optional<Bits> taken(Instruction &I) {
  if (!I.getType()->isIntegerTy())
    return std::nullopt;
  Value *A = nullptr;
  uint64_t By = 0;
  const APInt *Mask = nullptr;
  if (match(&I, m_Trunc(m_Value(A))))
    return Bits{A, 0, widthOf(&I)};
  if (match(&I, m_LShr(m_Value(A), m_ConstantInt(By))) && By && By < widthOf(A))
    return Bits{A, unsigned(By), unsigned(widthOf(A) - By)};
  if (match(&I, m_And(m_Value(A), m_APInt(Mask))) && Mask->isMask())
    return Bits{A, 0, Mask->countr_one()};
  return std::nullopt;
}

/// The value of \p B as an integer of type \p Ty.
Value *materialise(const Bits &B, Type *Ty, IRBuilderBase &Builder) {
  if (B.Zero)
    return ConstantInt::get(Ty, 0);
  Value *V = B.From;
  if (B.Offset)
    V = Builder.CreateLShr(V, B.Offset);
  if (B.Offset + B.Width < widthOf(B.From))
    V = Builder.CreateAnd(V, APInt::getLowBitsSet(widthOf(V), B.Width));
  return Builder.CreateZExtOrTrunc(V, Ty);
}

} // namespace

bool takeWordsApart(Function &F) {
  bool Any = false;
  SmallVector<WeakTrackingVH, 16> Dead;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (Value *In = member(&I); In != &I) {
      I.replaceAllUsesWith(In);
      Dead.push_back(&I);
      Any = true;
      continue;
    }
    std::optional<Bits> Wanted = taken(I);
    if (!Wanted)
      continue;
    Bits Found = origin(*Wanted);
    // A step or two is what the source says.
    if (Found == *Wanted || (!Found.Zero && Found.From == I.getOperand(0)))
      continue;
    IRBuilder<> Builder(&I);
    Value *New = materialise(Found, I.getType(), Builder);
    if (New == &I)
      continue;
    I.replaceAllUsesWith(New);
    Dead.push_back(&I);
    Any = true;
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  return Any;
}

} // namespace oxide::prover
