// SPDX-License-Identifier: Apache-2.0

#include "prover/SizeRoles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace oxide::prover {

using namespace llvm;

/// A few elements are no row, nor is the gap between two neighbours.
static constexpr int64_t LeastRow = 32, LeastGap = 256;

/// Whether an index of a thread or a block, or a loop, is in \p Roots.
static bool variesWithin(ArrayRef<TermRef> Roots) {
  return any_of(applicationsIn(Roots), [](TermRef A) {
    SymbolKind K = A->symbol().Kind;
    return K == SymbolKind::ThreadIndex || K == SymbolKind::BlockIndex ||
           K == SymbolKind::Iteration;
  });
}

static bool isIndex(TermRef T, SymbolKind Kind, unsigned Dim) {
  return T->kind() == TermKind::Apply && T->symbol().Kind == Kind &&
         T->symbol().Dim == Dim;
}

SizeRoles::SizeRoles(Translator &X, ArrayRef<TermRef> Places) : X(X) {
  forEachTerm(Places, [&](TermRef At) {
    if (At->kind() == TermKind::Product)
      lookAtProduct(*At);
    if (At->kind() == TermKind::Sum && !At->coefficients().empty())
      lookAtSum(*At);
  });
  erase_if(Offsets, [&](TermRef S) { return is_contained(Pitches, S); });
}

void SizeRoles::lookAtProduct(const Term &Product) {
  for (unsigned I : {0u, 1u})
    if (variesWithin({&Product.operand(I)}))
      for (TermRef S : scalarsIn({&Product.operand(1 - I)}))
        if (!is_contained(Pitches, S))
          Pitches.push_back(S);
}

/// A step of the launch is no row.
bool SizeRoles::isStep(int64_t Elements) const {
  int64_t Threads = 1;
  for (unsigned D = 0; D != 3; ++D)
    for (TermRef Size : {X.blockSize(D), X.gridSize(D)}) {
      Threads *= Size->isConstant() ? Size->value() : 1;
      if (Elements == Threads)
        return true;
    }
  return false;
}

void SizeRoles::lookAtSum(const Term &Sum) {
  uint64_t Element = 0;
  for (int64_t C : Sum.coefficients())
    Element = std::gcd(Element, AbsoluteValue(C));
  for (auto [O, C] : zip_equal(Sum.operands(), Sum.coefficients())) {
    if (!variesWithin({O}))
      append_range(Offsets, scalarsIn({O}));
    int64_t Elements = AbsoluteValue(C) / Element;
    if (Elements >= LeastRow && !isStep(Elements))
      Rows.push_back(Elements);
  }
  // Two places a row apart.
  if (int64_t Apart = AbsoluteValue(Sum.value()) / Element; Apart >= LeastGap)
    Rows.push_back(Apart);
  fitBlocks(Sum);
}

/// In `2304 * y + 96 * blockIdx.x + threadIdx.x` there are 24 blocks at most.
void SizeRoles::fitBlocks(const Term &Sum) {
  TermContext &T = X.terms();
  for (unsigned D = 0; D != 3; ++D) {
    if (X.gridSize(D)->isConstant())
      continue;
    int64_t Step = 0, Row = 0;
    TermRef Width = nullptr;
    for (auto [O, C] : zip_equal(Sum.operands(), Sum.coefficients())) {
      bool Scaled = O->kind() == TermKind::Product &&
                    is_contained(O->operands(), X.blockSize(D));
      bool IsBlock = isIndex(O, SymbolKind::BlockIndex, D) ||
                     (Scaled && any_of(O->operands(), [&](TermRef F) {
                        return isIndex(F, SymbolKind::BlockIndex, D);
                      }));
      if (IsBlock) {
        Step = AbsoluteValue(C);
        Width = Scaled ? T.mul(X.gridSize(D), X.blockSize(D)) : X.gridSize(D);
      }
    }
    for (auto [O, C] : zip_equal(Sum.operands(), Sum.coefficients())) {
      int64_t Distance = AbsoluteValue(C);
      if (Distance > Step && variesWithin({O}) && (!Row || Distance < Row))
        Row = Distance;
    }
    if (Width && Row)
      Fits.push_back(T.lessEqual(T.scale(Width, Step), T.constant(Row)));
  }
}

} // namespace oxide::prover
