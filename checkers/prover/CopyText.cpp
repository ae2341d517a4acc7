// SPDX-License-Identifier: Apache-2.0

#include "prover/CopyText.h"
#include "prover/AsmEffects.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Support/FormatVariadic.h"

namespace oxide::prover {

using namespace llvm;

/// "an asynchronous copy", "a read".
static std::string what(const Access &A) {
  if (A.Raw->Asynchronous)
    return "asynchronous copy";
  return noun(A.Raw->Kind).str();
}

static std::string withArticle(const Access &A) {
  std::string Noun = what(A);
  return (Noun.front() == 'a' ? "an " : "a ") + Noun;
}

std::string CopyText::object(const Access &A) const {
  std::string Name = "'" + Text.name(*A.Object) + "'";
  return A.Object->isShared() ? "shared memory " + Name : Name;
}

Defect CopyText::race(Defect D, const Conflict &C, const KernelIR &K) const {
  const Access &First = *C.First, &Second = *C.Second;
  if ((!First.Raw->Asynchronous && !Second.Raw->Asynchronous) ||
      D.Kind == DefectKind::SameValueRace)
    return D;
  StringRef Who =
      C.Between == Relation::OtherBlock ? "a thread of another block"
      : C.Between == Relation::SameWarp ? "another lane of the warp"
                                        : "another thread of the block";
  std::string Partner = First.Raw->At == Second.Raw->At
                            ? "the same " + what(First)
                            : withArticle(First);
  D.Message = formatv("this {0} of {1} races with {2} by {3}", what(Second),
                      object(Second), Partner, Who);
  if (!C.InFlight || !D.Witness || !C.Since)
    return D;
  D.Witness->Separator = "__pipeline_wait_prior()";
  FindingNote &Last = D.Notes.back();
  if (Last.Loc == D.Witness->SeparatorLoc)
    Last.Message = "the copy may still be on the way at this barrier: its "
                   "thread has not waited for it";
  bool FirstIsCopy = First.Raw->Asynchronous;
  return atWait(std::move(D), FirstIsCopy ? First : Second,
                FirstIsCopy ? Second : First, K);
}

/// The last wait before \p Use that \p Copy comes to and that lets some groups
/// be on the way; null where no such wait is on every way to the use.
static const Instruction *weakWait(const KernelIR &K, const Instruction &Copy,
                                   const Instruction &Use) {
  const Instruction *Result = nullptr;
  for (const BasicBlock *B : K.blocks())
    for (const Instruction &I : *B) {
      std::optional<CopyControl> C = copyControl(I);
      if (C && C->Does == CopyControl::Wait && C->Pending &&
          K.dominators().dominates(&I, &Use) &&
          (!Result || K.dominators().dominates(Result, &I)) &&
          isPotentiallyReachable(&Copy, &I, nullptr, &K.dominators(),
                                 &K.loops()))
        Result = &I;
    }
  return Result;
}

/// \p D, of a copy and a use, told at the wait that should cover the copy.
Defect CopyText::atWait(Defect D, const Access &Copy, const Access &Use,
                        const KernelIR &K) const {
  const Instruction *Wait = weakWait(K, *Copy.Raw->At, *Use.Raw->At);
  if (!Wait)
    return D;
  D.Kind = DefectKind::CpAsyncWait;
  D.Loc = Text.placeBeside(*Wait, Use.Raw->At);
  D.Message = formatv(
      "this wait leaves the asynchronous copy of {0} {1} {2} on the way, and "
      "{3} follows in {4}",
      Text.line(Text.placeBeside(*Copy.Raw->At, Use.Raw->At), D.Loc),
      Copy.Raw->Kind == AccessKind::Read ? "from" : "to", object(Copy),
      withArticle(Use), Text.line(Text.place(Use.Raw->At), D.Loc));
  return D;
}

Defect CopyText::earlyUse(const EarlyUse &E, const KernelIR &K) const {
  Defect D;
  D.Kind = E.Use->Object->isShared() ? DefectKind::SharedRace
                                     : DefectKind::GlobalRace;
  D.Loc = Text.place(E.Use->Raw->At);
  D.Message = formatv("this {0} of {1} comes before the thread has waited for "
                      "its {2}asynchronous copy {3} the same memory",
                      what(*E.Use), object(*E.Use),
                      E.Use->Raw->Asynchronous ? "earlier " : "",
                      E.Copy->Raw->Kind == AccessKind::Read ? "from" : "to");
  D.Certainty = certainty(E.Result);
  WitnessData W;
  Text.launch(E.Result.Model, W);
  W.First = Text.thread(E.Copy, E.Result.Model, 1, true);
  W.Second = Text.thread(E.Use, E.Result.Model, 1, true);
  W.Object = Text.name(*E.Use->Object);
  W.Element = Text.elementAt(*E.Use->Object, E.Offset, E.Result.Model);
  W.Separator = "__pipeline_wait_prior()";
  W.SeparatorLoc = W.Second.Access;
  auto CalledFrom = [&](const WitnessThread &Thread) {
    for (clang::SourceLocation L : Thread.CalledFrom)
      D.Notes.push_back({L, "called from here"});
  };
  D.Notes.push_back({W.First.Access, "the copy is issued here"});
  CalledFrom(W.First);
  D.Notes.push_back(
      {W.Second.Access,
       formatv("thread ({0},{1},{2}) of block ({3},{4},{5}) {6} {7}",
               W.Second.Thread[0], W.Second.Thread[1], W.Second.Thread[2],
               W.Second.Block[0], W.Second.Block[1], W.Second.Block[2],
               W.Second.Kind, W.Element)});
  CalledFrom(W.Second);
  D.Notes.push_back({Text.Kernel.getLocation(), Text.scalarText(W)});
  D.Witness = std::move(W);
  return atWait(std::move(D), *E.Copy, *E.Use, K);
}

VerdictReason CopyText::undecided(const EarlyUse &E) const {
  clang::SourceLocation At = Text.place(E.Use->Raw->At);
  return {At,
          formatv("{0} of {1} may come before the asynchronous copy of {2} "
                  "has arrived: {3}",
                  what(*E.Use), object(*E.Use),
                  Text.line(Text.place(E.Copy->Raw->At), At), E.Result.Doubt)
              .str()};
}

} // namespace oxide::prover
