// SPDX-License-Identifier: Apache-2.0

#include "core/KernelFacts.h"
#include <gtest/gtest.h>

namespace {

using namespace oxide;

/// The tree with all its parentheses.
std::string tree(llvm::StringRef Text) {
  llvm::Expected<FactExpr> E = parseFactExpr(Text);
  return E ? E->str() : "error: " + llvm::toString(E.takeError());
}

std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<FactExpr> E = parseFactExpr(Text);
  return E ? "" : llvm::toString(E.takeError());
}

#define EXPECT_ERROR(Text, Part)                                               \
  EXPECT_NE(errorOf(Text).find(Part), std::string::npos)                       \
      << (Text) << " -> " << errorOf(Text)

TEST(FactExpr, EveryBinaryOperator) {
  using Op = FactExpr::Op;
  std::pair<const char *, Op> All[] = {
      {"*", Op::Mul},    {"/", Op::Div},  {"%", Op::Rem},  {"+", Op::Add},
      {"-", Op::Sub},    {"<<", Op::Shl}, {">>", Op::Shr}, {"&", Op::BitAnd},
      {"^", Op::BitXor}, {"|", Op::BitOr}};
  for (auto [Spelling, Kind] : All) {
    llvm::Expected<FactExpr> E =
        parseFactExpr(std::string("(a ") + Spelling + " b) == 3");
    ASSERT_TRUE(bool(E)) << Spelling << llvm::toString(E.takeError());
    EXPECT_EQ(E->Kind, Op::Eq);
    ASSERT_EQ(E->Operands.size(), 2u);
    EXPECT_EQ(E->Operands[0].Kind, Kind) << Spelling;
    EXPECT_EQ(E->Operands[0].Operands[0].Name, "a");
    EXPECT_EQ(E->Operands[0].Operands[1].Name, "b");
    EXPECT_EQ(E->Operands[1].Value, 3u);
  }
  std::pair<const char *, Op> Conditions[] = {
      {"<", Op::Lt},  {">", Op::Gt},  {"<=", Op::Le},  {">=", Op::Ge},
      {"==", Op::Eq}, {"!=", Op::Ne}, {"&&", Op::And}, {"||", Op::Or}};
  for (auto [Spelling, Kind] : Conditions) {
    llvm::Expected<FactExpr> E =
        parseFactExpr(std::string("a") + Spelling + "b");
    ASSERT_TRUE(bool(E)) << Spelling << llvm::toString(E.takeError());
    EXPECT_EQ(E->Kind, Kind) << Spelling;
  }
}

TEST(FactExpr, UnaryOperatorsAndConditional) {
  EXPECT_EQ(tree("!a"), "!a");
  EXPECT_EQ(tree("!!a"), "!(!a)");
  EXPECT_EQ(tree("-a == ~b"), "(-a == ~b)");
  EXPECT_EQ(tree("+a == - - 1"), "(a == -(-1))");
  EXPECT_EQ(tree("-a * b == -(a * b)"), "((-a * b) == -(a * b))");
  EXPECT_EQ(tree("a ? b : c"), "(a ? b : c)");
  EXPECT_EQ(tree("a ? b : c ? d : e"), "(a ? b : (c ? d : e))");
  EXPECT_EQ(tree("a ? b ? c : d : e"), "(a ? (b ? c : d) : e)");
  EXPECT_EQ(tree("a || b ? c && d : e"), "((a || b) ? (c && d) : e)");
  EXPECT_EQ(tree("n == (a ? 1 : 2)"), "(n == (a ? 1 : 2))");
}

TEST(FactExpr, PrecedenceOfC) {
  // Each operator beside its looser neighbour, on both sides.
  EXPECT_EQ(tree("a + b * c == 0"), "((a + (b * c)) == 0)");
  EXPECT_EQ(tree("a * b + c == 0"), "(((a * b) + c) == 0)");
  EXPECT_EQ(tree("a << b + c == 0"), "((a << (b + c)) == 0)");
  EXPECT_EQ(tree("a + b << c == 0"), "(((a + b) << c) == 0)");
  EXPECT_EQ(tree("a < b << c"), "(a < (b << c))");
  EXPECT_EQ(tree("a >> b >= c"), "((a >> b) >= c)");
  EXPECT_EQ(tree("a == b < c"), "(a == (b < c))");
  EXPECT_EQ(tree("a < b != c"), "((a < b) != c)");
  EXPECT_EQ(tree("a & b == c"), "(a & (b == c))");
  EXPECT_EQ(tree("a == b & c"), "((a == b) & c)");
  EXPECT_EQ(tree("(a ^ b & c) == 0"), "((a ^ (b & c)) == 0)");
  EXPECT_EQ(tree("(a & b ^ c) == 0"), "(((a & b) ^ c) == 0)");
  EXPECT_EQ(tree("(a | b ^ c) == 0"), "((a | (b ^ c)) == 0)");
  EXPECT_EQ(tree("(a ^ b | c) == 0"), "(((a ^ b) | c) == 0)");
  EXPECT_EQ(tree("a && b | c"), "(a && (b | c))");
  EXPECT_EQ(tree("a | b && c"), "((a | b) && c)");
  EXPECT_EQ(tree("a || b && c"), "(a || (b && c))");
  EXPECT_EQ(tree("a && b || c"), "((a && b) || c)");
}

