// SPDX-License-Identifier: Apache-2.0

#include "prover/Coverage.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

namespace {

/// One digit of an offset: Factor times a value from 0 to Count - 1; nothing
/// for Count where there is no bound.
struct Digit {
  TermRef Of;
  int64_t Factor;
  std::optional<int64_t> Count;
};

bool isUniform(TermRef T) { return T->varies() <= Scope::Block; }

bool isSymbol(TermRef T, SymbolKind Kind) {
  return T->kind() == TermKind::Apply && T->symbol().Kind == Kind;
}

/// The digits of \p Offset, largest first, and what all threads share of it.
/// False where it is no such number.
bool digitsOf(TermContext &T, TermRef Offset, const int64_t (&Block)[3],
              SmallVectorImpl<Digit> &Digits, TermRef &Base) {
  SmallVector<std::pair<TermRef, int64_t>, 4> Parts;
  Base = T.constant(0);
  if (isUniform(Offset)) {
    Base = Offset;
    return true;
  }
  if (Offset->kind() == TermKind::Sum) {
    Base = T.constant(Offset->value());
    for (auto [Of, Factor] : zip(Offset->operands(), Offset->coefficients()))
      Parts.emplace_back(Of, Factor);
  } else {
    Parts.emplace_back(Offset, 1);
  }
  for (auto [Of, Factor] : Parts) {
    if (isUniform(Of)) {
      Base = T.add(Base, T.scale(Of, Factor));
      continue;
    }
    Digit D{Of, Factor, std::nullopt};
    if (isSymbol(Of, SymbolKind::ThreadIndex))
      D.Count = Block[Of->symbol().Dim];
    else if (!isSymbol(Of, SymbolKind::Iteration)) {
      if (Of->lo() < 0 || Of->hi() >= int64_t(1) << 31)
        return false;
      D.Count = Of->hi() + 1;
    }
    if (Factor <= 0)
      return false;
    Digits.push_back(D);
  }
  llvm::sort(Digits, [](const Digit &A, const Digit &B) {
    return std::pair(-A.Factor, A.Of->id()) < std::pair(-B.Factor, B.Of->id());
  });
  return true;
}

/// Whether each number has one decomposition only, apart from what lies within
/// \p Width bytes.
bool isUnique(ArrayRef<Digit> Digits, int64_t Width) {
  for (unsigned I = 0; I != Digits.size(); ++I) {
    int64_t Below = Width;
    if (I + 1 != Digits.size()) {
      if (!Digits[I + 1].Count)
        return false;
      Below = Digits[I + 1].Factor * *Digits[I + 1].Count;
    }
    if (Below > Digits[I].Factor)
      return false;
  }
  return true;
}

} // namespace

Coverage coverageOf(Translator &X, const BlockWrite &W, TermRef Byte,
                    const int64_t (&Block)[3]) {
  TermContext &T = X.terms();
  Coverage Everything{T.truth(true), T.truth(true)};
  if (!W.At->Raw->Width)
    return Everything;
  auto Width = static_cast<int64_t>(*W.At->Raw->Width);
  SmallVector<Digit, 4> Digits;
  TermRef Base = nullptr;
  if (!digitsOf(T, W.Offset, Block, Digits, Base) || !isUnique(Digits, Width))
    return Everything;

  TermRef Rest = T.sub(Byte, Base);
  SmallVector<TermRef, 8> In{T.nonNegative(Rest)};
  SmallVector<std::pair<const Symbol *, TermRef>, 4> Decoded;
  for (const Digit &D : Digits) {
    TermRef Factor = T.constant(D.Factor);
    TermRef Value = T.quotient(Rest, Factor);
    if (D.Count)
      In.push_back(T.less(Value, T.constant(*D.Count)));
    if (isSymbol(D.Of, SymbolKind::ThreadIndex) ||
        isSymbol(D.Of, SymbolKind::Iteration))
      Decoded.emplace_back(&D.Of->symbol(), Value);
    Rest = T.remainder(Rest, Factor);
  }
  In.push_back(T.less(Rest, T.constant(Width)));
  Coverage Result;
  Result.HasThread = T.allOf(In);

  SmallVector<TermRef, 8> Guards;
  if (W.Guard->kind() == TermKind::AllOf)
    append_range(Guards, W.Guard->operands());
  else
    Guards.push_back(W.Guard);
  for (TermRef G : Guards) {
    if (isUniform(G))
      continue;
    bool Follows = all_of(applicationsIn(G), [&](TermRef A) {
      return A->symbol().Varies <= Scope::Block ||
             A->symbol().Kind == SymbolKind::Content ||
             any_of(Decoded,
                    [&](const auto &D) { return D.first == &A->symbol(); });
    });
    if (!Follows)
      continue;
    Result.Guarded = true;
    In.push_back(T.replace(G, [&](const Symbol &S, ArrayRef<TermRef>) {
      for (const auto &[Of, Value] : Decoded)
        if (Of == &S)
          return Value;
      return TermRef(nullptr);
    }));
  }
  Result.Covered = T.allOf(In);
  return Result;
}

} // namespace oxide::prover
