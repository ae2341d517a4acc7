// SPDX-License-Identifier: Apache-2.0
// Replays of random kernels against the race rule applied to all accesses.

#include "prover/Replay.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

namespace {

using namespace oxide::prover;

constexpr unsigned Words = 96;

/// `if (Low <= t && t < High) access A[(Scale * t + Add) % Words]`, where t is
/// the number of the thread in the grid, or a barrier.
struct Statement {
  enum { Barrier, Read, Write, Atomic } What;
  bool Shared;
  unsigned Low, High, Scale, Add;
};

struct Program {
  unsigned Threads, Blocks;
  std::vector<Statement> Body;
};

Program makeProgram(unsigned Seed) {
  std::mt19937 Random(Seed);
  auto Pick = [&](unsigned Below) { return unsigned(Random() % Below); };
  Program Result;
  Result.Threads = 1 + Pick(70);
  Result.Blocks = 1 + Pick(3);
  unsigned All = Result.Threads * Result.Blocks;
  for (unsigned I = 0, E = 2 + Pick(5); I < E; ++I) {
    Statement S;
    unsigned Kind = Pick(7);
    S.What = Kind < 2   ? Statement::Barrier
             : Kind < 4 ? Statement::Read
             : Kind < 6 ? Statement::Write
                        : Statement::Atomic;
    S.Shared = Pick(2);
    S.Low = Pick(All);
    S.High = S.Low + Pick(All);
    S.Scale = Pick(4);
    S.Add = Pick(Words);
    Result.Body.push_back(S);
  }
  return Result;
}

std::string irOf(const Program &P) {
  std::string Text = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [96 x i32] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @k(ptr %g) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %p = mul i32 %b, %n
  %t = add i32 %p, %x
  br label %s0
)";
  for (size_t I = 0; I < P.Body.size(); ++I) {
    const Statement &S = P.Body[I];
    std::string N = std::to_string(I), Next = std::to_string(I + 1);
    Text += "s" + N + ":\n";
    if (S.What == Statement::Barrier) {
      Text += "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n"
              "  br label %s" +
              Next + "\n";
      continue;
    }
    Text += "  %l" + N + " = icmp uge i32 %t, " + std::to_string(S.Low) +
            "\n  %h" + N + " = icmp ult i32 %t, " + std::to_string(S.High) +
            "\n  %c" + N + " = and i1 %l" + N + ", %h" + N + "\n  br i1 %c" +
            N + ", label %a" + N + ", label %s" + Next + "\na" + N + ":\n  %m" +
            N + " = mul i32 %t, " + std::to_string(S.Scale) + "\n  %i" + N +
            " = add i32 %m" + N + ", " + std::to_string(S.Add) + "\n  %r" + N +
            " = urem i32 %i" + N + ", 96\n  %q" + N +
            " = getelementptr i32, ptr " +
            (S.Shared ? "addrspacecast (ptr addrspace(3) @s to ptr)" : "%g") +
            ", i32 %r" + N + "\n";
    std::string Pointer = "ptr %q" + N;
    if (S.What == Statement::Read)
      Text += "  %v" + N + " = load i32, " + Pointer + "\n";
    else if (S.What == Statement::Write)
      Text += "  store i32 %t, " + Pointer + "\n";
    else
      Text += "  %v" + N + " = atomicrmw add " + Pointer + ", i32 1 seq_cst\n";
    Text += "  br label %s" + Next + "\n";
  }
  return Text + "s" + std::to_string(P.Body.size()) + ":\n  ret void\n}\n";
}

using Pairs = std::set<std::pair<unsigned, unsigned>>;

/// The statements that race, from the definition.
Pairs expected(const Program &P) {
  struct Touch {
    unsigned Statement, Block, Thread, Word, Interval;
  };
  std::vector<Touch> All;
  for (unsigned T = 0; T < P.Threads * P.Blocks; ++T) {
    unsigned Interval = 0;
    for (unsigned I = 0; I < P.Body.size(); ++I) {
      const Statement &S = P.Body[I];
      if (S.What == Statement::Barrier)
        ++Interval;
      else if (S.Low <= T && T < S.High)
        All.push_back(
            {I, T / P.Threads, T, (S.Scale * T + S.Add) % Words, Interval});
    }
  }
  Pairs Result;
  for (const Touch &A : All)
    for (const Touch &B : All) {
      const Statement &SA = P.Body[A.Statement], &SB = P.Body[B.Statement];
      bool Reads = SA.What == Statement::Read && SB.What == Statement::Read;
      bool Atomics =
          SA.What == Statement::Atomic && SB.What == Statement::Atomic;
      bool Apart = A.Block != B.Block ? SA.Shared : A.Interval != B.Interval;
      if (A.Thread < B.Thread && A.Word == B.Word && SA.Shared == SB.Shared &&
          !Reads && !Atomics && !Apart)
        Result.insert(std::minmax(A.Statement, B.Statement));
    }
  return Result;
}

