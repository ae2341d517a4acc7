// SPDX-License-Identifier: Apache-2.0

#include "prover/RowExtents.h"
#include "prover/PitchName.h"
#include "prover/Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <numeric>

namespace oxide::prover {

using namespace llvm;

namespace {

using Parts = Polynomial::Map;

bool byId(TermRef A, TermRef B) { return A->id() < B->id(); }

bool isUniform(TermRef T) { return T->varies() == Scope::Launch; }

/// A size that is no part of the launch.
bool isSize(TermRef T) {
  return isUniform(T) && (T->kind() != TermKind::Apply ||
                          (T->symbol().Kind != SymbolKind::BlockSize &&
                           T->symbol().Kind != SymbolKind::GridSize));
}

Monomial sizesIn(const Monomial &M) {
  Monomial Result;
  copy_if(M, std::back_inserter(Result), isSize);
  return Result;
}
bool varies(const Monomial &M) { return !all_of(M, isUniform); }

std::optional<Parts> expand(TermRef T, function_ref<TermRef(TermRef)> Atom) {
  Polynomial P;
  if (!P.expand(T, Atom))
    return std::nullopt;
  return P.parts();
}

/// The usual case of a choice: n of (n > 0 ? n : 1).
TermRef usual(TermRef T) {
  if (T->kind() != TermKind::Select)
    return T;
  return &T->operand(T->operand(1).isConstant() ? 2 : 1);
}

/// Varying >= -Rest, from a condition.
struct Bound {
  Parts Varying, Rest;
};

class Rows {
public:
  Rows(Translator &X, const KernelIR &K, const Access &A)
      : X(X), T(X.terms()), A(A), Pitch(T, A.Offset) {
    const BasicBlock *B = A.Raw->At->getParent();
    learn(X.reach(B));
    learn(A.Condition);
    for (const Loop *L = K.loops().getLoopFor(B); L; L = L->getParentLoop())
      learn(X.trip(L).Begun);
  }

  std::vector<std::vector<TermRef>> conditions() {
    std::vector<std::vector<TermRef>> Result;
    std::optional<Parts> Bytes =
        expand(Pitch.in(A.Offset), [](TermRef Atom) { return Atom; });
    if (!Bytes || Bytes->empty())
      return Result;
    int64_t Element = A.Raw->Width.value_or(0);
    for (const auto &[M, C] : *Bytes)
      Element = std::gcd(Element, C);
    if (Element == 0)
      return Result;
    for (auto &[M, C] : *Bytes)
      C /= Element;
    Width = (A.Raw->Width.value_or(Element) + Element - 1) / Element;
    for (const auto &[M, C] : *Bytes) {
      std::optional<Parts> Columns = columns(*Bytes, rowOf(M, C));
      if (!Columns)
        continue;
      std::vector<TermRef> Fits = fitting(*Columns, rowOf(M, C));
      if (!Fits.empty() && !is_contained(Result, Fits))
        Result.push_back(std::move(Fits));
    }
    return Result;
  }

private:
  /// A number of elements: Count times the product of Of.
  struct Row {
    int64_t Count;
    Monomial Of;
  };

  static Row rowOf(const Monomial &M, int64_t C) {
    // The parts of n + 2 * n are n apart.
    return {varies(M) ? std::abs(C) : 1, sizesIn(M)};
  }

  /// What is within a row of \p Length elements; none where it is no row.
  std::optional<Parts> columns(const Parts &Offset, const Row &Length) const {
    if (Length.Of.empty() && Length.Count < 2)
      return std::nullopt;
    Parts Result;
    bool Many = false;
    SmallPtrSet<TermRef, 8> OfRows;
    for (const auto &[M, C] : Offset) {
      Monomial U = sizesIn(M);
      bool Divides = std::includes(U.begin(), U.end(), Length.Of.begin(),
                                   Length.Of.end(), byId);
      if (Divides && C % Length.Count == 0) {
        Many = true;
        for (TermRef F : M)
          if (!isUniform(F))
            OfRows.insert(F);
        continue;
      }
      if (M.empty()) {
        int64_t Rest = Length.Of.empty() ? C % Length.Count : C;
        if (Rest < 0 && Length.Of.empty())
          Rest += Length.Count;
        Result.emplace(M, Rest);
        continue;
      }
      bool Smaller = std::includes(Length.Of.begin(), Length.Of.end(),
                                   U.begin(), U.end(), byId);
      if (!Smaller || (U == Length.Of && std::abs(C) >= Length.Count))
        return std::nullopt;
      Result.emplace(M, C);
    }
    // What is in both, a skew, is no column.
    bool Skewed = any_of(Result, [&](const auto &Part) {
      return any_of(Part.first, [&](TermRef F) { return OfRows.contains(F); });
    });
    return Many && !Skewed ? std::optional(std::move(Result)) : std::nullopt;
  }

  TermRef product(const Monomial &M, int64_t C) {
    TermRef Result = T.constant(C);
    for (TermRef F : M)
      Result = T.mul(Result, F);
    return Result;
  }
  TermRef sum(const Parts &P) {
    TermRef Result = T.constant(0);
    for (const auto &[M, C] : P)
      Result = T.add(Result, product(M, C));
    return Result;
  }

