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
