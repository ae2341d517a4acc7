// SPDX-License-Identifier: Apache-2.0
// Looks for contradictions of proofs: evaluates the access summary of each
// kernel that is proven free of races for many concrete threads, runs the
// kernel in the replay, and on request deletes its barriers one by one and
// does the same with what is proven then.
//
//   oxide-crosscheck FILE... [--delete-barriers] [--launch=...] -- FLAGS
//
// A folder stands for the .cu files in it. --all looks at kernels that are not
// proven as well. The exit code is 1 where something contradicts a proof.

#include "SummaryCheck.h"
#include "cuda/CodeModel.h"
#include "prover/KernelProver.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace oxide;
using namespace oxide::prover;

namespace {

llvm::cl::list<std::string> Files(llvm::cl::Positional, llvm::cl::OneOrMore);
llvm::cl::list<std::string> Launches("launch");
llvm::cl::list<std::string> Assumptions("assume");
llvm::cl::opt<std::string> Lockstep("lockstep");
llvm::cl::opt<bool> DeleteBarriers("delete-barriers");
llvm::cl::opt<bool> All("all");
llvm::cl::opt<uint64_t> Seed("seed", llvm::cl::init(1));
llvm::cl::opt<uint64_t> Limit("limit", llvm::cl::init(400'000));

[[noreturn]] void fail(const llvm::Twine &Message) {
  llvm::errs() << "oxide-crosscheck: " << Message << '\n';
  exit(2);
}

struct Verdict {
  bool Proven = false;
  bool Refuted = false;
  std::vector<std::string> Contradictions;
  std::string Summary;
};

/// Adds what a run of \p F shows against the proof.
void runReplay(const llvm::Function &F, llvm::ArrayRef<ReplayInput> Inputs,
               Verdict &V) {
  unsigned Ended = 0;
  for (const ReplayInput &Input : Inputs) {
    ReplayResult R = replay(F, Input);
    if (!R.Approximated.empty() || R.HandMadeSync || R.BreaksAssumption ||
        !R.BadAccesses.empty() || R.Traps)
      continue;
    Ended += R.Complete || R.Reason == "only the first blocks ran";
    auto Line = [](const ReplaySite &S) {
      const llvm::DebugLoc &Loc = S.Inst->getDebugLoc();
      return llvm::formatv("line {0} block {1} thread {2},{3}",
                           Loc ? Loc.getLine() : 0, S.Block.X, S.Thread.X,
                           S.Thread.Y)
          .str();
    };
    bool Lanes = !Lockstep.empty();
    for (const ReplayRace &Race : R.Races)
      if (!Race.SameValue && !Lanes && V.Contradictions.size() < 4)
        V.Contradictions.push_back("replay: " + Race.Object + "+" +
                                   std::to_string(Race.Offset) + ": " +
                                   Line(Race.First) + "; " + Line(Race.Second));
    for (const ReplayDivergence &D : R.Divergences)
      if (D.What != ReplayDivergence::Kind::Exited &&
          V.Contradictions.size() < 4)
        V.Contradictions.push_back("replay: divergence: " + Line(D.First) +
                                   "; " + Line(D.Second));
  }
  V.Summary +=
      llvm::formatv(", {0} of {1} runs to the end", Ended, Inputs.size());
}

class Unit {
public:
  explicit Unit(CheckContext &Ctx) : Ctx(Ctx) {
    for (const cuda::DeviceFunction *F : Ctx.get<cuda::CodeModel>().kernels())
      if (Ctx.isFirstParty(F->Decl->getLocation()) && F->Decl->hasBody())
        Kernels.push_back(F->Decl);
  }

  bool run() {
    std::unique_ptr<DeviceModule> Module =
        DeviceModule::build(Ctx.ast(), Kernels);
    if (!Module)
      return true;
    // Inlining will make copies of them.
    size_t Barriers = barriers(*Module).size();
    llvm::SetVector<const clang::FunctionDecl *> Proven;
    for (const clang::FunctionDecl *F : Kernels) {
      Verdict V = examine(*Module, *F);
      llvm::outs() << cuda::kernelName(*F) << ": " << describe(V) << '\n';
      if (V.Proven)
        Proven.insert(F);
    }
    if (DeleteBarriers)
      deleteAll(Proven.getArrayRef(), Barriers);
    return Clean;
  }

private:
  /// The verdict on \p F in \p Module, and what speaks against it.
  Verdict examine(DeviceModule &Module, const clang::FunctionDecl &F) {
    Verdict V;
    V.Proven = true;
    Pipeline Passes(Module);
    std::string Name = cuda::kernelName(F);
    for (const LaunchShape &Shape : launchesOf(Ctx, F, Name)) {
      KernelProof P = proveKernel(Ctx, Module, Passes, F, Name, Shape);
      V.Refuted |= P.Race == Answer::Refuted;
      V.Proven &= P.Race == Answer::Proven && P.Barrier == Answer::Proven;
      if (!V.Proven && !All)
        continue;
      PreparedKernel Prepared = Passes.prepare(&F, Shape.Dims);
      if (Prepared.F) {
        KernelSetup Setup(Ctx, Module, F, Name, Shape, *Prepared.F);
        SummaryCheck Check(Setup, Seed, Limit);
        SummaryResult R = Check.run();
        V.Summary += llvm::formatv(", {0} of {1} accesses in {2} samples",
                                   R.Seen, R.Accesses, R.Samples);
        if (R.LanesSkipped)
          V.Summary += ", lanes of one warp not looked at";
        for (std::string &O : R.Overlaps)
          V.Contradictions.push_back("summary: " + std::move(O));
        runReplay(*Module.find(&F), Check.replayInputs(), V);
      }
      Pipeline::discard(Prepared);
    }
    return V;
  }

  std::string describe(const Verdict &V) {
    std::string Text = V.Proven    ? "proven"
                       : V.Refuted ? "refuted"
                                   : "not proven";
    Text += V.Summary;
    for (const std::string &C : V.Contradictions)
      Text += (V.Proven ? "\n  CONTRADICTION " : "\n  ") + C;
    Clean &= !V.Proven || V.Contradictions.empty();
    return Text;
  }

  /// Barriers that can be taken away, in the order of the module.
  static std::vector<llvm::Instruction *> barriers(DeviceModule &Module) {
    std::vector<llvm::Instruction *> Result;
    for (llvm::Function &F : Module.module())
      for (llvm::BasicBlock &B : F)
        for (llvm::Instruction &I : B)
          if (asSync(I) && I.use_empty())
            Result.push_back(&I);
    return Result;
  }

  static bool reaches(const llvm::Function &From, const llvm::Function &To) {
    llvm::SetVector<const llvm::Function *> Reached;
    Reached.insert(&From);
    for (unsigned I = 0; I != Reached.size(); ++I)
      for (const llvm::BasicBlock &B : *Reached[I])
        for (const llvm::Instruction &Inst : B)
          if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&Inst))
            if (const llvm::Function *Callee = Call->getCalledFunction())
              Reached.insert(Callee);
    return Reached.contains(&To);
  }

  void deleteAll(llvm::ArrayRef<const clang::FunctionDecl *> Proven,
                 size_t Count) {
    for (size_t N = 0; N != Count; ++N) {
      std::unique_ptr<DeviceModule> Module =
          DeviceModule::build(Ctx.ast(), Kernels);
      llvm::Instruction *Barrier = barriers(*Module)[N];
      const llvm::Function &In = *Barrier->getFunction();
      const llvm::DebugLoc Loc = Barrier->getDebugLoc();
      std::vector<const clang::FunctionDecl *> Affected;
      for (const clang::FunctionDecl *F : Proven)
        if (const llvm::Function *Code = Module->find(F);
            Code && reaches(*Code, In))
          Affected.push_back(F);
      Barrier->eraseFromParent();
      for (const clang::FunctionDecl *F : Affected) {
        Verdict V = examine(*Module, *F);
        llvm::outs() << cuda::kernelName(*F) << " without the barrier of line "
                     << (Loc ? Loc.getLine() : 0) << ": " << describe(V)
                     << '\n';
      }
    }
  }

  CheckContext &Ctx;
  std::vector<const clang::FunctionDecl *> Kernels;
  bool Clean = true;
};

struct Run {
  ProverOptions Prover;
  bool Parsed = false, Clean = true;
};

class Consumer final : public clang::ASTConsumer {
public:
  Consumer(clang::CompilerInstance &CI, Run &R) : CI(CI), R(R) {}

