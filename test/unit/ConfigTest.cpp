// SPDX-License-Identifier: Apache-2.0

#include "core/Config.h"
#include "core/TierMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>

using namespace oxide;

namespace {

std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<Config> C = parseConfig(Text, "/p/.oxide.json");
  return C ? "" : llvm::toString(C.takeError());
}

Config parsed(llvm::StringRef Text) {
  llvm::Expected<Config> C = parseConfig(Text, "/p/.oxide.json");
  EXPECT_TRUE(bool(C));
  return C ? *C : Config();
}

TEST(Config, ReadsEveryKey) {
  Config C = parsed(R"({ "$schema": "x", "mode": "enforce",
                         "paths": { "a/": "off", "a/b": "audit" },
                         "checkers": ["-oxide-x", "oxide-y"] })");
  EXPECT_EQ(C.DefaultMode, Mode::Enforce);
  ASSERT_EQ(C.Paths.size(), 2u);
  EXPECT_EQ(C.Paths[0].Prefix, "a/");
  EXPECT_EQ(C.Paths[0].M, Mode::Off);
  EXPECT_EQ(C.Paths[1].M, Mode::Audit);
  EXPECT_EQ(C.Checkers, (std::vector<std::string>{"-oxide-x", "oxide-y"}));
  EXPECT_EQ(C.Folder, "/p");
}

TEST(Config, EmptyObjectIsNoRule) {
  Config C = parsed("{}");
  EXPECT_FALSE(C.DefaultMode);
  EXPECT_TRUE(C.Paths.empty());
}

TEST(Config, ErrorsHaveLineAndColumn) {
  EXPECT_EQ(errorOf("{\n  \"mod\": \"off\" }"),
            "/p/.oxide.json:2:3: unknown key 'mod'");
  EXPECT_EQ(errorOf("{ \"mode\": \"hard\" }"),
            "/p/.oxide.json:1:11: expected \"off\", \"audit\" or \"enforce\"");
  EXPECT_EQ(errorOf(""), "/p/.oxide.json:1:1: expected a JSON object");
  EXPECT_EQ(errorOf("[]"), "/p/.oxide.json:1:1: expected a JSON object");
  EXPECT_EQ(errorOf("\"mode\""), "/p/.oxide.json:1:1: expected a JSON object");
}

TEST(Config, BrokenSyntaxIsAnErrorNotACrash) {
  for (llvm::StringRef Text :
       {"{", "{ \"mode\"", "{ \"mode\": ", "{ \"mode\": \"off\", ",
        "{ \"paths\": [ }", "{ \"paths\": { \"a\": } }", "{ \"checkers\": 3 }",
        "{ \"checkers\": [ [ \"a\" ] ] }", "{ \"mode\": { } }", "{ } }",
        "{ \"mode\": \"off\" } trailing", "{ \"a\": \x01 }"})
    EXPECT_TRUE(llvm::StringRef(errorOf(Text)).starts_with("/p/.oxide.json:"))
        << Text.str();
}

TEST(Config, FactsAboutKernels) {
  Config C = parsed(R"({ "lockstep": 32, "kernels": {
      "scan<int>": { "launch": "<<<64,256>>>", "assume": "n % 256 == 0" },
      "ns::add": { "launch": ["<<<(1,2),(4,4,4),96>>>", "<<<?,32>>>"],
                   "assume": ["n > 0", "m == n"] },
      "none": {} } })");
  EXPECT_EQ(C.Prover.Lockstep, 32u);
  ASSERT_EQ(C.Prover.Launches.size(), 3u);
  EXPECT_EQ(C.Prover.Launches[0].Kernel, "ns::add");
  EXPECT_EQ(C.Prover.Launches[0].Grid, (LaunchDims{1, 2, 1}));
  EXPECT_EQ(C.Prover.Launches[0].SharedBytes, 96u);
  EXPECT_EQ(C.Prover.Launches[1].Block, (LaunchDims{32, 1, 1}));
  EXPECT_EQ(C.Prover.Launches[1].Grid, LaunchDims());
  EXPECT_EQ(C.Prover.Launches[2].Kernel, "scan<int>");
  ASSERT_EQ(C.Prover.Assumptions.size(), 3u);
  EXPECT_EQ(C.Prover.Assumptions[0].Kernel, "ns::add");
  EXPECT_EQ(C.Prover.Assumptions[0].Text, "n > 0");
  EXPECT_EQ(C.Prover.Assumptions[1].Expr.str(), "(m == n)");
  EXPECT_EQ(C.Prover.Assumptions[2].Text, "n % 256 == 0");
  EXPECT_TRUE(C.Prover.Enabled);
  EXPECT_EQ(parsed("{}").Prover.Lockstep, 0u);
}

