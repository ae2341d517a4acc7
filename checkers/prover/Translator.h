// SPDX-License-Identifier: Apache-2.0
//
// From SSA values to terms of a generic thread.
//
// A value inside loops is a function of their iteration numbers: the symbol
// iteration(L) stands for the iteration of L that the thread is in.

#ifndef OXIDE_CHECKERS_PROVER_TRANSLATOR_H
#define OXIDE_CHECKERS_PROVER_TRANSLATOR_H

#include "prover/Memory.h"
#include "prover/Term.h"
#include "prover/Uniformity.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class SCEV;
} // namespace llvm

namespace oxide::prover {

/// What is known about a kernel besides its code.
struct KernelInputs {
  struct Parameter {
    std::string Name;
    bool Unsigned = false;
    /// Of a scalar, where the launch passes a constant.
    std::optional<int64_t> Value;
  };
  std::vector<Parameter> Parameters; ///< by number of the IR's argument
  std::optional<uint32_t> Block[3], Grid[3];
  std::optional<uint32_t> MaxThreads; ///< of a block
};

/// One place that a pointer may hold: \p Offset bytes into Object, provided
/// that Condition holds.
struct PointerTarget {
  const MemoryObject *Object;
  TermRef Offset;
  TermRef Condition;
};

/// What is known about the iterations of a loop.
struct LoopTrip {
  /// The iteration in which the loop is left; null where it is not known.
  TermRef Last = nullptr;
  /// Holds for each iteration k (from 0) that is begun, over iteration(L).
  TermRef Begun = nullptr;
};

/// Whether \p F reads the special register "tid" or "ctaid" of dimension
/// \p Dim.
bool readsDimension(const llvm::Function &F, llvm::StringRef Register,
                    unsigned Dim);

class Translator {
public:
  Translator(TermContext &T, KernelIR &K, MemoryModel &M, Uniformity &U,
             const KernelInputs &Inputs);

  TermContext &terms() { return T; }

  /// The integer or condition \p V; pointers and floating-point values are
  /// opaque.
  TermRef term(const llvm::Value *V);
  std::vector<PointerTarget> pointer(const llvm::Value *V);

  /// The iteration of \p L that a thread is in.
  TermRef iteration(const llvm::Loop *L);
  const LoopTrip &trip(const llvm::Loop *L);

  /// That control goes from \p From to \p To once it is at the end of \p From.
  TermRef edge(const llvm::BasicBlock *From, const llvm::BasicBlock *To);
  /// That \p From, inside of \p L, is where \p L is left for \p To.
  TermRef exit(const llvm::Loop *L, const llvm::BasicBlock *From,
               const llvm::BasicBlock *To);
  /// That a thread comes to \p B in the iterations iteration(L) of the loops
  /// around it, from the beginning of the kernel.
  TermRef reach(const llvm::BasicBlock *B);

  bool inLoop(const llvm::BasicBlock *B) const {
    return K.loops().getLoopFor(B) != nullptr;
  }

  TermRef threadIndex(unsigned Dim) const { return Thread[Dim]; }
  /// The number of a thread in its block, and in its warp.
  TermRef linearThread();
  TermRef lane() { return T.remainder(linearThread(), T.constant(32)); }
  TermRef blockIndex(unsigned Dim) const { return BlockIdx[Dim]; }
  TermRef blockSize(unsigned Dim) const { return BlockDim[Dim]; }
  TermRef gridSize(unsigned Dim) const { return GridDim[Dim]; }
  /// Bounds of all indices by the launch, and of the launch by the hardware.
  TermRef launchFacts();
  /// The most threads that a block can have.
  int64_t maxThreads() const { return Inputs.MaxThreads.value_or(1024); }
  /// Whether the kernel reads threadIdx of this dimension.
  bool usesDimension(unsigned Dim) const { return Used[Dim]; }

  /// Whether some term is right only where 32-bit arithmetic does not wrap.
  bool assumesNoWrap() const { return AssumesNoWrap; }

