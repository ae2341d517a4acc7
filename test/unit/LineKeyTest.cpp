// SPDX-License-Identifier: Apache-2.0

#include "core/LineKey.h"
#include <gtest/gtest.h>

namespace {

using namespace oxide;

std::string key(llvm::StringRef Line,
                std::initializer_list<llvm::StringRef> Locals = {}) {
  llvm::StringSet<> Set;
  for (llvm::StringRef L : Locals)
    Set.insert(L);
  return lineKey(Line, Set);
}

TEST(LineKey, WhiteSpaceAndCommentsDoNotCount) {
  EXPECT_EQ(key("  a [ i ]\t= 1 ;  // why"), "a[i]=1;");
  EXPECT_EQ(key("a[i]/* here */=1;"), "a[i]=1;");
  EXPECT_EQ(key(""), "");
  EXPECT_EQ(key("   "), "");
}

TEST(LineKey, WordsStayApart) {
  EXPECT_EQ(key("return  x;"), "return x;");
  EXPECT_NE(key("int ab;"), key("inta b;"));
}

TEST(LineKey, LocalsAreNumbered) {
  EXPECT_EQ(key("out[i] = in[i + n];", {"i", "n"}), "out[$1]=in[$1+$2];");
  EXPECT_EQ(key("out[k] = in[k + m];", {"k", "m"}), "out[$1]=in[$1+$2];");
  // Two that change their places are another line.
  EXPECT_NE(key("a[i][j] = a[j][i];", {"i", "j"}),
            key("a[i][j] = a[i][j];", {"i", "j"}));
}

TEST(LineKey, MembersAreNoLocals) {
  EXPECT_EQ(key("x = p->x + q.x + N::x;", {"x"}), "$1=p->x+q.x+N::x;");
}

TEST(LineKey, HalfATokenIsNoTrouble) {
  EXPECT_EQ(key("s = \"not closed"), "s=\"not closed");
  EXPECT_EQ(key("#define F(x) \\"), "#define F(x)\\");
  EXPECT_EQ(key("/* open"), "");
}

} // namespace