  void HandleTranslationUnit(clang::ASTContext &AST) override {
    if (CI.getDiagnostics().hasUncompilableErrorOccurred())
      return;
    R.Parsed = true;
    TierMap Tiers{Config()};
    CheckContext Ctx(AST, Tiers, Pass::Device, R.Prover);
    R.Clean &= Unit(Ctx).run();
  }

private:
  clang::CompilerInstance &CI;
  Run &R;
};

class Action final : public clang::ASTFrontendAction {
public:
  explicit Action(Run &R) : R(R) {}

protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    return std::make_unique<Consumer>(CI, R);
  }

private:
  Run &R;
};

void apply(ProverOptions &Options, llvm::StringRef Key, llvm::StringRef Value) {
  if (llvm::Error E = Options.apply(Key, Value).takeError())
    fail(llvm::toString(std::move(E)));
}

std::vector<std::string> sources() {
  std::vector<std::string> Result;
  for (const std::string &File : Files) {
    if (!llvm::sys::fs::is_directory(File)) {
      Result.push_back(File);
      continue;
    }
    std::error_code EC;
    std::vector<std::string> Here;
    for (llvm::sys::fs::directory_iterator I(File, EC), E; I != E && !EC;
         I.increment(EC))
      if (llvm::sys::path::extension(I->path()) == ".cu")
        Here.push_back(I->path());
    llvm::sort(Here);
    llvm::append_range(Result, Here);
  }
  return Result;
}

} // namespace

int main(int Argc, char **Argv) {
  // What follows "--" is for the compiler.
  char **End = std::find(Argv, Argv + Argc, llvm::StringRef("--"));
  llvm::cl::ParseCommandLineOptions(End - Argv, Argv);
  Run R;
  for (const std::string &L : Launches)
    apply(R.Prover, "launch", L);
  for (const std::string &A : Assumptions)
    apply(R.Prover, "assume", A);
  if (!Lockstep.empty())
    apply(R.Prover, "lockstep", Lockstep);
  for (const std::string &File : sources()) {
    std::vector<std::string> Command{"clang++", "-fsyntax-only",
                                     "--cuda-device-only", "-w"};
    if (End != Argv + Argc)
      Command.insert(Command.end(), End + 1, Argv + Argc);
    Command.push_back(File);
    if (Files.size() > 1 || llvm::sys::fs::is_directory(Files[0]))
      llvm::outs() << "== " << llvm::sys::path::filename(File) << '\n';
    llvm::IntrusiveRefCntPtr<clang::FileManager> FM(
        new clang::FileManager(clang::FileSystemOptions()));
    R.Parsed = false;
    clang::tooling::ToolInvocation(Command, std::make_unique<Action>(R),
                                   FM.get())
        .run();
    if (!R.Parsed)
      fail("'" + File + "' does not compile");
  }
  return R.Clean ? 0 : 1;
}
