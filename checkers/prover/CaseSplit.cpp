// SPDX-License-Identifier: Apache-2.0

#include "prover/CaseSplit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>

namespace oxide::prover {

namespace {

constexpr int64_t MostCases = 24;

/// Factor times an unknown, plus a constant.
struct Scaled {
  TermRef Variable;
  int64_t Factor, Plus;

  /// Its values for which the whole lies between \p Lo and \p Hi.
  std::pair<int64_t, int64_t> values(int64_t Lo, int64_t Hi) const {
    return {llvm::divideCeilSigned(Lo - Plus, Factor),
            llvm::divideFloorSigned(Hi - Plus, Factor)};
  }
};

std::optional<Scaled> scaled(const Term &T) {
  auto IsUnknown = [](const Term &A) {
    return A.kind() == TermKind::Apply && A.operands().empty() &&
           !A.isCondition();
  };
  if (IsUnknown(T))
    return Scaled{&T, 1, 0};
  constexpr int64_t Large = 1 << 20;
  if (T.kind() == TermKind::Sum && T.operands().size() == 1 &&
      T.coefficients().front() > 0 && T.coefficients().front() < Large &&
      std::abs(T.value()) < Large && IsUnknown(T.operand(0)))
    return Scaled{&T.operand(0), T.coefficients().front(), T.value()};
  return std::nullopt;
}

struct Votes {
  unsigned Count = 0;
  int64_t First = 0, Last = 0;

  void add(int64_t From, int64_t To) {
    First = Count ? std::min(First, From) : From;
    Last = Count ? std::max(Last, To) : To;
    ++Count;
  }
};

} // namespace

std::vector<TermRef> Cases::conditions(TermContext &T) const {
  std::vector<TermRef> Result;
  for (int64_t V = First; V <= Last; ++V)
    Result.push_back(T.equal(Variable, T.constant(V)));
  Result.push_back(T.less(Variable, T.constant(First)));
  Result.push_back(T.less(T.constant(Last), Variable));
  llvm::erase_if(Result, [](TermRef C) { return C->isFalse(); });
  return Result;
}

std::optional<Cases> casesIn(llvm::ArrayRef<TermRef> Facts) {
  std::map<unsigned, std::pair<TermRef, Votes>> ById;
  auto Vote = [&](const Term &Of, int64_t Lo, int64_t Hi) {
    std::optional<Scaled> S = scaled(Of);
    if (!S)
      return;
    auto [From, To] = S->values(Lo, Hi);
    auto &[Known, Has] = ById[S->Variable->id()];
    Known = S->Variable;
    if (From <= To)
      Has.add(From, To);
  };
  forEachTerm(Facts, [&](TermRef T) {
    if (T->kind() == TermKind::Select && T->operand(0).kind() == TermKind::Zero)
      Vote(T->operand(0).operand(0), 0, 0);
    // A larger shift leaves nothing.
    if (T->kind() == TermKind::ShiftRight && T->operand(0).lo() >= 0 &&
        T->operand(0).hi() < int64_t(1) << MostCases)
      Vote(T->operand(1), 0,
           llvm::Log2_64(std::max<int64_t>(T->operand(0).hi(), 1)));
  });
  std::optional<Cases> Best;
  unsigned Most = 0;
  for (const auto &[Id, Entry] : ById) {
    const auto &[Variable, Has] = Entry;
    int64_t First = std::max(Has.First, Variable->lo());
    int64_t Last = std::min(Has.Last, Variable->hi());
    // An unknown that all threads share settles more.
    unsigned Weight = Has.Count * (Variable->symbol().Copy ? 1 : 4);
    if (First >= Last || Last - First >= MostCases || Weight <= Most)
      continue;
    Most = Weight;
    Best = Cases{Variable, First, Last};
  }
  return Best;
}

} // namespace oxide::prover