  /// Scalar parameters that occurred, with their names.
  llvm::ArrayRef<TermRef> scalars() const { return Scalars; }
  /// Scalar parameters that the launch fixes, and their values.
  std::vector<std::pair<std::string, int64_t>> fixedScalars() const {
    std::vector<std::pair<std::string, int64_t>> Result;
    for (const KernelInputs::Parameter &P : Inputs.Parameters)
      if (P.Value)
        Result.emplace_back(P.Name, *P.Value);
    return Result;
  }
  /// The instruction that an opaque symbol or a content stands for.
  const llvm::Value *origin(const Symbol &S) const {
    return Origins.lookup(&S);
  }
  /// A new opaque value at \p V.
  TermRef opaque(const llvm::Value *V);

private:
  TermRef translate(const llvm::Instruction &I);
  TermRef translateBinary(const llvm::BinaryOperator &B);
  TermRef translateCompare(const llvm::ICmpInst &C);
  TermRef translateCall(const llvm::CallBase &Call);
  TermRef translateLoad(const llvm::LoadInst &Load);
  TermRef translatePhi(const llvm::PHINode &Phi);
  TermRef headerPhi(const llvm::PHINode &Phi, const llvm::Loop &L);
  TermRef exitPhi(const llvm::PHINode &Phi);
  TermRef behindLoop(TermRef Value, const llvm::Loop *From,
                     const llvm::BasicBlock *B);
  /// Of a phi that each iteration shifts, multiplies or divides by a power of
  /// two: start >> k * by, or start << k * by.
  struct Shift {
    TermRef Start;
    int64_t By;
    bool Left;
  };
  std::optional<Shift> shiftOf(const llvm::PHINode &Phi, const llvm::Loop &L);
  TermRef shifts(const llvm::PHINode &Phi, const llvm::Loop &L);
  TermRef sequence(const llvm::PHINode &Phi, const llvm::Loop &L);
  TermRef evolution(const llvm::SCEV *S, const llvm::BasicBlock *At);
  TermRef scalar(const llvm::Argument &A, std::optional<uint64_t> Member,
                 const llvm::Type &Type);
  TermRef content(const llvm::LoadInst &Load);

  /// \p X, of a machine integer of \p Bits, read as unsigned.
  TermRef asUnsigned(TermRef X, unsigned Bits);
  TermRef asSigned(TermRef X, unsigned Bits);
  TermRef reverseBits(TermRef X, unsigned Bits);
  /// \p X as a machine integer of \p Bits holds it.
  TermRef truncate(TermRef X, unsigned Bits);
  static bool growsWithSizes(TermRef X);

  std::vector<PointerTarget> resolve(const llvm::Value *V);
  std::optional<std::vector<PointerTarget>>
  recurrence(const llvm::PHINode &Phi);
  std::optional<std::vector<PointerTarget>> rotation(const llvm::PHINode &Phi,
                                                     const llvm::Loop &L);
  TermRef elementOffset(const llvm::User &Gep);

  TermRef local(const llvm::BasicBlock *B);
  TermRef computeLocal(const llvm::BasicBlock *B);
  TermRef count(const llvm::SCEV *S, const llvm::Loop *L);
  LoopTrip computeTrip(const llvm::Loop *L);
  int direction(llvm::Value *V, const llvm::Loop &L);
  bool leavesForGood(const llvm::Loop &L);
  std::vector<TermRef> iterationsAround(const llvm::BasicBlock *B);

  TermContext &T;
  KernelIR &K;
  MemoryModel &M;
  Uniformity &U;
  const KernelInputs &Inputs;

  TermRef Thread[3], BlockIdx[3], BlockDim[3], GridDim[3];
  bool Used[3];
  /// What was translated so far.
  struct Caches {
    llvm::DenseMap<const llvm::Value *, TermRef> Known;
    llvm::DenseMap<const llvm::Value *, std::vector<PointerTarget>> Pointers;
    llvm::DenseMap<const llvm::Loop *, LoopTrip> Trips;
    llvm::DenseMap<const llvm::BasicBlock *, TermRef> Locals, Reached;
    llvm::DenseMap<
        std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, TermRef>
        Exits;
  };
  Caches Cache;
  llvm::DenseMap<const llvm::Loop *, TermRef> Iterations;
  llvm::DenseMap<const Symbol *, const llvm::Value *> Origins;
  llvm::DenseMap<const llvm::Value *, const Symbol *> OpaqueSymbols;
  llvm::DenseMap<std::pair<const MemoryObject *, uint64_t>, const Symbol *>
      Contents;
  llvm::DenseMap<std::pair<const llvm::Argument *, uint64_t>, TermRef> Members;
  std::vector<TermRef> Scalars;
  bool AssumesNoWrap = false;
  /// Phis that are being followed: a cycle through them is opaque.
  llvm::DenseSet<const llvm::Value *> Active;
};

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_TRANSLATOR_H