TEST(Config, WrongFactsHaveLineAndColumn) {
  std::pair<const char *, const char *> All[] = {
      {"{\n \"kernels\": { \"k\": { \"launch\": \"64,256\" } } }",
       "2:32: no '<<<' and '>>>' in '64,256'; example: '<<<64,256>>>'"},
      {"{\n \"kernels\": { \"k\": { \"launch\": [\"<<<1,1>>>\",\n"
       "\"<<<1,0>>>\"] } } }",
       "3:1: a dimension is at least 1, not '0' in"},
      {"{ \"kernels\": { \"k\": { \"assume\": [\"n = 4\"] } } }",
       "1:34: '=' changes a value, '==' compares in 'n = 4'; example:"},
      {"{ \"kernels\": { \"k\": { \"launches\": \"<<<1,1>>>\" } } }",
       "1:23: unknown key 'launches'"},
      {"{ \"kernels\": { \"k k\": { } } }",
       "'k k' is not the name of a kernel"},
      {"{ \"kernels\": { \"\": { } } }", "'' is not the name of a kernel"},
      {"{ \"lockstep\": 33 }", "1:15: the lanes that run in lock-step are"},
      {"{ \"lockstep\": \"x\" }", "1:15: the lanes that run in lock-step are"},
      {"{ \"lockstep\": [32] }", "1:16: "},
      {"{ \"kernels\": [] }", "1:15: "},
      {"{ \"kernels\": { \"k\": [] } }", "1:22: "},
      {"{ \"kernels\": { \"k\": \"<<<1,1>>>\" } }", "1:21: "},
      {"{ \"kernels\": { \"k\": { \"launch\": { \"a\": 1 } } } }", "1:35: "},
      {"{ \"kernels\": { \"k\": { \"launch\": [[\"<<<1,1>>>\"]] } } }",
       "1:35: "},
      {"{ \"kernels\": { \"k\": { \"launch\": null } } }", "1:33: "},
      {"{ \"kernels\": { \"k\": { \"assume\": 4 } } }",
       "a number is no condition"},
      {"{ \"kernels\": { \"k\": {}, \"k\": {} } }", "1:"}};
  for (auto [Text, Part] : All) {
    std::string Error = errorOf(Text);
    EXPECT_TRUE(llvm::StringRef(Error).starts_with("/p/.oxide.json:")) << Text;
    EXPECT_NE(Error.find(Part), std::string::npos) << Text << " -> " << Error;
    EXPECT_EQ(Error.find('\n'), std::string::npos) << Error;
  }
}

TEST(Config, NearestFileAboveTheSource) {
  auto FS = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  FS->addFile("/p/.oxide.json", 0,
              llvm::MemoryBuffer::getMemBuffer("{ \"mode\": \"off\" }"));
  FS->addFile("/p/src/.oxide.json", 0,
              llvm::MemoryBuffer::getMemBuffer("{ \"mode\": \"enforce\" }"));
  llvm::Expected<Config> Near = findConfig("/p/src/k/a.cu", *FS);
  ASSERT_TRUE(bool(Near));
  EXPECT_EQ(Near->DefaultMode, Mode::Enforce);
  llvm::Expected<Config> Above = findConfig("/p/lib/../lib/a.cu", *FS);
  ASSERT_TRUE(bool(Above));
  EXPECT_EQ(Above->DefaultMode, Mode::Off);
  llvm::Expected<Config> None = findConfig("/q/a.cu", *FS);
  ASSERT_TRUE(bool(None));
  EXPECT_TRUE(None->File.empty());
}

TEST(TierMap, LongestPrefixOfWholeComponents) {
  TierMap Map(parsed(R"({ "mode": "audit", "paths": { "src": "enforce",
      "src/old/": "off", "./lib/": "enforce", "exact.cu": "off" } })"));
  EXPECT_EQ(Map.modeOfPath("/p/src/a.cu"), Mode::Enforce);
  EXPECT_EQ(Map.modeOfPath("/p/src/old/a.cu"), Mode::Off);
  EXPECT_EQ(Map.modeOfPath("/p/src2/a.cu"), Mode::Audit);
  EXPECT_EQ(Map.modeOfPath("/p/lib/a.cu"), Mode::Enforce);
  EXPECT_EQ(Map.modeOfPath("/p/exact.cu"), Mode::Off);
  EXPECT_EQ(Map.modeOfPath("/pp/src/a.cu"), Mode::Audit);
  EXPECT_EQ(Map.modeOfPath("/other/src/a.cu"), Mode::Audit);
}

TEST(TierMap, CommandLineBeatsModeButNotPaths) {
  TierMap Map(parsed(R"({ "mode": "off", "paths": { "old/": "off" } })"),
              Mode::Enforce);
  EXPECT_EQ(Map.modeOfPath("/p/a.cu"), Mode::Enforce);
  EXPECT_EQ(Map.modeOfPath("/p/old/a.cu"), Mode::Off);
}

TEST(TierMap, AuditWithoutConfiguration) {
  EXPECT_EQ(TierMap(Config()).modeOfPath("/p/a.cu"), Mode::Audit);
}

} // namespace
