// SPDX-License-Identifier: Apache-2.0

#include "prover/TrialRuns.h"
#include "prover/InputFlow.h"
#include "prover/Replay.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

namespace oxide::prover {

using namespace llvm;

namespace {

/// Room for any index that the contents below can make.
constexpr uint64_t BufferBytes = 1 << 18;
/// That run at most: the first blocks of a large grid.
constexpr uint64_t MostThreads = 2048;
constexpr uint64_t MostSteps = 2'000'000;
constexpr uint64_t OpenSharedBytes = 48 << 10;

/// What arrays are filled with: whole numbers below a limit.
struct Contents {
  uint64_t Seed, Limit;
};
constexpr Contents Trials[] = {{1, 8}, {2, 64}, {3, 2}, {4, 1}};

class TrialRuns {
public:
  TrialRuns(const Function &F, Query &Q, ArrayRef<Access> Accesses,
            const TrialSetup &Setup, RaceReport &Report)
      : F(F), Q(Q), X(Q.translator()), T(Q.terms()), Accesses(Accesses),
        Setup(Setup), Report(Report) {}

  void run() {
    bool Undecided = any_of(Report.Conflicts, [](const Conflict &C) {
      return C.Result.Answer == Outcome::Possible;
    });
    if (!Undecided && !Setup.InputDependent)
      return;
    bool Anyhow = !dependsOnContents(F);
    if (!Anyhow && !Setup.InputDependent)
      return;
    int64_t LastSide = 0;
    for (Side S : {Side::Launch, Side::Block, Side::Element}) {
      std::optional<Launch> L = launch(S);
      if (!L || (L->Side == LastSide))
        continue;
      LastSide = L->Side;
      bool Certain = Anyhow && L->Usual;
      if (!Certain && !Setup.InputDependent)
        continue;
      ReplayInput Input = inputs(L->Model);
      StepsLeft = MostSteps;
      for (const Contents &C : Trials) {
        Input.Seed = C.Seed;
        for (ReplayBuffer &B : Input.Buffers)
          B.Limit = C.Limit;
        Input.TotalLimit = StepsLeft;
        ReplayResult Result = replay(F, Input);
        StepsLeft -= std::min(StepsLeft, Result.Steps);
        // A run that no program makes, or that the interpreter does not
        // understand, shows nothing.
        if (!Result.Approximated.empty() || Result.HandMadeSync ||
            Result.BreaksAssumption || !Result.BadAccesses.empty())
          continue;
        for (const ReplayRace &R : Result.Races)
          take(R, L->Model,
               Certain ? Outcome::Certain : Outcome::InputDependent);
        if (Anyhow)
          break;
      }
    }
  }

private:
  /// What the scalars are taken to be: the number of threads in the largest
  /// dimension, or sizes below it, for kernels that want no more.
  enum class Side { Launch, Block, Element };

  struct Launch {
    Assignment Model;
    int64_t Side = 1;
    /// The launch is known, and the scalars are such as hosts choose them.
    bool Usual = true;
  };

  /// Sizes of the launch and values of the scalars that go with each other.
  std::optional<Launch> launch(Side Wanted) {
    for (Relation R : {Relation::SameBlock, Relation::OtherBlock})
      for (const auto &Block : Q.usualBlocks()) {
        std::vector<TermRef> All = Q.frame(R);
        Launch L;
        L.Usual = Wanted == Side::Launch;
        for (unsigned D = 0; D != 3; ++D) {
          int64_t Threads = size(X.blockSize(D), Block[D], All, L);
          int64_t Blocks = size(X.gridSize(D), 2, All, L);
          L.Side = std::max(L.Side, Wanted == Side::Launch  ? Threads * Blocks
                                    : Wanted == Side::Block ? Threads
                                                            : 64);
        }
        for (TermRef S : scalars()) {
          All.push_back(T.equal(S, T.constant(L.Side)));
          if (Q.solver().check(All) == SolverAnswer::Satisfiable)
            continue;
          All.pop_back();
          L.Usual &= Q.boundedByFacts(S);
        }
        if (Q.solver().check(All, &L.Model) != SolverAnswer::Satisfiable)
          continue;
        std::vector<TermRef> Needed = scalars();
        for (unsigned D = 0; D != 3; ++D)
          append_range(Needed, std::initializer_list<TermRef>{X.blockSize(D),
                                                              X.gridSize(D)});
        complete(L.Model, Needed);
        return L;
      }
    return std::nullopt;
  }

