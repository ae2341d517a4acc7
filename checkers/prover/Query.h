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
  InputDependent, ///< needs the contents of arrays in the model as well
  Possible        ///< rests on something that is not followed, or on a launch
                  ///< or scalars that nobody would choose
};

struct QueryResult {
  Outcome Answer = Outcome::Impossible;
  Assignment Model;  ///< for Certain and InputDependent
  std::string Doubt; ///< for Possible: what the answer rests on
  const llvm::Value *DoubtAt = nullptr;

  /// There is an execution, and the model shows it.
  bool happens() const {
    return Answer == Outcome::Certain || Answer == Outcome::InputDependent;
  }
};

class Query {
public:
  /// \p Facts hold for every thread: assumptions of the user.
  Query(Translator &X, Solver &S, std::vector<TermRef> Facts);

  Translator &translator() { return X; }
  TermContext &terms() { return T; }
  Solver &solver() { return S; }

  /// What \p R and the launch say about threads 1 and 2.
  std::vector<TermRef> frame(Relation R);
  /// The indices of the first \p Count threads, in the order in which a model
  /// keeps them small.
  std::vector<TermRef> threads(Relation R, unsigned Count = 2);
  /// \p Term as thread 1 or 2 sees it under \p R.
  TermRef copy(TermRef Term, unsigned Thread, Relation R);

  /// Whether \p Conditions, which include those of frame(), can hold together.
  /// \p Small orders what the model should keep small, after the launch.
  /// With \p Tail, sizes reach into the last block of the launch, at least.
  /// \p Places are the conditions among them that are about addresses; by
  /// default all may be.
  QueryResult ask(llvm::ArrayRef<TermRef> Conditions,
                  llvm::ArrayRef<TermRef> Small = {}, bool Tail = false,
                  llvm::ArrayRef<TermRef> Places = {});

  /// As ask, where only an impossible answer is of interest.
  bool impossible(llvm::ArrayRef<TermRef> Conditions);

private:
  std::vector<std::array<int64_t, 3>> usualBlocks() const;
  std::vector<TermRef> usualSizes(llvm::ArrayRef<TermRef> Conditions,
                                  llvm::ArrayRef<TermRef> Places, bool Tail);
  bool plausible(llvm::ArrayRef<TermRef> Conditions,
                 llvm::ArrayRef<TermRef> Places, std::vector<TermRef> &Pinned,
                 bool Tail);
  void doubt(llvm::ArrayRef<TermRef> Conditions, QueryResult &Result);

  Translator &X;
  TermContext &T;
  Solver &S;
  std::vector<TermRef> Facts;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_QUERY_H