TEST(FactExpr, LeftToRight) {
  EXPECT_EQ(tree("a - b - c == 0"), "(((a - b) - c) == 0)");
  EXPECT_EQ(tree("a / b % c * d == 0"), "((((a / b) % c) * d) == 0)");
  EXPECT_EQ(tree("a << b >> c == 0"), "(((a << b) >> c) == 0)");
  EXPECT_EQ(tree("a && b && c"), "((a && b) && c)");
  EXPECT_EQ(tree("a - (b - c) == 0"), "((a - (b - c)) == 0)");
}

TEST(FactExpr, NumbersAndNames) {
  EXPECT_EQ(tree("n==0x1F"), "(n == 31)");
  EXPECT_EQ(tree("n == 0XffffFFFFffffFFFF"), "(n == 18446744073709551615)");
  EXPECT_EQ(tree("n == 18446744073709551615ull"),
            "(n == 18446744073709551615)");
  EXPECT_EQ(tree("n == 7u && m == 7L && k == 0"),
            "(((n == 7) && (m == 7)) && (k == 0))");
  EXPECT_EQ(tree("blockDim.x == 32 && gridDim.z < n_1"),
            "((blockDim.x == 32) && (gridDim.z < n_1))");
  EXPECT_EQ(tree("flag == true && other == false"),
            "((flag == 1) && (other == 0))");
  EXPECT_EQ(tree("n\t==\n4"), "(n == 4)");
}

TEST(FactExpr, MistakesAreOneLineWithAnExample) {
  for (const char *Text : {"",          "n ==",         "== 4",
                           "n == (4",   "n == 4)",      "(",
                           ")",         "n m",          "n == 4 5",
                           "a ? b",     "a ? : c",      "a : b",
                           "n == 3x",   "n = 4",        "n += 4",
                           "++n > 1",   "n-- > 1",      "p->n == 1",
                           "a[1] == 2", "f(n) == 2",    "n == 4;",
                           "n == 1.5",  "n == 'a'",     "n == \"a\"",
                           "n @ 4",     "n \xC3\xA4 4", "n ==\n",
                           "&& a",      "a &&",         "a && && b",
                           "!",         "n == 1uuuu",   "0x",
                           "n == 0x",   "a, b",         "n::m == 1",
                           "n == 1e3",  "\xff",         "$n == 1",
                           "n === 4",   "n <=> 4"}) {
    std::string Error = errorOf(Text);
    EXPECT_FALSE(Error.empty()) << Text;
    EXPECT_EQ(Error.find('\n'), std::string::npos) << Error;
    EXPECT_NE(Error.find("; example: 'n == 1024"), std::string::npos) << Error;
  }
}

TEST(FactExpr, MistakesAreNamed) {
  EXPECT_ERROR("n ==", "a value is missing at the end in 'n =='");
  EXPECT_ERROR("", "a value is missing at the end in ''");
  EXPECT_ERROR("n == == 4", "a value is missing before '=='");
  EXPECT_ERROR("n == (4", "a ')' is missing");
  EXPECT_ERROR("n == 4)", "unexpected ')'");
  EXPECT_ERROR("n = 4", "'=' changes a value, '==' compares");
  EXPECT_ERROR("n-- > 4", "no operator '--'");
  EXPECT_ERROR("a ? b", "'?' without ':'");
  EXPECT_ERROR("n == 010", "'010' would be octal in C");
  EXPECT_ERROR("n == 1.5", "'1.5' is no integer");
  EXPECT_ERROR("n == 3x", "'3x' is no integer");
  EXPECT_ERROR("n == 18446744073709551616", "needs more than 64 bits");
  EXPECT_ERROR("n == 0x10000000000000000", "needs more than 64 bits");
  EXPECT_ERROR("threadIdx.x < n",
               "'threadIdx.x' differs from thread to thread");
  EXPECT_ERROR("n > blockIdx.y", "'blockIdx.y' differs from thread to thread");
  EXPECT_ERROR("blockDim == 4", "'blockDim' needs .x, .y or .z");
  EXPECT_ERROR("gridDim.w == 4", "'gridDim' needs .x, .y or .z");
  EXPECT_ERROR("p.n == 4", "'p.n' is no parameter of integer type");
  EXPECT_ERROR("n / 0 == 1", "division by zero");
  EXPECT_ERROR("n % 0 == 1", "division by zero");
  EXPECT_ERROR("n << 64 == 1", "a shift by more than 63");
}

TEST(FactExpr, WhatCMeansDifferently) {
  EXPECT_ERROR("0 < n < 10", "two comparisons in a row");
  EXPECT_ERROR("a == b == c", "two comparisons in a row");
  EXPECT_EQ(tree("(a == b) == c"), "((a == b) == c)");
  for (const char *Text : {"n % 32", "4", "n + 1", "-n", "~n", "n & 1",
                           "a ? 1 : 2", "n << 1", "true", "n | 0"})
    EXPECT_ERROR(Text, "a number is no condition");
}

TEST(FactExpr, SizeIsLimited) {
  std::string Chain = "n == 0";
  for (int I = 0; I != 1000; ++I)
    Chain += " + 1";
  EXPECT_ERROR(Chain, "more than 500 words and operators");
  for (const char *Opening : {"(", "!", "- ", "a ? ", "a ? b : ", "1 + "}) {
    std::string Deep;
    for (int I = 0; I != 100000; ++I)
      Deep += Opening;
    EXPECT_LT(errorOf(Deep).size(), 300u) << Opening;
    EXPECT_TRUE(llvm::StringRef(errorOf(Deep))
                    .starts_with("more than 500 words and operators"))
        << Opening;
  }
}

} // namespace
