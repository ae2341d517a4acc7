// SPDX-License-Identifier: Apache-2.0

#include "prover/Conditions.h"
#include "prover/Annotations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"

namespace oxide::prover {

using namespace llvm;

/// The launch in the proof is a certain one, or one of a certain shape.
static bool restsOnLaunch(const AnalysedKernel &A) {
  if (!A.Shape.Origin.empty() && !A.Shape.FromContract)
    return true;
  const Function &F = A.K.function();
  for (unsigned D = 0; D != 3; ++D) {
    // A dimension of the block that the kernel does not look at is taken to be
    // one. In a larger block two threads would do the same.
    if (!A.Shape.Dims.Block[D] && !readsDimension(F, "tid", D))
      return true;
    if (!A.Shape.Dims.Grid[D] && !readsDimension(F, "ctaid", D) &&
        readsDimension(F, "nctaid", D))
      return true;
  }
  return false;
}

/// Relations of the contract are told to the compiler by the library, and a
/// checked launch evaluates them. What the kernel itself promises, nobody does.
static bool restsOnOwnPromise(const CheckContext &Ctx,
                              const DeviceModule &Module, const Function &F) {
  return any_of(instructions(F), [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !assumedBy(*Call))
      return false;
    auto Chain = Module.lines().chain(I.getDebugLoc());
    return Chain.empty() ||
           Ctx.classify(Chain.front()) != LocationClass::Library;
  });
}

namespace {

/// What shared memory and barriers alone rest on: other accesses of the kernel
/// may need more than they do.
struct Foundation {
  bool Contents = false; ///< of buffers
  bool NoWrap = false;   ///< of index arithmetic

  explicit Foundation(const AnalysedKernel &A) {
    TermContext T;
    Translator X(T, A.K, A.M, A.U, A.Inputs);
    auto Look = [&](TermRef Term) { Contents |= !Term->isExact(); };
    for (const Access &Each : A.Accesses)
      if (Each.Object->isShared()) {
        Look(X.reach(Each.Raw->At->getParent()));
        for (const PointerTarget &Target : X.pointer(Each.Raw->Pointer)) {
          Look(Target.Offset);
          Look(Target.Condition);
        }
      }
    for (const SyncPoint &S : A.K.syncs())
      Look(X.reach(S.At->getParent()));
    NoWrap = X.assumesNoWrap();
  }
};

} // namespace

bool isConditional(CheckContext &Ctx, const DeviceModule &Module,
                   const AnalysedKernel &A) {
  bool Assumes = any_of(Ctx.prover().Assumptions, [&](const Assumption &Each) {
    return Each.concerns(A.Name);
  });
  if (Assumes || Ctx.prover().Lockstep || !A.M.trusted().empty() ||
      restsOnLaunch(A) || restsOnOwnPromise(Ctx, Module, A.K.function()))
    return true;
  Foundation Rests(A);
  return Rests.NoWrap ||
         (Rests.Contents && !buffersTakenApart(A.Accesses).empty());
}

} // namespace oxide::prover