TEST(Replay, RandomKernels) {
  unsigned Racy = 0;
  for (unsigned Seed = 0; Seed < 400; ++Seed) {
    Program P = makeProgram(Seed);
    llvm::LLVMContext Context;
    llvm::SMDiagnostic Error;
    auto M = llvm::parseAssemblyString(irOf(P), Error, Context);
    ASSERT_TRUE(M) << Error.getMessage().str();
    ReplayInput Input;
    Input.Grid.X = P.Blocks;
    Input.Block.X = P.Threads;
    Input.Buffers.emplace_back();
    Input.Buffers.back().Size = Words * 4;
    Input.Arguments.push_back(ReplayArgument::buffer(0));
    Input.Reverse = Seed % 2;
    ReplayResult Result = replay(*M->getFunction("k"), Input);
    EXPECT_TRUE(Result.Complete) << Result.Reason;
    EXPECT_TRUE(Result.BadAccesses.empty());
    EXPECT_TRUE(Result.Divergences.empty());
    Pairs Found;
    auto StatementOf = [](const llvm::Instruction *I) {
      unsigned Number = 0;
      I->getParent()->getName().drop_front().getAsInteger(10, Number);
      return Number;
    };
    for (const ReplayRace &Race : Result.Races)
      Found.insert(std::minmax(StatementOf(Race.First.Inst),
                               StatementOf(Race.Second.Inst)));
    ASSERT_EQ(expected(P), Found) << "seed " << Seed << irOf(P);
    Racy += !Found.empty();
  }
  EXPECT_GT(Racy, 80U);
  EXPECT_LT(Racy, 360U);
}

/// What the replay says about \p Body as the body of a kernel of 64 threads.
ReplayResult replayBody(const std::string &Body, const std::string &Rest = "") {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(
      "target triple = \"nvptx64-nvidia-cuda\"\n" + Rest +
          "define ptx_kernel void @k() {\n" + Body + "}\n",
      Error, Context);
  EXPECT_TRUE(M) << Error.getMessage().str();
  ReplayInput Input;
  Input.Block.X = 64;
  ReplayResult Result;
  if (M)
    Result = replay(*M->getFunction("k"), Input);
  // The instructions go with their module.
  for (ReplayRace &Race : Result.Races)
    Race.First.Inst = Race.Second.Inst = nullptr;
  Result.StoppedAt = nullptr;
  return Result;
}

TEST(Replay, UnknownThingsMakeItIncomplete) {
  EXPECT_EQ(
      replayBody("call void @f()\nret void\n", "declare void @f()\n").Reason,
      "call of 'f'");
  EXPECT_EQ(replayBody("call void asm sideeffect \"grid.magic;\", \"\"()\n"
                       "ret void\n")
                .Reason,
            "inline assembly 'grid.magic;'");
  EXPECT_EQ(replayBody("br label %l\nl:\nbr label %l\n").Reason,
            "limit of steps");
  EXPECT_EQ(replayBody("call void @f()\nret void\n",
                       "define void @f() {\ncall void @f()\nret void\n}\n")
                .Reason,
            "recursion");
  EXPECT_EQ(replayBody("%p = alloca fp128\n%y = load fp128, ptr %p\n"
                       "ret void\n")
                .Reason,
            "instruction 'load'");
}

TEST(Replay, KnownNamesOfOtherShapesDoNotCrash) {
  for (const char *Declaration :
       {"declare void @__nv_sinf()\n", "declare ptr @__nv_sinf()\n",
        "declare {i32, i32} @__nv_sinf()\n", "declare i128 @__nv_sinf()\n"}) {
    std::string Type(Declaration + 8, std::strchr(Declaration, '@') - 1);
    ReplayResult R =
        replayBody("call " + Type + " @__nv_sinf()\nret void\n", Declaration);
    EXPECT_FALSE(R.Complete) << Declaration;
  }
}

TEST(Replay, ImpossibleLaunches) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(
      "define ptx_kernel void @k(i32 %n) {\nret void\n}\n", Error, Context);
  ASSERT_TRUE(M);
  const llvm::Function &Kernel = *M->getFunction("k");
  ReplayInput Input;
  EXPECT_EQ(replay(Kernel, Input).Reason, "kernel or its arguments");
  Input.Arguments.push_back(ReplayArgument::scalar(1));
  EXPECT_TRUE(replay(Kernel, Input).Complete);
  Input.Block.X = 1025;
  EXPECT_FALSE(replay(Kernel, Input).Complete);
  Input.Block.X = 0;
  EXPECT_FALSE(replay(Kernel, Input).Complete);
}

} // namespace
