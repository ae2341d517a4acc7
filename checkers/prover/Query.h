// SPDX-License-Identifier: Apache-2.0
//
// Questions about two threads of one launch, and what makes an answer count.

#ifndef OXIDE_CHECKERS_PROVER_QUERY_H
#define OXIDE_CHECKERS_PROVER_QUERY_H

#include "prover/Solver.h"
#include "prover/Translator.h"
#include <array>
#include <string>

namespace oxide::prover {

/// How two different threads stand to each other.
enum class Relation : uint8_t {
  SameBlock,
  SameWarp,
  OtherWarp, ///< of the same block
  OtherBlock
};

/// What a question has come to.
enum class Outcome : uint8_t {
  Impossible,     ///< proven
  Certain,        ///< happens for the launch and scalars of the model
  InputDependent, ///< needs contents of arrays in the model as well, or scalars
                  ///< that hosts may never pass
  Possible        ///< rests on something that is not followed, or on a launch
                  ///< that nobody would choose
};

struct QueryResult {
  Outcome Answer = Outcome::Impossible;
  Assignment Model;  ///< for Certain and InputDependent
  std::string Doubt; ///< unless Certain: what the answer rests on
  const llvm::Value *DoubtAt = nullptr;
  /// What DoubtAt is about: "the address", "its condition".
  llvm::StringRef DoubtIn = "it";
  /// It happens, but for no launch and scalars that are usual.
  bool Unusual = false;

  /// There is an execution, and the model shows it.
  bool happens() const {
    return Answer == Outcome::Certain || Answer == Outcome::InputDependent;
  }
};

class Query {
public:
  /// \p Facts hold for every thread: assumptions of the user. Without
  /// \p WantsUnusual, what takes scalars that hosts may never pass is Possible.
  Query(Translator &X, Solver &S, std::vector<TermRef> Facts,
        bool WantsUnusual = false);

  /// The same where \p More holds for every thread as well, with \p Other to
  /// decide.
  Query assuming(llvm::ArrayRef<TermRef> More, Solver &Other) const {
    std::vector<TermRef> All(Facts);
    All.insert(All.end(), More.begin(), More.end());
    return Query(X, Other, std::move(All), WantsUnusual);
  }

  Translator &translator() { return X; }
  TermContext &terms() { return T; }
  Solver &solver() { return S; }

  /// What \p R and the launch say about threads 1 and 2. Unless \p Distinct,
  /// they may be the same.
  std::vector<TermRef> frame(Relation R, bool Distinct = true);
  /// The indices of the first \p Count threads, in the order in which a model
  /// keeps them small.
  std::vector<TermRef> threads(Relation R, unsigned Count = 2);
  /// \p Term as thread 1 or 2 sees it under \p R.
  TermRef copy(TermRef Term, unsigned Thread, Relation R);

  /// Whether \p Conditions, which include those of frame(), can hold together.
  /// \p Small orders what the model should keep small, after the launch.
  /// With \p Tail, sizes reach into the last block of the launch, at least.
  /// \p Places are the conditions among them that are about addresses; by
  /// default all may be, and none tells how the scalars take part in them.
  QueryResult ask(llvm::ArrayRef<TermRef> Conditions,
                  llvm::ArrayRef<TermRef> Small = {}, bool Tail = false,
                  llvm::ArrayRef<TermRef> Places = {});

  /// As ask, where only an impossible answer is of interest.
  bool impossible(llvm::ArrayRef<TermRef> Conditions);

  /// As impossible, by rules that cost next to nothing.
  bool plainlyImpossible(llvm::ArrayRef<TermRef> Conditions);

  /// Gives what is open in \p Terms a value in \p Model: scalars that no
  /// condition is about are as large as the launch.
  void complete(Assignment &Model, llvm::ArrayRef<TermRef> Terms);

  /// What the launch and the facts say of a launch as a whole.
  std::vector<TermRef> givenOfLaunch();

  /// Learns from the addresses of the kernel for which blocks it is written.
  void lookForBlockShape(llvm::ArrayRef<TermRef> Offsets);

  /// Shapes of a block that people choose for this kernel, the likeliest first.
  std::vector<std::array<int64_t, 3>> usualBlocks() const;

  /// Whether the user's facts leave \p Scalar a range that is meant.
  bool boundedByFacts(TermRef Scalar);

private:
  std::vector<std::vector<TermRef>>
  usualSizes(llvm::ArrayRef<TermRef> Conditions, llvm::ArrayRef<TermRef> Places,
             bool Tail);
  std::vector<TermRef> possibleSizes(llvm::ArrayRef<TermRef> Conditions);
  SolverAnswer plausible(llvm::ArrayRef<TermRef> Conditions,
                         llvm::ArrayRef<TermRef> Places,
                         std::vector<TermRef> &Pinned, bool Tail);
  bool possible(llvm::ArrayRef<TermRef> Conditions,
                std::vector<TermRef> &Pinned);
  void doubt(llvm::ArrayRef<TermRef> Conditions, llvm::ArrayRef<TermRef> Places,
             QueryResult &Result);

  Translator &X;
  TermContext &T;
  Solver &S;
  std::vector<TermRef> Facts;
  bool WantsUnusual;
  std::array<std::optional<int64_t>, 3> BlockShape; ///< by lookForBlockShape()
  llvm::DenseMap<TermRef, bool> Bounded; ///< what boundedByFacts() has found
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_QUERY_H