  std::vector<TermRef> fitting(const Parts &Columns, const Row &Length) {
    TermRef First = edge(Columns, /*Upper=*/false);
    TermRef Last = edge(Columns, /*Upper=*/true);
    if (!First || !Last)
      return {};
    std::vector<TermRef> Result;
    TermRef End = T.add(Last, T.constant(Width));
    for (TermRef Slack :
         {First, T.sub(product(Length.Of, Length.Count), End)}) {
      TermRef C = plain(Slack);
      if (!C)
        return {};
      if (!C->isTrue())
        Result.push_back(C);
    }
    return Result;
  }

  /// That \p Slack is not negative, where that compares two sizes, or a size
  /// with a number; null for what nobody would have in mind.
  TermRef plain(TermRef Slack) {
    std::optional<Parts> Sum =
        expand(Pitch.meant(Slack), [](TermRef Atom) { return Atom; });
    if (!Sum)
      return nullptr;
    size_t Sizes = Sum->size() - Sum->count({});
    return Sizes <= 2 ? T.nonNegative(sum(*Sum)) : nullptr;
  }

  /// The largest, or smallest, value of \p Of; null where nothing bounds it.
  TermRef edge(const Parts &Of, bool Upper) {
    Parts Left;
    TermRef Result = T.constant(0);
    for (const auto &[M, C] : Of)
      if (varies(M))
        Left.emplace(M, C);
      else
        Result = T.add(Result, product(M, C));
    while (!Left.empty()) {
      const Bound *Best = nullptr;
      int64_t Factor = 0;
      for (const Bound &B : Bounds)
        if (int64_t F = factor(Left, B, Upper);
            F && (!Best || B.Varying.size() > Best->Varying.size())) {
          Best = &B;
          Factor = F;
        }
      if (!Best)
        break;
      // Upper: -Varying <= Rest. Lower: Varying >= -Rest.
      Result =
          T.add(Result, T.scale(sum(Best->Rest), Upper ? Factor : -Factor));
      for (const auto &[M, C] : Best->Varying)
        Left.erase(M);
    }
    for (const auto &[M, C] : Left) {
      TermRef End = lastOf(M, (C > 0) == Upper);
      if (!End)
        return nullptr;
      Result = T.add(Result, T.scale(End, C));
    }
    return Result;
  }

  /// How often \p B's side that is of use is in \p Left; 0 if it is not.
  static int64_t factor(const Parts &Left, const Bound &B, bool Upper) {
    int64_t Factor = 0;
    for (const auto &[M, C] : B.Varying) {
      auto It = Left.find(M);
      int64_t Wanted = Upper ? -C : C;
      if (It == Left.end() || It->second % Wanted)
        return 0;
      int64_t Here = It->second / Wanted;
      if (Here <= 0 || (Factor && Factor != Here))
        return 0;
      Factor = Here;
    }
    return Factor;
  }

  /// The end of the range of a product with one index in it.
  TermRef lastOf(const Monomial &M, bool Upper) {
    TermRef Index = nullptr;
    for (TermRef F : M)
      if (!isUniform(F)) {
        if (Index)
          return nullptr;
        Index = F;
      }
    TermRef End = nullptr;
    for (unsigned D = 0; D != 3; ++D) {
      if (Index == X.threadIndex(D))
        End = T.sub(X.blockSize(D), T.constant(1));
      if (Index == X.blockIndex(D))
        End = T.sub(X.gridSize(D), T.constant(1));
    }
    if (!Upper && Index->lo() > std::numeric_limits<int32_t>::min())
      End = T.constant(Index->lo());
    else if (!End && Index->hi() < std::numeric_limits<int32_t>::max())
      End = T.constant(Index->hi());
    if (!End)
      return nullptr;
    Monomial Others(M);
    erase(Others, Index);
    return T.mul(product(Others, 1), End);
  }

  void learn(TermRef Condition) {
    if (Condition->kind() == TermKind::AllOf)
      for (TermRef C : Condition->operands())
        learn(C);
    // Iteration 0 is begun anyway, the others up to the last one.
    if (Condition->kind() == TermKind::AnyOf &&
        any_of(Condition->operands(),
               [](TermRef O) { return O->kind() == TermKind::Zero; }))
      for (TermRef C : Condition->operands())
        learn(C);
    if (Condition->kind() != TermKind::NonNegative)
      return;
    std::optional<Parts> Sum = expand(Pitch.in(&Condition->operand(0)), usual);
    if (!Sum)
      return;
    Bound B;
    for (const auto &[M, C] : *Sum)
      (varies(M) ? B.Varying : B.Rest).emplace(M, C);
    if (!B.Varying.empty())
      Bounds.push_back(std::move(B));
  }

  Translator &X;
  TermContext &T;
  const Access &A;
  PitchName Pitch;
  int64_t Width = 1; ///< of the access, in elements
  std::vector<Bound> Bounds;
};

} // namespace

std::vector<std::vector<TermRef>>
rowConditions(Translator &X, const KernelIR &K, const Access &A) {
  return Rows(X, K, A).conditions();
}

} // namespace oxide::prover
