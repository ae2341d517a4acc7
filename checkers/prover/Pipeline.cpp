// SPDX-License-Identifier: Apache-2.0

#include "prover/Pipeline.h"
#include "prover/IntegerFunctions.h"
#include "prover/KernelInliner.h"
#include "prover/LocalCopies.h"
#include "prover/PointerCalls.h"
#include "prover/Unroll.h"
#include "prover/WordParts.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

// clang has registered the target, clang-tidy and our tool have not. Weak,
// since an LLVM may be built without it.
extern "C" {
// NOLINTBEGIN(readability-identifier-naming): LLVM's names.
[[gnu::weak]] void LLVMInitializeNVPTXTargetInfo();
[[gnu::weak]] void LLVMInitializeNVPTXTarget();
[[gnu::weak]] void LLVMInitializeNVPTXTargetMC();
// NOLINTEND(readability-identifier-naming)
}

namespace oxide::prover {

using namespace llvm;

std::unique_ptr<TargetMachine>
createTargetMachine(const clang::ASTContext &AST) {
  // The registry is a list without a lock: two threads that enter one target
  // at the same time tie it into a ring.
  [[maybe_unused]] static const bool Registered = [] {
    bool Known = LLVMInitializeNVPTXTargetInfo && LLVMInitializeNVPTXTarget &&
                 LLVMInitializeNVPTXTargetMC;
    if (Known) {
      LLVMInitializeNVPTXTargetInfo();
      LLVMInitializeNVPTXTarget();
      LLVMInitializeNVPTXTargetMC();
    }
    return Known;
  }();
  const clang::TargetInfo &Info = AST.getTargetInfo();
  std::string Error;
  const Target *T = TargetRegistry::lookupTarget(Info.getTriple(), Error);
  if (!T)
    return nullptr;
  const clang::TargetOptions &Options = Info.getTargetOpts();
  // Without a toolkit clang takes a version of PTX that is older than new
  // devices, and LLVM ends the process over the two. Nothing is emitted here.
  std::string Features = join(Options.Features, ",") + ",+ptx88";
  return std::unique_ptr<TargetMachine>(
      T->createTargetMachine(Info.getTriple(), Options.CPU, Features, {}, {}));
}

/// The passes with their analyses. Only what is named here runs: the order and
/// the choice are what the proofs rest on.
class Pipeline::Passes {
public:
  explicit Passes(const clang::ASTContext &AST)
      : Machine(createTargetMachine(AST)) {
    PassBuilder Builder(Machine.get());
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(Components);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, Components, Modules);

    // Without MemorySSA: it then looks no further than the next write.
    Constants.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
    Constants.addPass(InstSimplifyPass());
    Registers.addPass(SROAPass(SROAOptions::PreserveCFG));

    if (Machine)
      Simplify.addPass(InferAddressSpacesPass());
    Simplify.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
    Simplify.addPass(InstSimplifyPass());

    // Merging blocks and dropping empty ones only.
    Shape.addPass(SimplifyCFGPass(
        SimplifyCFGOptions().setSimplifyCondBranch(false).speculateBlocks(
            false)));
    Shape.addPass(LoopSimplifyPass());
    Shape.addPass(LCSSAPass());
  }

  void constants(Function &F) { run(Constants, F); }
  void registers(Function &F) { run(Registers, F); }
  void simplify(Function &F) { run(Simplify, F); }
  void shape(Function &F) { run(Shape, F); }
  bool unrollOne(Function &F) { return unrollOneLoop(F, Functions); }
  /// To be called after a change that is not a pass.
  void forget(Function &F) { Functions.clear(F, F.getName()); }

private:
  void run(FunctionPassManager &Manager, Function &F) {
    Functions.invalidate(F, Manager.run(F, Functions));
  }

  std::unique_ptr<TargetMachine> Machine;
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  FunctionPassManager Constants, Registers, Simplify, Shape;
};

Pipeline::Pipeline(DeviceModule &Module)
    : Module(Module), P(std::make_unique<Passes>(Module.ast())) {
  resolveLibdevice(Module.module(),
                   Module.ast().getTargetInfo().getTargetOpts().CPU);
  replaceIntegerFunctions(Module.module());
  Recursive = recursiveFunctions(Module.module());
  // Before inlining, which removes what has no use.
  for (Function &F : Module.module())
    protectAccesses(F);
}

Pipeline::~Pipeline() = default;

const Pipeline::Inlined &Pipeline::inlined(Function &F) {
  Inlined &Result = Known[&F];
  if (Result.Done)
    return Result;
  Result.Done = true;
  // Recursion stays as a call within itself.
  if (const Instruction *Call = inlineCalls(F, {}, SizeLimit).TooLarge) {
    Result.TooLarge = true;
    Result.Where = Call->getDebugLoc();
  }
  return Result;
}

/// Takes away branches on constants and what lies behind them, before a pass
/// does it that leaves no trace.
void Pipeline::foldBranches(Function &F, AccessCensus &Census) {
  bool Changed = true;
  while (Changed) {
    P->constants(F);
    Changed = false;
    for (BasicBlock &B : F)
      Changed |= ConstantFoldTerminator(&B);
    Changed |= Census.dropUnreachable();
    P->forget(F);
  }
}

