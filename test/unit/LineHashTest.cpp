// SPDX-License-Identifier: Apache-2.0
//
// The expected values are those that the authors of the algorithm publish with
// it, and for text beyond ASCII those of test/report/Inputs/check_sarif.py.

#include "report/LineHash.h"
#include <gtest/gtest.h>

namespace {

using oxide::lineHashes;
using Hashes = std::vector<std::string>;

TEST(LineHash, EmptyFileIsOneLine) {
  EXPECT_EQ(lineHashes(""), Hashes{"c129715d7a2bc9a3:1"});
}

TEST(LineHash, SkipsBlanks) {
  EXPECT_EQ(lineHashes(" a\nb\n  \t\tc\n d"),
            (Hashes{"271789c17abda88f:1", "54703d4cd895b18:1",
                    "180aee12dab6264:1", "a23a3dc5e078b07b:1"}));
}

TEST(LineHash, LineEndsAreAlike) {
  Hashes Expected{"e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1",
                  "ce8ba1a563dcdaca:1", "e20e36e16fcb0cc8:1",
                  "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1",
                  "c129715d7a2bc9a3:1"};
  EXPECT_EQ(lineHashes(" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n"),
            Expected);
  EXPECT_EQ(lineHashes(" hello; \t\rworld!!!\r\r\r  \t\tGreetings\r End\r"),
            Expected);
  EXPECT_EQ(lineHashes(" hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n"
                       " End\r\n"),
            Expected);
  EXPECT_EQ(lineHashes(" hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n"),
            Expected);
}

TEST(LineHash, CountsEqualHashes) {
  std::string Text;
  for (int I = 0; I != 10; ++I)
    Text += "Lorem ipsum dolor sit amet.\n";
  EXPECT_EQ(
      lineHashes(Text),
      (Hashes{"a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2", "a7f2ff13bc495cf2:3",
              "a7f2ff13bc495cf2:4", "a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6",
              "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1", "55ec222b86bcae53:1",
              "cc97dc7b1d7d8f7b:1", "c129715d7a2bc9a3:1"}));
}

TEST(LineHash, CountsUtf16CodeUnits) {
  EXPECT_EQ(lineHashes("/* \xF0\x9F\x98\x80 \xC3\xA4 */ x\n"),
            (Hashes{"280183388f2fd228:1", "c129715d7a2bc9a3:1"}));
  EXPECT_EQ(lineHashes("\xEF\xBB\xBF"
                       "a\r b"),
            (Hashes{"763375ab6ee38983:1", "8ee5a81e681643c1:1"}));
}

TEST(LineHash, BrokenUtf8IsReplaced) {
  EXPECT_EQ(lineHashes("a\xFF"), lineHashes("a\xEF\xBF\xBD"));
  EXPECT_EQ(lineHashes("a\xC3"), lineHashes("a\xEF\xBF\xBD"));
}

} // namespace
