// SPDX-License-Identifier: Apache-2.0
//
// Whether control can come to a block, decided on the bits of machine integers.
//
// The other queries of the prover speak of mathematical integers and may rest
// on assumptions. What removes a check from generated code may not: here every
// operation has its width and wraps, what is not followed is any value, and
// the only facts are those of the code itself, of the hardware and of
// __launch_bounds__.

#ifndef OXIDE_CHECKERS_PROVER_EXACTBITS_H
#define OXIDE_CHECKERS_PROVER_EXACTBITS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <map>
#include <memory>
#include <vector>
#include <z3.h>

namespace oxide::prover {

class ExactBits {
public:
  ExactBits(const llvm::Function &F, const llvm::DominatorTree &DT,
            const llvm::LoopInfo &LI, llvm::ScalarEvolution &SE);
  ~ExactBits();
  ExactBits(const ExactBits &) = delete;
  ExactBits &operator=(const ExactBits &) = delete;

  /// Whether no execution takes the edge from \p From to \p To. With
  /// \p Assumptions, what llvm.assume says before counts as well. False where
  /// it is not known.
  bool neverTaken(const llvm::BasicBlock *From, const llvm::BasicBlock *To,
                  bool Assumptions);

private:
  /// A moment: the end of the kernel's way to the question, or the last time
  /// before the moment Later that control went back to Header. Each value has
  /// one value at a moment: that of its last execution before.
  struct Moment {
    const Moment *Later = nullptr;
    const llvm::BasicBlock *Header = nullptr;
    const llvm::BasicBlock *Latch = nullptr;
    unsigned Depth = 0;
  };

  const Moment *before(const Moment *Later, const llvm::BasicBlock *Header,
                       const llvm::BasicBlock *Latch);
  const Moment *momentOf(const llvm::BasicBlock *B, const Moment *At) const;
  /// That \p B is on the way to the moment. What is said of the past holds
  /// only where there was one: without this, the first iteration would be
  /// bound by what the one before it went through.
  Z3_ast executed(const llvm::BasicBlock *B, const Moment *At);

  Z3_ast bits(const llvm::Value *V, const Moment *At);
  Z3_ast compute(const llvm::Instruction &I, const Moment *At);
  Z3_ast binary(const llvm::BinaryOperator &B, const Moment *At);
  Z3_ast compare(const llvm::ICmpInst &C, const Moment *At);
  Z3_ast cast(const llvm::CastInst &C, const Moment *At);
  Z3_ast call(const llvm::CallBase &Call, const Moment *At);
  Z3_ast load(const llvm::LoadInst &Load);
  Z3_ast special(const llvm::Function &Intrinsic);
  void join(const llvm::PHINode &Phi, Z3_ast Value, const Moment *At);
  void evolution(const llvm::PHINode &Phi, Z3_ast Value, const Moment *At);

  Z3_ast truth(const llvm::Value *Condition, bool Wanted, const Moment *At);
  Z3_ast edge(const llvm::BasicBlock *From, const llvm::BasicBlock *To,
              const Moment *At);
  /// What holds at the end of \p B because of the way there, up to what
  /// already holds at \p Known.
  void way(const llvm::BasicBlock *B, const llvm::BasicBlock *Known,
           const Moment *At, std::vector<Z3_ast> &Holds);

  Z3_sort sortOf(const llvm::Type *Type) const;
  Z3_ast number(const llvm::APInt &Value) const;
  Z3_ast number(uint64_t Value, Z3_sort Sort) const;
  Z3_ast unknown(Z3_sort Sort) const;
  Z3_ast inRange(Z3_ast Value, const llvm::ConstantRange &Range) const;
  Z3_ast flag(Z3_ast Condition) const;
  Z3_ast all(const std::vector<Z3_ast> &Conditions) const;
  /// An unknown function of two values: nothing is known of it but that equal
  /// operands have equal results.
  Z3_ast opaque(llvm::StringRef Name, Z3_ast A, Z3_ast B, Z3_sort Sort) const;

  const llvm::Function &F;
  const llvm::DominatorTree &DT;
  llvm::ScalarEvolution &SE;
  bool Irreducible;
  bool UseAssumptions = false;
  unsigned Nesting = 0;
  Z3_context C;
  std::map<std::pair<const llvm::Value *, const Moment *>, Z3_ast> Known;
  std::map<std::pair<const llvm::Argument *, uint64_t>,
           std::pair<unsigned, Z3_ast>>
      Members;
  std::map<std::pair<const llvm::BasicBlock *, const Moment *>, Z3_ast>
      Executed;
  std::map<std::string, Z3_ast> Specials;
  std::vector<std::unique_ptr<Moment>> Moments;
  std::vector<Z3_ast> Facts;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_EXACTBITS_H
