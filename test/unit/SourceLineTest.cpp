// SPDX-License-Identifier: Apache-2.0

#include "report/SourceLine.h"
#include <gtest/gtest.h>

namespace {

using namespace oxide;

std::string marks(llvm::StringRef Line, unsigned Caret,
                  std::vector<std::pair<unsigned, unsigned>> Underlines = {}) {
  return SourceLine(Line).marks({Line.str(), Caret, std::move(Underlines)});
}

TEST(SourceLine, MarksCaretAndRange) {
  EXPECT_EQ(marks("  *p = 1;", 3), "  ^");
  EXPECT_EQ(marks("  *p = 1;", 3, {{3, 5}}), "  ^~");
  EXPECT_EQ(marks("  *p = 1;", 6, {{3, 5}, {8, 9}}), "  ~~ ^ ~");
  EXPECT_EQ(marks("x", 2), " ^");
  EXPECT_EQ(marks("x", 99), " ^");
  EXPECT_EQ(marks("", 1), "^");
}

TEST(SourceLine, ExpandsTabs) {
  EXPECT_EQ(SourceLine("\tx\ty").text(), "        x       y");
  EXPECT_EQ(marks("\tx\ty", 4), "                ^");
  EXPECT_EQ(SourceLine("1234567\t8").text(), "1234567 8");
}

TEST(SourceLine, CountsDisplayColumns) {
  EXPECT_EQ(marks("\xC3\xA4x", 3), " ^");      // one column
  EXPECT_EQ(marks("\xE6\xBC\xA2x", 4), "  ^"); // two columns
  EXPECT_EQ(marks("\xE6\xBC\xA2x", 1, {{1, 4}}), "^~");
}

TEST(SourceLine, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(SourceLine("a\x1B[31mb").text(), "a<1B>[31mb");
  EXPECT_EQ(SourceLine("a\xFF"
                       "b")
                .text(),
            "a<FF>b");
  EXPECT_EQ(marks("\xFFx", 2), "    ^");
  EXPECT_EQ(SourceLine("a\xC3").text(), "a<C3>");
}

TEST(SourceLine, CodePointColumns) {
  EXPECT_EQ(codePointColumn("abc", 1), 1u);
  EXPECT_EQ(codePointColumn("abc", 4), 4u);
  EXPECT_EQ(codePointColumn("abc", 6), 6u);
  EXPECT_EQ(codePointColumn("\xC3\xA4\xF0\x9F\x98\x80x", 7), 3u);
  EXPECT_EQ(codePointColumn("\xFF\xFEx", 3), 3u);
  EXPECT_EQ(codePointColumn("abc", 0), 0u);
}

} // namespace
