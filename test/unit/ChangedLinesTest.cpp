// SPDX-License-Identifier: Apache-2.0

#include "report/ChangedLines.h"
#include <gtest/gtest.h>

namespace {

using namespace oxide;

ResolvedFinding at(llvm::StringRef File, unsigned Line) {
  ResolvedFinding F;
  F.At = {File.str(), Line, 1};
  return F;
}

ChangedLines parse(llvm::StringRef Diff) {
  llvm::Expected<ChangedLines> Lines =
      ChangedLines::parse(Diff, "/project", "a.diff");
  EXPECT_TRUE(static_cast<bool>(Lines));
  if (!Lines) {
    ADD_FAILURE() << llvm::toString(Lines.takeError());
    return {};
  }
  return std::move(*Lines);
}

std::string problem(llvm::StringRef Diff) {
  llvm::Expected<ChangedLines> Lines =
      ChangedLines::parse(Diff, "/project", "a.diff");
  return Lines ? "none" : llvm::toString(Lines.takeError());
}

/// The lines of \p File up to 30 that \p Lines has.
std::vector<unsigned> linesOf(const ChangedLines &Lines, llvm::StringRef File) {
  std::vector<unsigned> Result;
  for (unsigned L = 1; L != 30; ++L)
    if (Lines.concerns(at(File, L)))
      Result.push_back(L);
  return Result;
}

using Numbers = std::vector<unsigned>;

TEST(ChangedLines, WithoutContext) {
  ChangedLines Lines = parse("diff --git a/k.cu b/k.cu\n"
                             "index 1..2 100644\n"
                             "--- a/k.cu\n"
                             "+++ b/k.cu\n"
                             "@@ -3 +3,2 @@ __global__ void k()\n"
                             "-old\n"
                             "+new\n"
                             "+more\n"
                             "@@ -9,0 +11 @@\n"
                             "+added\n");
  // The line before a deleted one counts too.
  EXPECT_EQ(linesOf(Lines, "/project/k.cu"), (Numbers{2, 3, 4, 11}));
  EXPECT_EQ(linesOf(Lines, "/project/other.cu"), Numbers{});
}

TEST(ChangedLines, WithContextAndWithoutPrefix) {
  ChangedLines Lines = parse("--- k.cu\t2026-01-01\n"
                             "+++ k.cu\t2026-01-02\n"
                             "@@ -1,3 +1,4 @@\n"
                             " one\n"
                             "+two\n"
                             "\n"
                             " four\n"
                             "\\ No newline at end of file\n");
  EXPECT_EQ(linesOf(Lines, "/project/k.cu"), Numbers{2});
}

TEST(ChangedLines, DeletedLines) {
  ChangedLines Lines = parse("--- a/k.cu\n+++ b/k.cu\n"
                             "@@ -5,2 +4,0 @@\n-  __syncthreads();\n-\n");
  EXPECT_EQ(linesOf(Lines, "/project/k.cu"), (Numbers{4, 5}));
}

TEST(ChangedLines, LinesThatLookLikeHeads) {
  ChangedLines Lines = parse("--- a/k.cu\n+++ b/k.cu\n"
                             "@@ -5 +5 @@\n--- b;\n+++ a;\n"
                             "@@ -9,0 +10 @@\n+x\n");
  EXPECT_EQ(linesOf(Lines, "/project/k.cu"), (Numbers{4, 5, 10}));
}

TEST(ChangedLines, NewAndRemovedFiles) {
  ChangedLines Lines =
      parse("--- /dev/null\n+++ b/new.cu\n@@ -0,0 +1 @@\n+a\n"
            "--- a/old.cu\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n");
  EXPECT_EQ(linesOf(Lines, "/project/new.cu"), Numbers{1});
  EXPECT_EQ(linesOf(Lines, "/project/old.cu"), Numbers{});
}

TEST(ChangedLines, QuotedNames) {
  ChangedLines Lines = parse("--- \"a/\\303\\244 \\\"b\\\".cu\"\n"
                             "+++ \"b/\\303\\244 \\\"b\\\".cu\"\n"
                             "@@ -1 +1 @@\n-a\n+b\n");
  EXPECT_EQ(linesOf(Lines, "/project/\303\244 \"b\".cu"), Numbers{1});
}

TEST(ChangedLines, NotesAndConflictsOfTheFunction) {
  ChangedLines Lines = parse("--- a/k.cu\n+++ b/k.cu\n@@ -20,0 +21 @@\n+x\n");
  ResolvedFinding F = at("/project/k.cu", 5);
  EXPECT_FALSE(Lines.concerns(F));
  F.Notes.push_back({{"/project/k.cu", 21, 1}, "", {}});
  EXPECT_TRUE(Lines.concerns(F));
  F.Notes.clear();
  F.FunctionBegin = 3;
  F.FunctionEnd = 25;
  EXPECT_FALSE(Lines.concerns(F));
  F.Witness.emplace();
  EXPECT_TRUE(Lines.concerns(F));
  F.FunctionEnd = 20;
  EXPECT_FALSE(Lines.concerns(F));
}

TEST(ChangedLines, WholeFiles) {
  ChangedLines Lines = parse("");
  EXPECT_FALSE(Lines.concerns(at("/project/k.cu", 1)));
  Lines.addFile("/project/k.cu");
  EXPECT_TRUE(Lines.concerns(at("/project/k.cu", 4000)));
}

TEST(ChangedLines, BadInput) {
  EXPECT_EQ(problem("hello\n"), "'a.diff', line 1: not a unified diff");
  EXPECT_EQ(problem("@@ -1 +1 @@\n-a\n+b\n"),
            "'a.diff', line 1: not the head of a part of a unified diff");
  EXPECT_EQ(problem("--- a/k\n+++ b/k\n@@ -x +1 @@\n"),
            "'a.diff', line 3: not the head of a part of a unified diff");
  EXPECT_EQ(problem("--- a/k\n+++ b/k\n@@@ -1 -1 +1 @@@\n"),
            "'a.diff', line 3: not the head of a part of a unified diff");
  EXPECT_EQ(problem("--- a/k\n+++ b/k\n@@ -1 +1 @@\n-a\n"),
            "'a.diff', line 4: the diff ends in the middle of a part");
  EXPECT_EQ(problem("--- a/k\n+++ b/k\n@@ -1 +1 @@\n-a\n@@ -9 +9 @@\n"),
            "'a.diff', line 5: the part of the diff before it is cut off");
}

} // namespace
