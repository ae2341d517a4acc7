// SPDX-License-Identifier: Apache-2.0
//
// Makes kernels analysable: one function each, locals in registers, loops in
// simplified and loop-closed form, and every access still there.

#ifndef OXIDE_CHECKERS_PROVER_PIPELINE_H
#define OXIDE_CHECKERS_PROVER_PIPELINE_H

#include "prover/AccessCensus.h"
#include "prover/DeviceModule.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace oxide::prover {

/// What is known of a launch, in the order x, y, z.
struct FixedLaunch {
  std::array<std::optional<uint32_t>, 3> Block;
  std::array<std::optional<uint32_t>, 3> Grid;
};

/// A scalar parameter that has one value in every launch that is looked at.
struct KnownScalar {
  unsigned Parameter; ///< number of the IR's argument
  int64_t Value;
};

/// Why a kernel cannot be judged. Where there is a function all the same, it
/// has calls in it that can do anything.
enum class PrepareFailure : uint8_t {
  None,
  NoBody,          ///< no code was generated
  TooLarge,        ///< after inlining
  LocalOutOfRange, ///< an access past a local variable has no meaning
  AccessLost,      ///< a pass removed an access: nothing can be proven
  IndirectCall,
  Recursion,
};

struct PreparedKernel {
  /// Null for NoBody, TooLarge and LocalOutOfRange. Owned by the module, as is
  /// what the locations here and in the census refer to.
  llvm::Function *F = nullptr;
  PrepareFailure Failure = PrepareFailure::None;
  std::string Reason;
  /// The instruction that the reason is about, if it is about one.
  llvm::DebugLoc Where;
  std::vector<CensusEntry> Census;
  /// Some pointer was taken to call functions of this unit only.
  bool CallsThroughPointers = false;
};

class Pipeline {
public:
  /// Instructions of a kernel after inlining.
  static constexpr unsigned SizeLimit = 20000;

  explicit Pipeline(DeviceModule &Module);
  ~Pipeline();
  Pipeline(const Pipeline &) = delete;
  Pipeline &operator=(const Pipeline &) = delete;

  /// A function of its own for \p Kernel under \p Launch. Inlining is done once
  /// for each kernel, the rest for each launch.
  PreparedKernel prepare(const clang::FunctionDecl *Kernel,
                         const FixedLaunch &Launch = {});

  /// Puts the values of \p Known into \p K and writes out those loops that take
  /// a constant number of iterations and in which something is open (Unroll.h).
  /// False, with \p K as it was or without a function, when there is nothing to
  /// be done.
  bool specialise(PreparedKernel &K, llvm::ArrayRef<KnownScalar> Known);

  /// Removes the function of \p K from the module.
  static void discard(PreparedKernel &K);

private:
  class Passes;

  struct Inlined {
    bool Done = false;
    bool TooLarge = false;
    llvm::DebugLoc Where;
  };
  const Inlined &inlined(llvm::Function &F);
  void analysable(PreparedKernel &K);
  void foldBranches(llvm::Function &F, AccessCensus &Census);
  bool liftLocals(PreparedKernel &K, AccessCensus &Census);

  DeviceModule &Module;
  llvm::DenseSet<const llvm::Function *> Recursive;
  std::unique_ptr<Passes> P;
  llvm::DenseMap<llvm::Function *, Inlined> Known;
};

/// The target of \p AST; null where this LLVM has none for GPUs.
std::unique_ptr<llvm::TargetMachine>
createTargetMachine(const clang::ASTContext &AST);

/// Another function with the code of \p F, known to \p Module.
llvm::Function *cloneKernel(DeviceModule &Module, llvm::Function &F);

/// Replaces the launch's dimensions in \p F by what is known of them. Where a
/// dimension is 1, the index in it is 0.
void fixLaunch(llvm::Function &F, const FixedLaunch &Launch);

/// Moves the reads of thread and block indices and sizes to the beginning.
void hoistIndices(llvm::Function &F);

/// Answers the questions about the target that device libraries ask, and says
/// that the functions of libdevice compute and do nothing else.
void resolveLibdevice(llvm::Module &M, llvm::StringRef CPU);

} // namespace oxide::prover

#endif // OXIDE_CHECKERS_PROVER_PIPELINE_H