  /// The value of \p Size, which is \p Open where nothing says it.
  int64_t size(TermRef Size, int64_t Open, std::vector<TermRef> &Conditions,
               Launch &L) {
    if (Size->isConstant())
      return Size->value();
    L.Usual = false;
    Conditions.push_back(T.equal(Size, T.constant(Open)));
    return Open;
  }

  std::vector<TermRef> scalars() {
    for (const Argument &A : F.args())
      if (A.getType()->isIntegerTy())
        X.term(&A);
    std::vector<TermRef> Result(X.scalars());
    erase_if(Result, [](TermRef S) { return S->symbol().Boolean; });
    return Result;
  }

  ReplayInput inputs(const Assignment &Model) {
    ReplayInput Input;
    unsigned *Block[] = {&Input.Block.X, &Input.Block.Y, &Input.Block.Z};
    unsigned *Grid[] = {&Input.Grid.X, &Input.Grid.Y, &Input.Grid.Z};
    for (unsigned D = 0; D != 3; ++D) {
      *Block[D] = evaluate(X.blockSize(D), Model).value_or(1);
      *Grid[D] = evaluate(X.gridSize(D), Model).value_or(1);
    }
    Input.MostBlocks = std::max<uint64_t>(1, MostThreads / Input.Block.count());
    Input.DynamicShared = Setup.SharedBytes.value_or(OpenSharedBytes);
    for (const Argument &A : F.args())
      Input.Arguments.push_back(argument(A, Model, Input.Buffers));
    return Input;
  }

  ReplayArgument argument(const Argument &A, const Assignment &Model,
                          std::vector<ReplayBuffer> &Buffers) {
    ReplayArgument Result;
    if (A.getType()->isIntegerTy())
      return ReplayArgument::scalar(evaluate(X.term(&A), Model).value_or(0));
    if (A.getType()->isFloatTy())
      return ReplayArgument::scalar(0x3f800000); // 1.0
    if (A.getType()->isDoubleTy())
      return ReplayArgument::scalar(0x3ff0000000000000); // 1.0
    for (const Access &At : Accesses) {
      const MemoryObject &O = *At.Object;
      if (O.Kind != ObjectKind::Parameter || O.Base != &A)
        continue;
      uint64_t Member = O.Member.value_or(0);
      if (any_of(Result.Pointers, [&](const ReplayArgument::Pointer &P) {
            return P.At == Member;
          }))
        continue;
      Result.Pointers.push_back({Member, unsigned(Buffers.size()), 0});
      Buffers.push_back(buffer(O));
    }
    return Result;
  }

  /// Filled with numbers of the type in which the kernel reads it.
  ReplayBuffer buffer(const MemoryObject &O) const {
    ReplayBuffer Result;
    Result.Name = O.Name;
    Result.Size = BufferBytes;
    Result.Fill = ReplayBuffer::Content::Integers;
    for (const Access &A : Accesses) {
      if (A.Object != &O || A.Raw->Kind == AccessKind::Write || !A.Raw->Width)
        continue;
      Type *Read = A.Raw->At->getType()->getScalarType();
      if (Read->isFloatingPointTy())
        Result.Fill = ReplayBuffer::Content::Floats;
      if (Read->isFloatingPointTy() || Read->isIntegerTy())
        Result.ElementSize = Read->getScalarSizeInBits() / 8;
      break;
    }
    return Result;
  }

