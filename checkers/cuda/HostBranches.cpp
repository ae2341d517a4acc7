// SPDX-License-Identifier: Apache-2.0
//
// What is known of a place in host code by the branches that lead to it:
// `if (threads == 256)`, `case 256:`.

#include "cuda/HostFormula.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::cuda {

using namespace clang;

using Op = FactExpr::Op;

/// The one case of the switch with \p Body that leads to \p Inner, a statement
/// of it.
static const CaseStmt *onlyCase(const CompoundStmt &Body, const Stmt *Inner) {
  const CaseStmt *Last = nullptr;
  bool Falls = false;
  for (const Stmt *S : Body.body()) {
    if (isa<SwitchCase>(S)) {
      Last = Falls ? nullptr : dyn_cast<CaseStmt>(S);
      if (Last && (isa<SwitchCase>(Last->getSubStmt()) || Last->getRHS()))
        Last = nullptr;
      Falls = true;
    }
    if (S == Inner)
      return Last;
    Falls &= !isa<BreakStmt, ReturnStmt, ContinueStmt>(S);
  }
  return nullptr;
}

std::vector<Branch> HostPlace::branches() const {
  std::vector<Branch> Result;
  for (size_t I = 1; I < Path.size(); ++I) {
    Branch B;
    B.At.Path.assign(Path.begin(), Path.begin() + I);
    B.At.Defines = true;
    if (const auto *If = dyn_cast<IfStmt>(Path[I - 1])) {
      if (Path[I] != If->getThen() && Path[I] != If->getElse())
        continue;
      B.Condition = If->getCond();
      B.Holds = Path[I] == If->getThen();
    } else if (const auto *Switch = dyn_cast<SwitchStmt>(Path[I - 1]);
               Switch && I + 1 < Path.size() && Path[I] == Switch->getBody()) {
      const auto *Body = dyn_cast<CompoundStmt>(Path[I]);
      const CaseStmt *Case = Body ? onlyCase(*Body, Path[I + 1]) : nullptr;
      if (!Case)
        continue;
      B.Condition = Switch->getCond();
      B.Case = Case->getLHS();
    } else {
      continue;
    }
    Result.push_back(std::move(B));
  }
  return Result;
}

/// Takes \p Condition to hold; false where it cannot.
bool HostFormulas::learn(const FactExpr &Condition) {
  if (std::optional<int64_t> Known = constantOf(Condition))
    return *Known != 0;
  if (Condition.Kind == Op::And)
    return llvm::all_of(Condition.Operands,
                        [&](const FactExpr &E) { return learn(E); });
  if (Condition.Kind == Op::Eq)
    for (unsigned I : {0u, 1u})
      if (Condition.Operands[I].Kind == Op::Name &&
          constantOf(Condition.Operands[1 - I]))
        Values.try_emplace(Condition.Operands[I].Name,
                           Condition.Operands[1 - I]);
  return true;
}

bool HostFormulas::learnBranches() {
  for (const Branch &B : At.branches()) {
    Read Of = read(B.Condition, &B.At);
    Read Case = B.Case ? read(B.Case, nullptr) : std::nullopt;
    if (!Of || Of->Over || (B.Case && !Case))
      continue;
    FactExpr Is = B.Case ? make(Op::Eq, Of->Value, Case->Value) : Of->Value;
    if (B.Holds ? !learn(Is) : constantOf(Is).value_or(0) != 0)
      return false;
  }
  return true;
}

} // namespace oxide::cuda
