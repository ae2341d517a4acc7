// SPDX-License-Identifier: Apache-2.0

#include "prover/Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace oxide::prover {

namespace {

constexpr size_t MaxParts = 64, MaxDegree = 8;

bool byId(TermRef A, TermRef B) { return A->id() < B->id(); }

class Nester {
public:
  Nester(TermContext &Terms,
         llvm::function_ref<TermRef(TermRef, TermRef)> Product)
      : Terms(Terms), Product(Product) {}

  TermRef nest(const Polynomial::Map &Parts) {
    // Both threads are inside one sum when two indices are compared: the
    // structure is that of each copy.
    std::map<unsigned, Polynomial::Map> Groups;
    for (const auto &[M, C] : Parts)
      Groups[copiesOf(M)].emplace(M, C);
    TermRef Total = Terms.constant(0);
    for (const auto &[Copies, Group] : Groups)
      Total = Terms.add(Total, nestGroup(Group));
    return Total;
  }

private:
  unsigned copies(TermRef T) {
    auto [It, New] = Copies.try_emplace(T, 0);
    if (New)
      It->second = copiesIn(T);
    return It->second;
  }

  unsigned copiesOf(const Monomial &M) {
    unsigned Result = 0;
    for (TermRef F : M)
      Result |= copies(F);
    return Result;
  }

  /// Whether all threads of the query agree on \p T.
  bool isShared(TermRef T) { return copies(T) == 0; }

  TermRef product(llvm::ArrayRef<TermRef> Factors) {
    TermRef Result = Factors.back();
    for (TermRef F : llvm::reverse(Factors.drop_back()))
      Result = Product(F, Result);
    return Result;
  }

  TermRef nestGroup(const Polynomial::Map &Parts) {
    TermRef Factor = commonest(Parts);
    if (!Factor) {
      TermRef Total = Terms.constant(0);
      for (const auto &[M, C] : Parts)
        Total = Terms.add(Total,
                          Terms.scale(M.empty() ? Terms.constant(1) : M[0], C));
      return Total;
    }
    Polynomial::Map With, Without;
    Monomial Common;
    for (const auto &[M, C] : Parts) {
      bool Has = llvm::is_contained(M, Factor);
      (Has ? With : Without).emplace(M, C);
      if (!Has)
        continue;
      Monomial Both;
      if (With.size() == 1)
        Both = M;
      else
        std::set_intersection(M.begin(), M.end(), Common.begin(), Common.end(),
                              std::back_inserter(Both), byId);
      Common = Both;
    }
    // rows*cols is one factor where nothing needs them apart.
    Monomial Divisor;
    for (TermRef F : Common)
      if (F == Factor ? !llvm::is_contained(Divisor, F) : isShared(F))
        Divisor.push_back(F);
    // A lone product keeps something to be multiplied.
    if (With.size() == 1 && Divisor.size() == With.begin()->first.size())
      Divisor.erase(Divisor.begin());
    Polynomial::Map Quotient;
    for (const auto &[M, C] : With) {
      Monomial Rest;
      std::set_difference(M.begin(), M.end(), Divisor.begin(), Divisor.end(),
                          std::back_inserter(Rest), byId);
      Quotient.emplace(Rest, C);
    }
    TermRef Result = Product(nestGroup(Quotient), product(Divisor));
    return Without.empty() ? Result : Terms.add(Result, nestGroup(Without));
  }

  /// The factor to take out first: the one of most products, and of those the
  /// one that most threads agree on. Null where nothing is multiplied.
  TermRef commonest(const Polynomial::Map &Parts) {
    struct Use {
      unsigned Count = 0;
      bool Multiplied = false;
    };
    std::map<unsigned, std::pair<TermRef, Use>> Uses;
    for (const auto &[M, C] : Parts)
      for (size_t I = 0; I < M.size(); ++I) {
        auto &[T, U] = Uses[M[I]->id()];
        T = M[I];
        U.Count += I == 0 || M[I - 1] != M[I];
        U.Multiplied |= M.size() > 1;
      }
    TermRef Best = nullptr;
    std::tuple<unsigned, bool, int> BestKey;
    for (auto &[Id, Entry] : Uses) {
      auto &[T, U] = Entry;
      std::tuple<unsigned, bool, int> Key(U.Count, isShared(T),
                                          -static_cast<int>(T->varies()));
      if (U.Multiplied && (!Best || Key > BestKey)) {
        Best = T;
        BestKey = Key;
      }
    }
    return Best;
  }

  TermContext &Terms;
  llvm::function_ref<TermRef(TermRef, TermRef)> Product;
  llvm::DenseMap<TermRef, unsigned> Copies;
};

} // namespace

bool MonomialLess::operator()(const Monomial &A, const Monomial &B) const {
  return std::lexicographical_compare(A.begin(), A.end(), B.begin(), B.end(),
                                      byId);
}

bool Polynomial::add(const Monomial &M, int64_t C) {
  auto [It, New] = Parts.try_emplace(M, C);
  if (!New && llvm::AddOverflow(It->second, C, It->second))
    return false;
  if (It->second == 0)
    Parts.erase(It);
  return Parts.size() <= MaxParts;
}

bool Polynomial::multiply(const Polynomial &By) {
  Polynomial Result;
  for (const auto &[A, CA] : Parts)
    for (const auto &[B, CB] : By.Parts) {
      Monomial M;
      std::merge(A.begin(), A.end(), B.begin(), B.end(), std::back_inserter(M),
                 byId);
      int64_t C;
      if (M.size() > MaxDegree || llvm::MulOverflow(CA, CB, C) ||
          !Result.add(M, C))
        return false;
    }
  Parts = std::move(Result.Parts);
  return true;
}

bool Polynomial::expand(TermRef T, llvm::function_ref<TermRef(TermRef)> Atom) {
  switch (T->kind()) {
  case TermKind::Constant:
    return T->value() == 0 || add({}, T->value());
  case TermKind::Sum:
    if (T->value() && !add({}, T->value()))
      return false;
    for (auto [O, C] : llvm::zip_equal(T->operands(), T->coefficients())) {
      Polynomial P, Factor;
      if (!P.expand(O, Atom) || !Factor.add({}, C) || !P.multiply(Factor))
        return false;
      for (const auto &[M, D] : P.Parts)
        if (!add(M, D))
          return false;
    }
    return true;
  case TermKind::Product: {
    Polynomial A, B;
    if (!A.expand(&T->operand(0), Atom) || !B.expand(&T->operand(1), Atom) ||
        !A.multiply(B))
      return false;
    for (const auto &[M, C] : A.Parts)
      if (!add(M, C))
        return false;
    return true;
  }
  default:
    TermRef New = Atom(T);
    if (New != T)
      return expand(New, Atom);
    return add({T}, 1);
  }
}

TermRef Polynomial::nested(
    TermContext &Terms,
    llvm::function_ref<TermRef(TermRef, TermRef)> Product) const {
  return Nester(Terms, Product).nest(Parts);
}

unsigned copiesIn(TermRef T) {
  unsigned Result = 0;
  for (TermRef A : applicationsIn({T}))
    if (unsigned Copy = A->symbol().Copy)
      Result |= 1u << (Copy - 1);
  return Result;
}

} // namespace oxide::prover
