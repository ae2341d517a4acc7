// SPDX-License-Identifier: Apache-2.0

#include "prover/Query.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

Query::Query(Translator &X, Solver &S, std::vector<TermRef> Facts,
             bool WantsUnusual)
    : X(X), T(X.terms()), S(S), Facts(std::move(Facts)),
      WantsUnusual(WantsUnusual) {}

TermRef Query::copy(TermRef Term, unsigned Thread, Relation R) {
  Scope Shared = R == Relation::OtherBlock ? Scope::Launch
                 : R == Relation::SameWarp ? Scope::Warp
                                           : Scope::Block;
  return T.copy(Term, Thread, Shared);
}

std::vector<TermRef> Query::threads(Relation R, unsigned Count) {
  std::vector<TermRef> Order;
  for (unsigned Thread = 1; Thread <= Count; ++Thread)
    for (unsigned D = 3; D-- != 0;) {
      Order.push_back(copy(X.blockIndex(D), Thread, R));
      Order.push_back(copy(X.threadIndex(D), Thread, R));
    }
  return Order;
}

std::vector<TermRef> Query::frame(Relation R, bool Distinct) {
  std::vector<TermRef> Result;
  SmallVector<TermRef, 3> Different;
  for (unsigned D = 3; D-- != 0;) {
    TermRef Index =
        R == Relation::OtherBlock ? X.blockIndex(D) : X.threadIndex(D);
    Different.push_back(
        T.logicalNot(T.equal(copy(Index, 1, R), copy(Index, 2, R))));
  }
  if (Distinct)
    Result.push_back(T.anyOf(Different));
  if (R == Relation::SameWarp || R == Relation::OtherWarp) {
    TermRef Warp = T.quotient(X.linearThread(), T.constant(32));
    TermRef Same = T.equal(copy(Warp, 1, R), copy(Warp, 2, R));
    Result.push_back(R == Relation::SameWarp ? Same : T.logicalNot(Same));
  }
  TermRef Launch = X.launchFacts();
  for (unsigned Thread : {1u, 2u}) {
    Result.push_back(copy(Launch, Thread, R));
    for (TermRef F : Facts)
      Result.push_back(copy(F, Thread, R));
  }
  return Result;
}

bool Query::impossible(ArrayRef<TermRef> Conditions) {
  return S.check(Conditions) == SolverAnswer::Unsatisfiable;
}

bool Query::plainlyImpossible(ArrayRef<TermRef> Conditions) {
  return S.refutes(Conditions);
}

/// Fills in what an undecided answer rests on: the address, where that is not
/// followed.
void Query::doubt(ArrayRef<TermRef> Conditions, ArrayRef<TermRef> Places,
                  QueryResult &Result) {
  for (auto [Part, Name] :
       {std::pair(Places, "the address"),
        {Conditions, Places.empty() ? "it" : "its condition"}})
    for (TermRef A : applicationsIn(Part)) {
      const Symbol &Sym = A->symbol();
      const Symbol &Generic = Sym.Generic ? *Sym.Generic : Sym;
      if (Sym.Rests != Grade::Approximate)
        continue;
      Result.Doubt =
          "it rests on '" + Generic.Name + "', which is not followed";
      Result.DoubtAt = X.origin(Generic);
      Result.DoubtIn = Name;
      if (Result.DoubtAt)
        return;
    }
}

QueryResult Query::ask(ArrayRef<TermRef> Conditions, ArrayRef<TermRef> Small,
                       bool Tail, ArrayRef<TermRef> Places) {
  QueryResult Result;
  switch (S.check(Conditions)) {
  case SolverAnswer::Unsatisfiable:
    return Result;
  case SolverAnswer::Unknown:
    Result.Answer = Outcome::Possible;
    if (S.exhausted()) {
      Result.Doubt = "the solver's limit is used up";
      return Result;
    }
    doubt(Conditions, Places, Result);
    if (!Result.DoubtAt)
      Result.Doubt = "the solver does not decide it";
    return Result;
  case SolverAnswer::Satisfiable:
    break;
  }
  Grade Rests = Grade::Exact;
  for (TermRef C : Conditions)
    Rests = std::max(Rests, C->grade());
  Result.Answer = Outcome::Possible;
  if (Rests == Grade::Approximate) {
    doubt(Conditions, Places, Result);
    return Result;
  }
  std::vector<TermRef> Pinned;
  if (SolverAnswer Usual = plausible(Conditions, Places, Pinned, Tail);
      Usual != SolverAnswer::Satisfiable) {
    Result.Unusual = Usual == SolverAnswer::Unsatisfiable;
    Result.Doubt = "it takes a launch or scalars that may never be used";
    if (!WantsUnusual || !possible(Conditions, Pinned))
      return Result;
    Rests = Grade::Input;
  } else if (Rests == Grade::Input) {
    Result.Doubt = "it depends on what arrays contain";
  }
  std::vector<TermRef> All(Conditions);
  append_range(All, Pinned);
  std::vector<TermRef> Order;
  for (unsigned D = 0; D != 3; ++D)
    Order.push_back(X.gridSize(D));
  append_range(Order, scalarsIn(All));
  append_range(Order, Small);
  erase_if(Order, [](TermRef A) { return A->isConstant(); });
  if (S.checkSmall(All, Order, Result.Model) != SolverAnswer::Satisfiable) {
    Result.Doubt = "the solver finds no model that can be shown";
    Result.Model.clear();
    return Result;
  }
  Result.Answer =
      Rests == Grade::Exact ? Outcome::Certain : Outcome::InputDependent;
  return Result;
}

} // namespace oxide::prover