  const Access *accessAt(const Instruction *I) const {
    const auto *Found =
        find_if(Accesses, [&](const Access &A) { return A.Raw->At == I; });
    return Found == Accesses.end() ? nullptr : Found;
  }

  void take(const ReplayRace &R, const Assignment &Model, Outcome Answer) {
    const Access *First = accessAt(R.First.Inst);
    const Access *Second = accessAt(R.Second.Inst);
    if (!First || !Second || R.SameValue || inLockstep(R))
      return;
    // Copies touch two places, and the solver follows them.
    if (First->Raw->Asynchronous || Second->Raw->Asynchronous)
      return;
    bool Swap = First->Id > Second->Id;
    const ReplaySite &One = Swap ? R.Second : R.First;
    const ReplaySite &Two = Swap ? R.First : R.Second;
    Conflict C;
    C.First = Swap ? Second : First;
    C.Second = Swap ? First : Second;
    C.Between = numbers(One.Block) == numbers(Two.Block) ? Relation::SameBlock
                                                         : Relation::OtherBlock;
    C.Offset1 = C.Offset2 = T.constant(R.Offset);
    C.Result.Answer = Answer;
    C.Result.Model = Model;
    if (Answer != Outcome::Certain)
      C.Result.Doubt = "it depends on what arrays contain";
    place(C, One, 1);
    place(C, Two, 2);
    auto Known = find_if(Report.Conflicts, [&](const Conflict &Other) {
      return Other.First->Raw->At == C.First->Raw->At &&
             Other.Second->Raw->At == C.Second->Raw->At;
    });
    // The solver knows the addresses and has looked at other scalars as well.
    if (Answer == Outcome::Certain && Known != Report.Conflicts.end() &&
        Known->Result.Unusual)
      return;
    if (Known == Report.Conflicts.end())
      Report.Conflicts.push_back(std::move(C));
    else if (C.Result.Answer < Known->Result.Answer)
      *Known = std::move(C);
  }

  static std::array<int64_t, 3> numbers(const ReplayDim &D) {
    return {D.X, D.Y, D.Z};
  }

  /// Thread \p Number of the model stands at \p Site.
  void place(Conflict &C, const ReplaySite &Site, unsigned Number) {
    auto Set = [&](TermRef Index, int64_t Value) {
      TermRef Copy = Q.copy(Index, Number, C.Between);
      if (!Copy->isConstant())
        C.Result.Model.overwrite(Copy->symbol(), {}, Value);
    };
    for (unsigned D = 0; D != 3; ++D) {
      Set(X.threadIndex(D), numbers(Site.Thread)[D]);
      Set(X.blockIndex(D), numbers(Site.Block)[D]);
    }
  }

  bool inLockstep(const ReplayRace &R) const {
    if (!Setup.Lockstep || R.First.Inst == R.Second.Inst ||
        numbers(R.First.Block) != numbers(R.Second.Block))
      return false;
    auto Group = [&](const ReplayDim &Thread) {
      int64_t Linear = Thread.Z;
      Linear = Linear * blockSize(1) + Thread.Y;
      Linear = Linear * blockSize(0) + Thread.X;
      return Linear / Setup.Lockstep;
    };
    return Group(R.First.Thread) == Group(R.Second.Thread);
  }
  int64_t blockSize(unsigned D) const {
    return X.blockSize(D)->isConstant() ? X.blockSize(D)->value() : 1;
  }

  const Function &F;
  Query &Q;
  Translator &X;
  TermContext &T;
  ArrayRef<Access> Accesses;
  const TrialSetup &Setup;
  RaceReport &Report;
  uint64_t StepsLeft = MostSteps; ///< for the scalars that are tried now
};

} // namespace

void addTrialRaces(const Function &F, Query &Q, ArrayRef<Access> Accesses,
                   const TrialSetup &Setup, RaceReport &Report) {
  TrialRuns(F, Q, Accesses, Setup, Report).run();
}

} // namespace oxide::prover
