// SPDX-License-Identifier: Apache-2.0

#include "core/KernelFacts.h"
#include <gtest/gtest.h>

namespace {

using namespace oxide;

LaunchDims dims(std::optional<uint32_t> X, std::optional<uint32_t> Y,
                std::optional<uint32_t> Z) {
  return {X, Y, Z};
}

LaunchFact launch(llvm::StringRef Text) {
  llvm::Expected<LaunchFact> F = parseLaunchFact(Text);
  EXPECT_TRUE(bool(F)) << Text.str();
  if (!F) {
    ADD_FAILURE() << llvm::toString(F.takeError());
    return {};
  }
  return *F;
}

std::string launchError(llvm::StringRef Text) {
  llvm::Expected<LaunchFact> F = parseLaunchFact(Text);
  return F ? "" : llvm::toString(F.takeError());
}

std::string assumptionError(llvm::StringRef Text) {
  llvm::Expected<Assumption> A = parseAssumption(Text);
  return A ? "" : llvm::toString(A.takeError());
}

TEST(LaunchFact, AllForms) {
  LaunchFact F = launch("name<<<(64,1,1),(32,2,4),1024>>>");
  EXPECT_EQ(F.Kernel, "name");
  EXPECT_EQ(F.Grid, dims(64, 1, 1));
  EXPECT_EQ(F.Block, dims(32, 2, 4));
  EXPECT_EQ(F.SharedBytes, 1024u);

  F = launch(" ns::kern<int, 4> <<< 64 , 0x100 >>> ");
  EXPECT_EQ(F.Kernel, "ns::kern<int, 4>");
  EXPECT_EQ(F.Grid, dims(64, 1, 1));
  EXPECT_EQ(F.Block, dims(256, 1, 1));
  EXPECT_EQ(F.SharedBytes, std::nullopt);

  F = launch("k<<<dim3(2, 3), (4, 5), 0>>>");
  EXPECT_EQ(F.Grid, dims(2, 3, 1));
  EXPECT_EQ(F.Block, dims(4, 5, 1));
  EXPECT_EQ(F.SharedBytes, 0u);

  F = launch("k<<<?,(?,8,1),?>>>");
  EXPECT_EQ(F.Grid, dims({}, {}, {}));
  EXPECT_EQ(F.Block, dims({}, 8, 1));
  EXPECT_EQ(F.SharedBytes, std::nullopt);

  F = launch("k<a<b>><<<(4294967295),(1)>>>");
  EXPECT_EQ(F.Kernel, "k<a<b>>");
  EXPECT_EQ(F.Grid, dims(4294967295u, 1, 1));
}

TEST(LaunchFact, MistakesAreOneLineWithAnExample) {
  for (const char *Text : {"",
                           "k",
                           "k<<<",
                           "k<<<>>>",
                           "k<<<1>>>",
                           "k<<<1,2",
                           "k<1,2>",
                           "<<<1,2>>>",
                           "k<<<1,2,3,4>>>",
                           "k<<<(1,2,3,4),1>>>",
                           "k<<<(1,2,3>>>",
                           "k<<<1,2)>>>",
                           "k<<<0,1>>>",
                           "k<<<1,(8,0)>>>",
                           "k<<<-1,1>>>",
                           "k<<<a,1>>>",
                           "k<<<1,1,x>>>",
                           "k<<<1.5,1>>>",
                           "k<<<4294967296,1>>>",
                           "k<<<,>>>",
                           "k<<<(),1>>>",
                           "k<<<1,2,>>>",
                           "k k<<<1,2>>>",
                           "4k<<<1,2>>>",
                           "k::<<<1,2>>>",
                           "k<int<<<1,2>>>",
                           "k(int)<<<1,2>>>",
                           "k<<<0x,1>>>",
                           "k<<<dim3,1>>>",
                           "k<<<1,2>>> x",
                           "k\n<<<a,1>>>",
                           "k<<<??,1>>>"}) {
    std::string Error = launchError(Text);
    EXPECT_FALSE(Error.empty()) << Text;
    EXPECT_EQ(Error.find('\n'), std::string::npos) << Error;
    EXPECT_NE(Error.find("; example: 'kernel<<<(64,1,1),(32,1,1),1024>>>'"),
              std::string::npos)
        << Error;
  }
}

TEST(LaunchFact, MistakesAreNamed) {
  auto Says = [](const char *Text, const char *Part) {
    EXPECT_NE(launchError(Text).find(Part), std::string::npos)
        << launchError(Text);
  };
  Says("k", "no '<<<' and '>>>' in 'k'");
  Says("<<<1,2>>>", "no kernel before '<<<'");
  Says("4k<<<1,2>>>", "'4k' is not the name of a kernel");
  Says("k<<<1>>>",
       "a grid, a block and perhaps a number of shared bytes, not 1 "
       "part in");
  Says("k<<<1,2,3,4>>>", "not 4 parts in");
  Says("k<<<(1,2,3,4),1>>>", "'(1,2,3,4)' has more than three dimensions");
  Says("k<<<0,1>>>", "a dimension is at least 1, not '0'");
  Says("k<<<n,1>>>", "'n' is neither a number nor '?'");
  Says("k<<<4294967296,1>>>", "'4294967296' is too large");
  Says("k<<<(1,1>>>", "brackets do not match");
  Says("k<<<(),1>>>", "a number is missing");
}

TEST(LaunchFact, WithoutAName) {
  llvm::Expected<LaunchFact> F = parseLaunchConfiguration("<<<64,256>>>");
  ASSERT_TRUE(bool(F));
  EXPECT_EQ(F->Grid, dims(64, 1, 1));
  llvm::Expected<LaunchFact> Bad = parseLaunchConfiguration("64,256");
  ASSERT_FALSE(bool(Bad));
  EXPECT_EQ(llvm::toString(Bad.takeError()),
            "no '<<<' and '>>>' in '64,256'; example: '<<<64,256>>>'");
}

TEST(KernelName, What) {
  for (const char *Name : {"k", "_k1", "ns::k", "::ns::k", "k<int>",
                           "ns<4>::k<a<b>, 'c'>", "(anonymous namespace)::k",
                           "k<unsigned int>", "k<(1>2)>", "k<decltype(f())>"})
    EXPECT_TRUE(isKernelName(Name)) << Name;
  for (const char *Name : {"", " ", "::", "k::", "::::k", "4", "k k", "k<",
                           "k>", "k<int", "k(int)", "k<int>x", "k?", "n == 4",
                           "(anonymous namespace)", "k<(>)", "~k"})
    EXPECT_FALSE(isKernelName(Name)) << Name;
}

TEST(KernelName, MeansAKernel) {
  auto Yes = [](const char *Name, const char *Kernel) {
    EXPECT_TRUE(meansKernel(Name, Kernel)) << Name << " / " << Kernel;
  };
  auto No = [](const char *Name, const char *Kernel) {
    EXPECT_FALSE(meansKernel(Name, Kernel)) << Name << " / " << Kernel;
  };
  Yes("k", "k");
  Yes("k", "ns::k");
  Yes("b::k", "a::b::k");
  Yes("::k", "k");
  Yes("k", "k<int>");
  Yes("k", "ns::k<a::b<int>, 4>");
  Yes("k<int>", "k<int, 4>");
  Yes("k<int,4>", "ns::k<int, 4>");
  Yes("k<float*>", "k<float *>");
  Yes("k<unsigned  int>", "k<unsigned int>");
  Yes("s::k", "s<int>::k");
  Yes("s<int>::k", "s<int, 3>::k<4>");
  Yes("k", "(anonymous namespace)::k");
  Yes("a::k", "a::(anonymous namespace)::k");
  Yes("(anonymous namespace)::k", "(anonymous namespace)::k");
  No("k", "k2");
  No("k", "kk");
  No("kk", "k");
  No("k2", "k");
  No("k", "k::inner");
  No("::k", "ns::k");
  No("a::k", "k");
  No("a::k", "b::k");
  No("k<int>", "k");
  No("k<in>", "k<int>");
  No("k<int>", "k<float>");
  No("k<4>", "k<int, 4>");
  No("k<int, 4>", "k<int>");
  No("k<unsigned int>", "k<unsignedint>");
}

TEST(Assumption, NameAndCondition) {
  llvm::Expected<Assumption> A =
      parseAssumption(" ns::k<int> : n == 1024 && m % 32 == 0 ");
  ASSERT_TRUE(bool(A));
  EXPECT_EQ(A->Kernel, "ns::k<int>");
  EXPECT_EQ(A->Text, "n == 1024 && m % 32 == 0");
  EXPECT_EQ(A->Expr.str(), "((n == 1024) && ((m % 32) == 0))");

  A = parseAssumption("n > 0");
  ASSERT_TRUE(bool(A));
  EXPECT_EQ(A->Kernel, "");
  EXPECT_EQ(A->Expr.str(), "(n > 0)");

  // The colon of a conditional names nobody.
  A = parseAssumption("f ? a : b");
  ASSERT_TRUE(bool(A));
  EXPECT_EQ(A->Kernel, "");
  A = parseAssumption("k: f ? a : b");
  ASSERT_TRUE(bool(A));
  EXPECT_EQ(A->Kernel, "k");
  EXPECT_EQ(A->Expr.str(), "(f ? a : b)");
}

TEST(Assumption, Mistakes) {
  for (const char *Text : {"", ":", ": n == 1", "k:", "k: n + 1", "4: n == 1",
                           "n == 1: k", "k:: n == 1", "a:b: n == 1"}) {
    std::string Error = assumptionError(Text);
    EXPECT_NE(Error.find("; example: '"), std::string::npos) << Text;
    EXPECT_EQ(Error.find('\n'), std::string::npos) << Text;
  }
  EXPECT_EQ(assumptionError("n == 1: k"),
            "'n == 1' is not the name of a kernel in 'n == 1: k'; example: "
            "'kernel: n == 1024 && m % 32 == 0'");
}

TEST(ProverOptions, Lockstep) {
  for (unsigned Width : {1, 2, 4, 8, 16, 32}) {
    llvm::Expected<unsigned> Parsed = parseLockstep(std::to_string(Width));
    ASSERT_TRUE(bool(Parsed));
    EXPECT_EQ(*Parsed, Width);
  }
  for (const char *Text : {"", "0", "3", "33", "64", "-1", "x", "32 ", "1.0"}) {
    llvm::Expected<unsigned> Parsed = parseLockstep(Text);
    ASSERT_FALSE(bool(Parsed)) << Text;
    EXPECT_EQ(llvm::toString(Parsed.takeError()),
              "the lanes that run in lock-step are 1, 2, 4, 8, 16 or 32, not " +
                  quotedFact(Text));
  }
}

TEST(ProverOptions, ApplyKnowsItsKeys) {
  ProverOptions O;
  auto Apply = [&](llvm::StringRef Key, std::optional<llvm::StringRef> Value) {
    llvm::Expected<bool> Applied = O.apply(Key, Value);
    return Applied ? std::string(*Applied ? "yes" : "no")
                   : llvm::toString(Applied.takeError());
  };
  EXPECT_EQ(Apply("launch", "k<<<1,2>>>"), "yes");
  EXPECT_EQ(Apply("launch", "k<<<3,4>>>"), "yes");
  EXPECT_EQ(Apply("assume", "k: n == 3"), "yes");
  EXPECT_EQ(Apply("lockstep", "16"), "yes");
  EXPECT_EQ(Apply("input-dependent", std::nullopt), "yes");
  EXPECT_EQ(Apply("no-prove", std::nullopt), "yes");
  EXPECT_EQ(Apply("remarks", std::nullopt), "yes");
  EXPECT_EQ(Apply("launches", std::nullopt), "no");
  EXPECT_EQ(O.Launches.size(), 2u);
  EXPECT_EQ(O.Assumptions.size(), 1u);
  EXPECT_EQ(O.Lockstep, 16u);
  EXPECT_TRUE(O.InputDependent);
  EXPECT_TRUE(O.Remarks);
  EXPECT_FALSE(O.Enabled);
  for (llvm::StringRef Key : {"input-dependent", "no-prove", "remarks"})
    EXPECT_EQ(Apply(Key, "1"), "it takes no value");
  for (llvm::StringRef Key : {"launch", "assume", "lockstep"}) {
    EXPECT_GT(Apply(Key, std::nullopt).size(), 10u);
    EXPECT_GT(Apply(Key, "").size(), 10u);
  }
}

TEST(ProverOptions, CommandLineAddsToTheConfiguration) {
  ProverOptions Config, Command;
  ASSERT_TRUE(bool(Config.apply("launch", "k<<<1,2>>>")));
  Config.Lockstep = 8;
  ASSERT_TRUE(bool(Command.apply("launch", "j<<<1,2>>>")));
  Command.StepLimit = 7;
  Command.Enabled = false;
  Config.add(Command);
  ASSERT_EQ(Config.Launches.size(), 2u);
  EXPECT_EQ(Config.Launches[1].Kernel, "j");
  EXPECT_EQ(Config.Lockstep, 8u);
  EXPECT_EQ(Config.StepLimit, 7u);
  EXPECT_FALSE(Config.Enabled);
  Command.Lockstep = 32;
  Config.add(Command);
  EXPECT_EQ(Config.Lockstep, 32u);
  Config.add(ProverOptions());
  EXPECT_EQ(Config.StepLimit, 7u);
  EXPECT_FALSE(Config.Enabled);
}

} // namespace
