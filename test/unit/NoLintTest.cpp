// SPDX-License-Identifier: Apache-2.0

#include "core/NoLint.h"
#include <gtest/gtest.h>

using namespace oxide;

namespace {

TEST(NoLint, SameLine) {
  NoLintFile F("a; // NOLINT(oxide-x)\nb; // NOLINT\nc;\n");
  EXPECT_TRUE(F.suppresses(1, "oxide-x"));
  EXPECT_FALSE(F.suppresses(1, "oxide-y"));
  EXPECT_TRUE(F.suppresses(2, "oxide-y"));
  EXPECT_FALSE(F.suppresses(3, "oxide-x"));
}

TEST(NoLint, NextLine) {
  NoLintFile F("// NOLINTNEXTLINE(oxide-x, oxide-z*)\na;\nb;\n");
  EXPECT_FALSE(F.suppresses(1, "oxide-x"));
  EXPECT_TRUE(F.suppresses(2, "oxide-x"));
  EXPECT_TRUE(F.suppresses(2, "oxide-zone"));
  EXPECT_FALSE(F.suppresses(3, "oxide-x"));
}

TEST(NoLint, Block) {
  NoLintFile F("// NOLINTBEGIN(oxide-x)\na;\n// NOLINTEND(oxide-x)\nb;\n");
  EXPECT_TRUE(F.suppresses(2, "oxide-x"));
  EXPECT_FALSE(F.suppresses(4, "oxide-x"));
  ASSERT_EQ(F.directives().size(), 1u);
  EXPECT_TRUE(F.directives()[0].Used);
  EXPECT_FALSE(F.directives()[0].Unmatched);
}

TEST(NoLint, NestedBlocks) {
  NoLintFile F("// NOLINTBEGIN(oxide-x)\n// NOLINTBEGIN(oxide-y)\na;\n"
               "// NOLINTEND(oxide-y)\nb;\n// NOLINTEND(oxide-x)\n");
  EXPECT_TRUE(F.suppresses(3, "oxide-y"));
  EXPECT_FALSE(F.suppresses(5, "oxide-y"));
  EXPECT_TRUE(F.suppresses(5, "oxide-x"));
}

TEST(NoLint, UnmatchedBlocksSuppressNothing) {
  NoLintFile Open("// NOLINTBEGIN(oxide-x)\na;\n");
  EXPECT_FALSE(Open.suppresses(2, "oxide-x"));
  ASSERT_EQ(Open.directives().size(), 1u);
  EXPECT_TRUE(Open.directives()[0].Unmatched);
  NoLintFile Differ("// NOLINTBEGIN(oxide-x)\na;\n// NOLINTEND(oxide-y)\n");
  EXPECT_FALSE(Differ.suppresses(2, "oxide-x"));
  EXPECT_EQ(Differ.directives().size(), 2u);
}

TEST(NoLint, WhatIsNotADirective) {
  EXPECT_TRUE(NoLintFile("MY_NOLINT(oxide-x) NOLINTED").directives().empty());
  // A space before the list makes it a bare NOLINT, as in clang-tidy.
  NoLintFile Space("a; // NOLINT (oxide-x)\n");
  EXPECT_TRUE(Space.suppresses(1, "oxide-y"));
  NoLintFile Empty("a; // NOLINT()\n");
  EXPECT_FALSE(Empty.suppresses(1, "oxide-x"));
  NoLintFile Negative("a; // NOLINT(-oxide-x)\n");
  EXPECT_FALSE(Negative.suppresses(1, "oxide-x"));
  EXPECT_TRUE(NoLintFile("a; // NOLINT(oxide-x\n").directives().empty());
  EXPECT_TRUE(NoLintFile("").directives().empty());
}

TEST(NoLint, CarriageReturns) {
  NoLintFile F("a;\r\nb; // NOLINT(oxide-x)\r\n");
  EXPECT_TRUE(F.suppresses(2, "oxide-x"));
}

} // namespace