/// The call that is still in \p K though its code should be there, if any.
static void explainCalls(PreparedKernel &K) {
  for (const Instruction &I : instructions(*K.F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || Call->isInlineAsm())
      continue;
    const Function *Callee = Call->getCalledFunction();
    if (Callee && (Callee->isDeclaration() || isKnownByName(*Callee)))
      continue;
    K.Failure =
        Callee ? PrepareFailure::Recursion : PrepareFailure::IndirectCall;
    K.Reason = Callee ? "a recursive call" : "a call through a pointer";
    K.Where = Call->getDebugLoc();
    return;
  }
}

static void fail(PreparedKernel &K, PrepareFailure Failure, StringRef Reason,
                 const DebugLoc &Where) {
  K.Failure = Failure;
  K.Reason = Reason.str();
  K.Where = Where;
}

PreparedKernel Pipeline::prepare(const clang::FunctionDecl *Kernel,
                                 const FixedLaunch &Launch) {
  llvm::TimeTraceScope Scope("Oxide kernel passes");
  PreparedKernel K;
  Function *Original = Module.find(Kernel);
  if (!Original) {
    fail(K, PrepareFailure::NoBody, "no code could be generated", {});
    return K;
  }
  const Inlined &Base = inlined(*Original);
  if (Base.TooLarge) {
    fail(K, PrepareFailure::TooLarge, "the kernel is too large", Base.Where);
    return K;
  }
  K.F = cloneKernel(Module, *Original);
  fixLaunch(*K.F, Launch);
  hoistIndices(*K.F);
  analysable(K);
  if (K.F)
    P->forget(*K.F);
  return K;
}

/// All that comes between the launch and the analysis.
void Pipeline::analysable(PreparedKernel &K) {
  AccessCensus Census(*K.F);
  UndefinedValues Undefined(*K.F);
  if (!liftLocals(K, Census))
    return;
  P->simplify(*K.F);
  if (takeWordsApart(*K.F))
    P->forget(*K.F);
  foldBranches(*K.F, Census);
  P->shape(*K.F);
  explainCalls(K);
  K.Census = Census.take();
  for (const CensusEntry &E : K.Census)
    if (E.Fate == AccessFate::Lost)
      fail(K, PrepareFailure::AccessLost, "an access was optimised away",
           E.Loc);
}

/// Puts local variables into registers. Each round can make more pointers and
/// callees known. False when there is no use in going on.
bool Pipeline::liftLocals(PreparedKernel &K, AccessCensus &Census) {
  Function &F = *K.F;
  constexpr unsigned RecursionRounds = 4;
  const DenseSet<const Function *> NoFunctions;
  unsigned Addressed = 0;
  bool Changed = true;
  for (unsigned Round = 0; Changed; ++Round) {
    foldBranches(F, Census);
    copyWrittenParameters(F);
    Census.releaseLocal();
    expandLocalCopies(F, Census);
    if (const Instruction *Outside = findLocalOutOfRange(F)) {
      fail(K, PrepareFailure::LocalOutOfRange,
           "an access outside of a local variable", Outside->getDebugLoc());
      P->forget(F);
      discard(K);
      return false;
    }
    unsigned StillAddressed = Addressed;
    {
      AddressedLocals Pinned(F);
      Addressed = Pinned.size();
      P->registers(F);
    }
    // Recursion over a constant ends, given a few rounds.
    InlineResult Inlining = inlineCalls(
        F, Round < RecursionRounds ? NoFunctions : Recursive, SizeLimit);
    if (Inlining.TooLarge) {
      fail(K, PrepareFailure::TooLarge, "the kernel is too large",
           Inlining.TooLarge->getDebugLoc());
      P->forget(F);
      discard(K);
      return false;
    }
    if (Inlining.Changed)
      Census.extend();
    Changed = Census.releaseLocal() || Inlining.Changed ||
              Addressed != StillAddressed;
    if (!Changed) {
      // Now that what is known of the pointers stands in registers.
      PointerCalls Calls = splitPointerCalls(F, Module.pointerTargets());
      K.CallsThroughPointers |= Calls.Assumed;
      Changed = Calls.Changed;
    }
    P->forget(F);
  }
  return true;
}

bool Pipeline::specialise(PreparedKernel &K, ArrayRef<KnownScalar> Known) {
  llvm::TimeTraceScope Scope("Oxide specialisation");
  for (const KnownScalar &S : Known) {
    Argument *A = K.F->getArg(S.Parameter);
    A->replaceAllUsesWith(ConstantInt::get(A->getType(), S.Value,
                                           /*IsSigned=*/true,
                                           /*ImplicitTrunc=*/true));
  }
  AccessCensus Census(*K.F);
  bool Changed = !Known.empty();
  // Inner loops can have a constant number of iterations once outer ones are
  // written out.
  for (bool Again = true; Again;) {
    foldBranches(*K.F, Census);
    P->shape(*K.F);
    Again = P->unrollOne(*K.F);
    P->forget(*K.F);
    Census.extend();
    Changed |= Again;
  }
  if (!Changed || any_of(Census.take(), [](const CensusEntry &E) {
        return E.Fate == AccessFate::Lost;
      }))
    return false;
  analysable(K);
  if (!K.F)
    return false;
  P->forget(*K.F);
  return K.Failure == PrepareFailure::None;
}

void Pipeline::discard(PreparedKernel &K) {
  K.Census.clear();
  if (K.F)
    K.F->eraseFromParent();
  K.F = nullptr;
}

} // namespace oxide::prover
