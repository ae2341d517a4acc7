// SPDX-License-Identifier: Apache-2.0

#include "prover/Tickets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include <array>
#include <map>

namespace oxide::prover {

using namespace llvm;

static bool isTicket(const Value *V, ArrayRef<Access> Accesses) {
  const auto *Add = dyn_cast_or_null<AtomicRMWInst>(V);
  if (!Add || (Add->getOperation() != AtomicRMWInst::Add &&
               Add->getOperation() != AtomicRMWInst::Sub))
    return false;
  const auto *Step = dyn_cast<ConstantInt>(Add->getValOperand());
  if (!Step || Step->isZero())
    return false;
  const Access *Own = nullptr;
  for (const Access &A : Accesses)
    if (A.Raw->At == Add) {
      if (Own)
        return false;
      Own = &A;
    }
  // One counter for the whole grid.
  if (!Own || Own->Offset->varies() > Scope::Launch ||
      !Own->Offset->isExact() || Own->Object->isShared() ||
      Own->Raw->AtomicTo != SyncScope::Grid)
    return false;
  return all_of(Accesses, [&](const Access &A) {
    return &A == Own || !MemoryModel::mayAlias(*A.Object, *Own->Object);
  });
}

void addDistinctTickets(Translator &X, ArrayRef<Access> Accesses,
                        std::vector<TermRef> &Conditions) {
  TermContext &T = X.terms();
  std::map<unsigned, std::array<TermRef, 2>> Drawn;
  for (TermRef A : applicationsIn(Conditions)) {
    const Symbol &S = A->symbol();
    if (S.Copy && S.Generic && isTicket(X.origin(*S.Generic), Accesses))
      Drawn[S.Generic->Id][S.Copy - 1] = A;
  }
  for (const auto &[Id, Two] : Drawn)
    if (Two[0] && Two[1])
      Conditions.push_back(T.logicalNot(T.equal(Two[0], Two[1])));
}

} // namespace oxide::prover
