// SPDX-License-Identifier: Apache-2.0

#include "report/Paths.h"
#include <gtest/gtest.h>

namespace {

using namespace oxide;

TEST(Paths, RelativeWhereBelow) {
  EXPECT_EQ(relativePath("/p/src/a.cu", "/p"), "src/a.cu");
  EXPECT_EQ(relativePath("/p/src/a.cu", "/p/"), "src/a.cu");
  EXPECT_EQ(relativePath("/p/a.cu", "/"), "p/a.cu");
  EXPECT_EQ(relativePath("/project/a.cu", "/p"), "/project/a.cu");
  EXPECT_EQ(relativePath("/p", "/p"), "/p");
  EXPECT_EQ(relativePath("/other/a.cu", "/p"), "/other/a.cu");
  EXPECT_EQ(relativePath("<command line>", "/p"), "<command line>");
}

TEST(Paths, UriEscapesWhatIsNotUnreserved) {
  EXPECT_EQ(fileUri("src/a-b_c.d~e/x.cu"), "src/a-b_c.d~e/x.cu");
  EXPECT_EQ(fileUri("gr\xC3\xB6\xC3\x9F"
                    "e 1.cu"),
            "gr%C3%B6%C3%9Fe%201.cu");
  EXPECT_EQ(fileUri("a#b?c%d.cu"), "a%23b%3Fc%25d.cu");
  EXPECT_EQ(fileUri("a:b/c.cu"), "a%3Ab/c.cu");
  EXPECT_EQ(fileUri("[x]\"\\<y>.cu"), "%5Bx%5D%22%5C%3Cy%3E.cu");
}

TEST(Paths, AbsoluteUriHasAScheme) {
  EXPECT_EQ(fileUri("/p q/"), "file:///p%20q/");
}

} // namespace
