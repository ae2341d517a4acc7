// SPDX-License-Identifier: Apache-2.0

#include "prover/AsyncCopies.h"
#include "prover/CopyFlights.h"
#include "llvm/ADT/STLExtras.h"

namespace oxide::prover {

using namespace llvm;

using LoopTerms = ArrayRef<std::pair<const Loop *, TermRef>>;

AsyncCopies::AsyncCopies(Translator &X, KernelIR &K, ArrayRef<Access> Accesses)
    : X(X), T(X.terms()), Accesses(Accesses) {
  std::optional<FlightBuilder> Builder;
  for (const Access &A : Accesses) {
    if (!A.Raw->Asynchronous || Flights.contains(A.Raw->At))
      continue;
    if (!Builder)
      Builder.emplace(X, K);
    std::optional<CopyFlight> Flight = Builder->build(*A.Raw->At);
    if (!Flight) {
      TooLarge = A.Raw->At;
      return;
    }
    Flights[A.Raw->At] = std::move(*Flight);
  }
}

/// \p Term about a thread in the iterations \p Of.
static TermRef in(Translator &X, TermRef Term, LoopTerms Of) {
  return X.terms().replace(Term,
                           [&](const Symbol &S, ArrayRef<TermRef>) -> TermRef {
                             if (S.Kind == SymbolKind::Iteration)
                               for (const auto &[L, I] : Of)
                                 if (&X.iteration(L)->symbol() == &S)
                                   return I;
                             return nullptr;
                           });
}

std::vector<Arrival> AsyncCopies::inFlight(const Instruction *Copy,
                                           const Phase &P) {
  std::vector<Arrival> Result;
  auto It = Flights.find(Copy);
  if (It == Flights.end() || !P.From)
    return Result;
  const CopyFlight &Flight = It->second;
  TermRef Reached = in(X, X.reach(Copy->getParent()), Flight.Iterations);
  for (const CopyPlace &Place : Flight.Places) {
    if (Place.At != P.From->At->getParent())
      continue;
    // The barrier is in the iterations that all threads share: the copy was
    // issued so many before them.
    DenseMap<const Symbol *, TermRef> Known;
    std::vector<TermRef> Facts{Reached, Place.Guard};
    for (const auto &[L, There] : Place.Iterations) {
      const auto *Shared =
          find_if(P.Iterations, [&](const auto &I) { return I.first == L; });
      const auto *Own = find_if(Flight.Iterations,
                                [&](const auto &I) { return I.first == L; });
      if (Shared == P.Iterations.end())
        continue;
      TermRef Rounds =
          Own != Flight.Iterations.end() ? T.sub(There, Own->second) : nullptr;
      if (There->isConstant()) {
        Facts.push_back(T.equal(Shared->second, There));
      } else if (Rounds && Rounds->isConstant()) {
        TermRef Before = T.sub(Shared->second, Rounds);
        Known[&Own->second->symbol()] = Before;
        Facts.push_back(T.nonNegative(Before));
      } else {
        Known[&There->symbol()] = Shared->second;
      }
    }
    auto Shift = [&](TermRef Term) {
      return T.replace(Term, [&](const Symbol &S, ArrayRef<TermRef>) {
        return Known.lookup(&S);
      });
    };
    Arrival A;
    A.At = Copy->getParent();
    A.InFlight = true;
    A.Guard = Shift(T.allOf(Facts));
    for (const auto &[L, I] : Flight.Iterations)
      A.Iterations.emplace_back(L, Shift(I));
    if (!A.Guard->isFalse())
      Result.push_back(std::move(A));
  }
  return Result;
}

namespace {

/// A use of what a copy touches while it is on the way.
struct Candidate {
  const Access *Copy, *Use;
  TermRef Offset;
  TermRef Meet; ///< null: whether the objects overlap is not known
  std::vector<TermRef> Conditions;
};

bool touches(const Access &Copy, const Access &Use) {
  return (Copy.Raw->Kind != AccessKind::Read ||
          Use.Raw->Kind != AccessKind::Read) &&
         !Use.Object->isPrivate() &&
         MemoryModel::mayAlias(*Copy.Object, *Use.Object);
}

} // namespace

std::vector<EarlyUse> AsyncCopies::earlyUses(Query &Q) {
  constexpr Relation R = Relation::SameBlock;
  std::vector<EarlyUse> Result;
  std::vector<TermRef> Frame = Q.frame(R, /*Distinct=*/false);
  DenseMap<const BasicBlock *, std::vector<const Access *>> ByBlock;
  for (const Access &A : Accesses)
    ByBlock[A.Raw->At->getParent()].push_back(&A);
  auto First = [&](TermRef Term) { return Q.copy(Term, 1, R); };
  for (const Access &Copy : Accesses) {
    auto It = Flights.find(Copy.Raw->At);
    if (!Copy.Raw->Asynchronous || It == Flights.end())
      continue;
    const CopyFlight &Flight = It->second;
    TermRef Issued =
        First(in(X, T.both(X.reach(Copy.Raw->At->getParent()), Copy.Condition),
                 Flight.Iterations));
    TermRef To = First(in(X, Copy.Offset, Flight.Iterations));
    std::vector<Candidate> Candidates;
    std::vector<TermRef> Any;
    for (const CopyPlace &Place : Flight.Places)
      for (const Access *Use : ByBlock.lookup(Place.At)) {
        const Instruction *At = Use->Raw->At;
        bool Before =
            &Place == &Flight.Places.front() && !Copy.Raw->At->comesBefore(At);
        if (Before || (Place.Until && !At->comesBefore(Place.Until)) ||
            !touches(Copy, *Use))
          continue;
        Candidate C{&Copy, Use, First(in(X, Use->Offset, Place.Iterations)),
                    nullptr, Frame};
        C.Conditions.push_back(Issued);
        C.Conditions.push_back(First(
            T.both(Place.Guard, in(X, Use->Condition, Place.Iterations))));
        if (Copy.Object == Use->Object) {
          C.Meet = overlap(T, Copy, To, *Use, C.Offset);
          C.Conditions.push_back(C.Meet);
        }
        if (Q.plainlyImpossible(C.Conditions))
          continue;
        Any.push_back(T.allOf(C.Conditions));
        Candidates.push_back(std::move(C));
      }
    if (Candidates.empty() ||
        (Candidates.size() > 1 && Q.impossible({T.anyOf(Any)})))
      continue;
    // One for each copy says enough.
    for (const Candidate &C : Candidates) {
      EarlyUse E{C.Copy, C.Use, {}, C.Offset};
      if (C.Meet) {
        E.Result = Q.ask(C.Conditions, Q.threads(R, 1), /*Tail=*/false, C.Meet);
      } else if (!Q.impossible(C.Conditions)) {
        E.Result.Answer = Outcome::Possible;
        E.Result.Doubt = "the target of a pointer is not known";
      }
      if (E.Result.Answer == Outcome::Impossible)
        continue;
      // Symbols that cancel out may have any value: the witness needs one.
      Q.complete(E.Result.Model, {E.Offset});
      Result.push_back(std::move(E));
      if (Result.back().Result.happens())
        break;
    }
  }
  return Result;
}

} // namespace oxide::prover
