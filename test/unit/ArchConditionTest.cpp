// SPDX-License-Identifier: Apache-2.0

#include "clang/ArchCondition.h"
#include <gtest/gtest.h>

using namespace oxide;

namespace {

TEST(ArchCondition, Comparisons) {
  EXPECT_EQ(evaluateForArch("__CUDA_ARCH__ >= 900", 800), false);
  EXPECT_EQ(evaluateForArch("__CUDA_ARCH__ >= 900", 900), true);
  EXPECT_EQ(evaluateForArch("(__CUDA_ARCH__) != 900", 900), false);
  EXPECT_EQ(evaluateForArch("800<=__CUDA_ARCH__", 800), true);
  EXPECT_EQ(evaluateForArch("__CUDA_ARCH__ == 800u", 800), true);
  EXPECT_EQ(evaluateForArch("__CUDA_ARCH__", 800), true);
}

TEST(ArchCondition, Logic) {
  llvm::StringRef Range =
      "defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700 && __CUDA_ARCH__ < 900";
  EXPECT_EQ(evaluateForArch(Range, 800), true);
  EXPECT_EQ(evaluateForArch(Range, 900), false);
  EXPECT_EQ(evaluateForArch("!(__CUDA_ARCH__ < 900)", 800), false);
  EXPECT_EQ(evaluateForArch("!defined __CUDA_ARCH__ || 0", 800), false);
  EXPECT_EQ(evaluateForArch("__CUDA_ARCH__ >= 900 \\\n || 1", 800), true);
}

TEST(ArchCondition, UnknownNamesAreUnknownUnlessDecidedWithoutThem) {
  EXPECT_EQ(evaluateForArch("MINE && __CUDA_ARCH__ >= 800", 800), std::nullopt);
  EXPECT_EQ(evaluateForArch("MINE && __CUDA_ARCH__ >= 900", 800), false);
  EXPECT_EQ(evaluateForArch("MINE || __CUDA_ARCH__ >= 800", 800), true);
  EXPECT_EQ(evaluateForArch("defined(MINE)", 800), std::nullopt);
}

TEST(ArchCondition, WhatIsNotUnderstoodIsUnknown) {
  for (llvm::StringRef Text : {"", "(", "__CUDA_ARCH__ / 10 >= 90", "1 +", ")",
                               "__CUDA_ARCH__ >=", "0x", "defined(", "a b",
                               "f(1)", "\"x\"", "1 ? 2 : 3"})
    EXPECT_EQ(evaluateForArch(Text, 800), std::nullopt) << Text.str();
}

TEST(ArchCondition, DeepNestingEnds) {
  EXPECT_EQ(evaluateForArch(std::string(1'000'000, '('), 800), std::nullopt);
  EXPECT_EQ(evaluateForArch(std::string(1'000'000, '!') + "1", 800),
            std::nullopt);
}

TEST(ArchCondition, Mentions) {
  EXPECT_TRUE(mentionsArch("__CUDA_ARCH__ > 1"));
  EXPECT_TRUE(mentionsArch("defined(__CUDA_ARCH_FEAT_SM90_ALL)"));
  EXPECT_FALSE(mentionsArch("CUDA_VERSION > 1"));
}

} // namespace
