// SPDX-License-Identifier: Apache-2.0

#include "SummaryCheck.h"
#include "prover/Tickets.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/FormatVariadic.h"
#include <unordered_map>

namespace oxide::prover {

using namespace llvm;

namespace {

constexpr unsigned Launches = 6;
constexpr unsigned TriesOfPhase = 3;
constexpr unsigned TriesOfIterations = 12;
constexpr size_t MostOverlaps = 4;

/// The same on every machine, unlike llvm::hash_code.
uint64_t mix(uint64_t A, uint64_t B) {
  uint64_t X = A ^ (B + 0x9e3779b97f4a7c15 + (A << 6) + (A >> 2));
  X = (X ^ (X >> 30)) * 0xbf58476d1ce4e5b9;
  X = (X ^ (X >> 27)) * 0x94d049bb133111eb;
  return X ^ (X >> 31);
}

const Symbol &generic(const Symbol &S) { return S.Generic ? *S.Generic : S; }

bool isFullMask(const SyncPoint &S) {
  const auto *C = dyn_cast_or_null<ConstantInt>(S.Mask);
  return !S.Mask || (C && C->isMinusOne());
}

} // namespace

SummaryCheck::SummaryCheck(KernelSetup &Kernel, uint64_t Seed, uint64_t Limit)
    : S(Kernel), T(Kernel.T), X(Kernel.X), Q(Kernel.Q), Limit(Limit),
      Random(Seed) {}

void SummaryCheck::plan() {
  bool Lanes = S.Ctx.prover().Lockstep != 0, Partial = false;
  for (const SyncPoint &P : S.K.syncs())
    if (P.Scope == SyncScope::Warp) {
      Lanes = true;
      Partial |= !isFullMask(P);
    }
  auto All = [](const SyncPoint &) { return true; };
  auto BlockWide = [](const SyncPoint &P) {
    return P.Scope != SyncScope::Warp;
  };
  auto GridWide = [](const SyncPoint &P) { return P.Scope == SyncScope::Grid; };
  Result.LanesSkipped = Partial;
  if (Lanes && !Partial)
    Rounds.push_back({Relation::SameWarp, phasesOf(X, S.K, All)});
  Rounds.push_back({Lanes ? Relation::OtherWarp : Relation::SameBlock,
                    phasesOf(X, S.K, BlockWide)});
  Rounds.push_back({Relation::OtherBlock, phasesOf(X, S.K, GridWide)});
}

SummaryResult SummaryCheck::run() {
  auto Shared = [](const Access &A) { return !A.Object->isPrivate(); };
  Result.Accesses = count_if(S.Accesses, Shared);
  plan();
  for (unsigned Trial = 0; Trial != Launches; ++Trial)
    for (const Round &R : Rounds) {
      if (!chooseLaunch(Trial, R.Between == Relation::OtherBlock))
        continue;
      // What one launch costs must leave something for the others.
      uint64_t Share = Limit / (Launches * Rounds.size());
      for (const Phase &P : R.Phases)
        for (unsigned I = 0; I != TriesOfPhase; ++I) {
          Salt = Random();
          Spent = Limit - Share / (R.Phases.size() * TriesOfPhase) - 1;
          look(R, P);
        }
    }
  Result.Seen = Executed.size();
  return std::move(Result);
}

/// What \p S is for \p By; for a symbol that is not followed, some number that
/// the threads of its scope agree on.
int64_t SummaryCheck::value(const Symbol &S, ArrayRef<int64_t> Arguments,
                            const Thread &By) const {
  if (S.Kind == SymbolKind::ThreadIndex)
    return By.Index[S.Dim];
  if (S.Kind == SymbolKind::BlockIndex)
    return By.Block[S.Dim];
  if (std::optional<int64_t> Chosen = Launch.get(S, Arguments))
    return *Chosen;
  for (const auto &[Symbol, Value] : By.Iterations)
    if (Symbol == &S)
      return Value;
  uint64_t Hash = mix(Salt, S.Id);
  for (int64_t A : Arguments)
    Hash = mix(Hash, A);
  if (S.Varies >= Scope::Block)
    for (int64_t B : By.Block)
      Hash = mix(Hash, B);
  if (S.Varies >= Scope::Warp)
    Hash = mix(Hash, By.Linear / 32);
  if (S.Varies >= Scope::Thread)
    Hash = mix(Hash, By.Linear);
  if (S.Boolean)
    return Hash & 1;
  // The last iterations decide what follows a loop.
  if (S.Kind == SymbolKind::Iteration && Hash >> 62 == 0 && S.Hi <= 1024)
    return std::max<int64_t>(S.Lo, S.Hi - int64_t(Hash % 2));
  int64_t Span = S.Kind == SymbolKind::Iteration ? 4 : Hash >> 60 ? 8 : 64;
  int64_t Base = std::clamp<int64_t>(Hash >> 56 & 7 ? 0 : -4, S.Lo, S.Hi);
  uint64_t Room = uint64_t(S.Hi) - uint64_t(Base);
  return Base +
         int64_t(Hash % std::min<uint64_t>(Room + 1 ? Room + 1 : Span, Span));
}

/// By[0] decides what both threads share, By[1] and By[2] their copies.
void SummaryCheck::fill(Assignment &Values, ArrayRef<TermRef> Unknowns,
                        const Thread *By[3]) const {
  for (TermRef A : Unknowns) {
    SmallVector<int64_t, 4> Arguments;
    for (TermRef O : A->operands()) {
      std::optional<int64_t> V = evaluate(O, Values);
      if (!V)
        break;
      Arguments.push_back(*V);
    }
    if (Arguments.size() != A->operands().size())
      continue;
    const Symbol &Sym = A->symbol();
    Values.overwrite(Sym, Arguments,
                     value(generic(Sym), Arguments, *By[Sym.Copy]));
  }
}

void SummaryCheck::look(const Round &R, const Phase &P) {
  std::vector<Instance> Instances;
  for (const Arrival &Where : P.Arrivals)
    for (const Access &A : S.Accesses) {
      if (A.Raw->At->getParent() != Where.At || A.Object->isPrivate() ||
          (R.Between == Relation::OtherBlock && A.Object->isShared()))
        continue;
      Instance I{&A,
                 T.allOf({P.Reached, Where.Guard, at(X, A.Condition, Where)}),
                 at(X, A.Offset, Where),
                 {},
                 {}};
      if (I.Condition->isFalse())
        continue;
      I.Unknowns = applicationsIn({I.Condition, I.Offset});
      for (TermRef U : I.Unknowns)
        if (U->symbol().Kind == SymbolKind::Iteration &&
            U->symbol().Varies == Scope::Thread)
          I.Iterations.push_back(&U->symbol());
      Instances.push_back(std::move(I));
    }
  std::vector<Sample> Samples;
  for (const Thread &By : threads(R.Between))
    for (const Instance &I : Instances)
      execute(I, By, Samples);
  Result.Samples += Samples.size();
  compare(R, P, Samples);
}

/// The executions of \p I by one thread, in some of its iterations.
void SummaryCheck::execute(const Instance &I, Thread By,
                           std::vector<Sample> &Into) {
  unsigned Tries = I.Iterations.empty() ? 1 : TriesOfIterations;
  for (unsigned Try = 0; Try != Tries && Spent < Limit; ++Try) {
    ++Spent;
    By.Iterations.clear();
    for (const Symbol *Loop : I.Iterations) {
      // Four in a row, so that neighbouring iterations are among them.
      int64_t Most = std::min<int64_t>(Loop->Hi, Try < 8 ? 3 : 64);
      By.Iterations.emplace_back(Loop, I.Iterations.size() == 1 && Try < 4
                                           ? std::min<int64_t>(Try, Most)
                                           : int64_t(Random() % (Most + 1)));
    }
    Assignment Values;
    const Thread *Threads[] = {&By, &By, &By};
    fill(Values, I.Unknowns, Threads);
    if (!holds({I.Condition}, Values))
      continue;
    Executed.insert(I.A);
    if (std::optional<int64_t> Offset = evaluate(I.Offset, Values))
      Into.push_back({&I, By, *Offset});
  }
}

bool SummaryCheck::related(Relation R, const Thread &A, const Thread &B) const {
  if (R == Relation::OtherBlock)
    return A.Block != B.Block;
  if (A.Block != B.Block || A.Linear == B.Linear)
    return false;
  bool Warp = A.Linear / 32 == B.Linear / 32;
  return R == Relation::SameBlock || Warp == (R == Relation::SameWarp);
}

bool SummaryCheck::mayConflict(Relation R, const Access &A,
                               const Access &B) const {
  if (A.Raw->Kind == AccessKind::Read && B.Raw->Kind == AccessKind::Read)
    return false;
  if (A.Raw->Kind != AccessKind::Atomic || B.Raw->Kind != AccessKind::Atomic)
    return true;
  SyncScope Needed =
      R == Relation::OtherBlock ? SyncScope::Grid : SyncScope::Block;
  return std::min(A.Raw->AtomicTo, B.Raw->AtomicTo) < Needed;
}

void SummaryCheck::compare(const Round &R, const Phase &P,
                           std::vector<Sample> &Samples) {
  std::map<std::pair<unsigned, int64_t>, SmallVector<const Sample *, 4>> At;
  for (const Sample &New : Samples) {
    const Access &A = *New.At->A;
    for (int64_t Byte = 0, N = A.Raw->Width.value_or(1); Byte < N; ++Byte) {
      auto &There = At[{A.Object->Id, New.Offset + Byte}];
      for (const Sample *Old : There)
        if (related(R.Between, New.By, Old->By) &&
            mayConflict(R.Between, A, *Old->At->A))
          confirm(R, P, *Old, New);
      if (There.size() < 12)
        There.push_back(&New);
    }
  }
}

/// Builds the question of the prover about the two and answers it by
/// evaluation: an overlap counts where all of it holds.
void SummaryCheck::confirm(const Round &R, const Phase &P, const Sample &A,
                           const Sample &B) {
  const Access &First = *A.At->A, &Second = *B.At->A;
  bool &Known = Told[{First.Id, Second.Id}];
  if (Known || Result.Overlaps.size() == MostOverlaps)
    return;
  std::vector<TermRef> All = Q.frame(R.Between);
  unsigned Lanes = S.Ctx.prover().Lockstep;
  if (R.Between == Relation::SameWarp && Lanes &&
      First.Raw->At != Second.Raw->At &&
      A.By.Linear / Lanes == B.By.Linear / Lanes)
    return;
  All.push_back(Q.copy(P.Reached, 1, R.Between));
  All.push_back(Q.copy(P.Reached, 2, R.Between));
  All.push_back(Q.copy(A.At->Condition, 1, R.Between));
  All.push_back(Q.copy(B.At->Condition, 2, R.Between));
  TermRef Offset1 = Q.copy(A.At->Offset, 1, R.Between);
  TermRef Offset2 = Q.copy(B.At->Offset, 2, R.Between);
  All.push_back(overlap(T, First, Offset1, Second, Offset2));
  All.push_back(aligned(T, First, Offset1));
  All.push_back(aligned(T, Second, Offset2));
  addDistinctTickets(X, S.Accesses, All);
  Assignment Values;
  const Thread *By[] = {&A.By, &A.By, &B.By};
  fill(Values, applicationsIn(All), By);
  if (!holds(All, Values))
    return;
  Known = true;
  auto Say = [&](const Sample &W) {
    const DebugLoc &Loc = W.At->A->Raw->At->getDebugLoc();
    std::string Text =
        formatv("line {0} block {1},{2},{3} thread {4},{5},{6}",
                Loc ? Loc.getLine() : 0, W.By.Block[0], W.By.Block[1],
                W.By.Block[2], W.By.Index[0], W.By.Index[1], W.By.Index[2]);
    for (const auto &[Loop, I] : W.By.Iterations)
      Text += formatv(" iteration {0}", I);
    return Text;
  };
  std::string Text = formatv("{0}+{1}: {2}; {3}", First.Object->Name, A.Offset,
                             Say(A), Say(B));
  for (const Assignment::Entry &E : Launch.entries())
    Text += formatv("; {0} {1}", E.Function->Name, E.Value);
  Result.Overlaps.push_back(std::move(Text));
}

} // namespace oxide::prover
