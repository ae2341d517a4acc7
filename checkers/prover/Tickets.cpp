// SPDX-License-Identifier: Apache-2.0

#include "prover/Tickets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include <array>
#include <map>

namespace oxide::prover {

using namespace llvm;

/// How far the values are apart that different threads draw; 0 where \p V is no
/// draw from a counter.
static int64_t ticketStep(const Value *V, ArrayRef<Access> Accesses) {
  const auto *Add = dyn_cast_or_null<AtomicRMWInst>(V);
  if (!Add || (Add->getOperation() != AtomicRMWInst::Add &&
               Add->getOperation() != AtomicRMWInst::Sub))
    return false;
  const auto *Step = dyn_cast<ConstantInt>(Add->getValOperand());
  if (!Step || Step->getValue().isMinSignedValue())
    return 0;
  const Access *Own = nullptr;
  for (const Access &A : Accesses)
    if (A.Raw->At == Add) {
      if (Own)
        return 0;
      Own = &A;
    }
  // One counter for the whole grid.
  if (!Own || Own->Offset->varies() > Scope::Launch ||
      !Own->Offset->isExact() || Own->Object->isShared() ||
      Own->Raw->AtomicTo != SyncScope::Grid ||
      any_of(Accesses, [&](const Access &A) {
        return &A != Own && MemoryModel::mayAlias(*A.Object, *Own->Object);
      }))
    return 0;
  return std::abs(Step->getValue().trySExtValue().value_or(0));
}

void addDistinctTickets(Translator &X, ArrayRef<Access> Accesses,
                        std::vector<TermRef> &Conditions) {
  TermContext &T = X.terms();
  struct Draw {
    int64_t Step;
    std::array<TermRef, 2> Tickets;
  };
  std::map<unsigned, Draw> Drawn;
  for (TermRef A : applicationsIn(Conditions)) {
    const Symbol &S = A->symbol();
    if (!S.Copy || !S.Generic)
      continue;
    if (int64_t Step = ticketStep(X.origin(*S.Generic), Accesses)) {
      Draw &D = Drawn[S.Generic->Id];
      D.Step = Step;
      D.Tickets[S.Copy - 1] = A;
    }
  }
  for (const auto &[Id, D] : Drawn) {
    auto [One, Two] = D.Tickets;
    if (!One || !Two)
      continue;
    TermRef Step = T.constant(D.Step);
    Conditions.push_back(D.Step == 1
                             ? T.logicalNot(T.equal(One, Two))
                             : T.either(T.lessEqual(Step, T.sub(One, Two)),
                                        T.lessEqual(Step, T.sub(Two, One))));
  }
}

} // namespace oxide::prover
