// SPDX-License-Identifier: Apache-2.0

#include "cuda/InlineAsm.h"
#include <gtest/gtest.h>
#include <limits>
#include <string>

using namespace oxide;
using namespace oxide::cuda;
using llvm::StringRef;

namespace {

/// The only instruction of \p Text, which must be understood.
PtxInstruction single(StringRef Text) {
  PtxTemplate T = parsePtx(Text);
  EXPECT_TRUE(T.Understood) << Text.str();
  EXPECT_EQ(T.Instructions.size(), 1u) << Text.str();
  return T.Instructions.empty() ? PtxInstruction() : T.Instructions.front();
}

/// The use of operand \p Number: letters of what holds.
std::string use(const PtxTemplate &T, unsigned Number) {
  std::map<unsigned, OperandUse> Uses = T.operandUses();
  auto It = Uses.find(Number);
  if (It == Uses.end())
    return "-";
  const OperandUse &U = It->second;
  std::string Text;
  if (U.Read)
    Text += 'r';
  if (U.Address)
    Text += 'a';
  if (U.ReadBeforeWrite)
    Text += '<';
  if (U.Written)
    Text += 'w';
  if (U.AlwaysWritten)
    Text += '!';
  if (U.MaybeRead)
    Text += 'R';
  if (U.MaybeWritten)
    Text += 'W';
  return Text;
}
std::string use(StringRef Text, unsigned Number) {
  return use(parsePtx(Text), Number);
}

TEST(InlineAsm, OneInstruction) {
  PtxInstruction I = single("add.u32 %0, %1, %2;");
  EXPECT_EQ(I.Opcode, "add.u32");
  ASSERT_NE(I.Info, nullptr);
  EXPECT_EQ(I.Info->Name, "add");
  EXPECT_TRUE(I.Terminated);
  EXPECT_TRUE(I.Predicate.empty());
  ASSERT_EQ(I.Operands.size(), 3u);
  EXPECT_EQ(I.Operands[0].Text, "%0");
  EXPECT_TRUE(I.Operands[0].IsDestination);
  EXPECT_FALSE(I.Operands[1].IsDestination);
  ASSERT_EQ(I.Operands[2].References.size(), 1u);
  EXPECT_EQ(I.Operands[2].References[0].Number, 2u);
  EXPECT_FALSE(I.Operands[2].References[0].IsAddress);
  EXPECT_EQ(use("add.u32 %0, %1, %2;", 0), "w!");
  EXPECT_EQ(use("add.u32 %0, %1, %2;", 1), "r<");
}

TEST(InlineAsm, StatementsScopesLabelsAndDirectives) {
  StringRef Text = "{\n"
                   ".reg .pred P1;\n"
                   "LAB_WAIT:\n"
                   "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
                   "@P1 bra DONE;\n"
                   "bra LAB_WAIT;\n"
                   "DONE:\n"
                   "}";
  PtxTemplate T = parsePtx(Text);
  EXPECT_TRUE(T.Understood);
  ASSERT_EQ(T.Instructions.size(), 3u);
  EXPECT_EQ(T.Instructions[0].Opcode,
            "mbarrier.try_wait.parity.shared::cta.b64");
  EXPECT_EQ(T.Instructions[0].Depth, 1u);
  EXPECT_EQ(T.Instructions[0].Offset, Text.find("mbarrier"));
  EXPECT_TRUE(T.Instructions[0].Operands[0].IsDestination);
  EXPECT_TRUE(T.Instructions[0].Operands[1].IsAddress);
  EXPECT_EQ(T.Instructions[1].Predicate, "P1");
  EXPECT_FALSE(T.Instructions[1].PredicateNegated);
  EXPECT_EQ(T.Instructions[1].Offset, Text.find("@P1"));
  ASSERT_EQ(T.Labels.size(), 2u);
  EXPECT_EQ(T.Labels[0].Name, "LAB_WAIT");
  EXPECT_EQ(T.Labels[1].Name, "DONE");
  ASSERT_EQ(T.Directives.size(), 1u);
  EXPECT_EQ(T.Directives[0].Text, ".reg .pred P1");
  EXPECT_EQ(use(T, 0), "ra");
  EXPECT_EQ(use(T, 1), "r");
}

TEST(InlineAsm, CommentsAreRemovedAndOffsetsKept) {
  StringRef Text = "// %7; add\nmov.u32 /* %8, ; */ %0, // x\n %1; /**/";
  PtxTemplate T = parsePtx(Text);
  EXPECT_TRUE(T.Understood);
  ASSERT_EQ(T.Instructions.size(), 1u);
  EXPECT_EQ(T.Instructions[0].Offset, Text.find("mov"));
  ASSERT_EQ(T.Instructions[0].Operands.size(), 2u);
  EXPECT_EQ(T.Instructions[0].Operands[1].Text, "%1");
  EXPECT_EQ(use(T, 7), "-");
  EXPECT_EQ(use(T, 8), "-");
  EXPECT_TRUE(parsePtx(".pragma \"no // comment; here\";").Understood);
}

TEST(InlineAsm, Predicates) {
  PtxInstruction I = single("@!%%p1 st.shared.u32 [%0], %1;");
  EXPECT_EQ(I.Predicate, "%%p1");
  EXPECT_TRUE(I.PredicateNegated);
  EXPECT_EQ(I.Opcode, "st.shared.u32");
  I = single("@%3 mov.u32 %0, 1;");
  ASSERT_EQ(I.PredicateReferences.size(), 1u);
  EXPECT_EQ(I.PredicateReferences[0].Number, 3u);
  EXPECT_EQ(use("@%3 mov.u32 %0, 1;", 0), "w");
  EXPECT_EQ(use("@%3 mov.u32 %0, 1;", 3), "r<");
}

TEST(InlineAsm, ReferencesAndEscapes) {
  // Doubled, unique, escaped braces, modifiers, and the spelling of nvcc.
  EXPECT_EQ(use("mov.u32 %0, %%r1;", 1), "-");
  EXPECT_EQ(use("L%=: bra L%=;", 0), "-");
  EXPECT_EQ(parsePtx("L%=: bra L%=;").Labels[0].Name, "L%=");
  EXPECT_EQ(use("mov.b64 %0, %{%1, %2%};", 2), "r<");
  EXPECT_EQ(use("mov.u32 %0, %c1;", 1), "r<");
  EXPECT_TRUE(parsePtx("mov.u32 %0, %laneid;").Understood);
  EXPECT_EQ(use("mov.u32 %0, %laneid;", 0), "w!");
}

TEST(InlineAsm, SymbolicNames) {
  StringRef Names[] = {"out", "", "in"};
  PtxTemplate T = parsePtx("ld.global.u32 %[out], [%[in]+4];", Names);
  EXPECT_TRUE(T.Understood);
  EXPECT_EQ(use(T, 0), "w!");
  EXPECT_EQ(use(T, 2), "ra<");
  EXPECT_FALSE(T.Instructions[0].Operands[0].IsAddress);
  EXPECT_FALSE(parsePtx("mov.u32 %[out], %[what];", Names).Understood);
  EXPECT_FALSE(parsePtx("mov.u32 %[], 1;", Names).Understood);
  EXPECT_FALSE(parsePtx("mov.u32 %[out, 1;", Names).Understood);
}

TEST(InlineAsm, BasicStatementsHaveNoReferences) {
  PtxTemplate T = parseBasicPtx("mov.u32 %r0, %0; bar.sync 0;");
  EXPECT_TRUE(T.Understood);
  EXPECT_EQ(T.Instructions.size(), 2u);
  EXPECT_TRUE(T.operandUses().empty());
}

TEST(InlineAsm, Destinations) {
  // Vectors, pairs, sinks.
  StringRef Load = "ld.global.v4.u32 {%0, %1, %2, %3}, [%4];";
  EXPECT_EQ(use(Load, 3), "w!");
  EXPECT_EQ(use(Load, 4), "ra<");
  EXPECT_EQ(use("shfl.sync.idx.b32 %0|%1, %2, %3, %4, %5;", 1), "w!");
  EXPECT_EQ(use("setp.lt.s32 %0|p, %1, %2;", 0), "w!");
  EXPECT_EQ(use("mbarrier.arrive.shared.b64 _, [%0];", 0), "ra<");
  EXPECT_EQ(use("mbarrier.arrive.shared.b64 %0, [%1];", 0), "w!");
  EXPECT_EQ(use("atom.global.add.u32 %0, [%1], %2;", 0), "w!");
  // None.
  EXPECT_EQ(use("red.global.add.u32 [%0], %1;", 1), "r<");
  EXPECT_EQ(use("st.global.u32 [%0], %1;", 0), "ra<");
  EXPECT_EQ(use("bar.sync %0, %1;", 0), "r<");
  EXPECT_EQ(use("cp.async.cg.shared.global [%0], [%1], 16, %2;", 2), "r<");
  EXPECT_EQ(use("cp.async.wait_group %0;", 0), "r<");
  EXPECT_EQ(use("setmaxnreg.inc.sync.aligned.u32 %0;", 0), "r<");
  EXPECT_EQ(use("bar.red.popc.u32 %0, 0, p;", 0), "w!");
  // A call writes only what it lists in front in parentheses.
  EXPECT_EQ(use("call (%0), f, (%1);", 0), "w!");
  EXPECT_EQ(use("call (%0), f, (%1);", 1), "r<");
  EXPECT_EQ(use("call f, (%0);", 0), "r<");
}

TEST(InlineAsm, MatrixInstructions) {
  StringRef Mma = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
                  "{%0, %1}, {%2, %3}, {%4}, {%0, %1};";
  EXPECT_EQ(use(Mma, 0), "r<w!");
  EXPECT_EQ(use(Mma, 4), "r<");
  // The old accumulator is read only if scale-d says so.
  StringRef Wgmma = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
                    "{%0, %1}, %2, %3, p, 1, 1;";
  EXPECT_EQ(use(Wgmma, 1), "w!R");
  EXPECT_EQ(use(Wgmma, 2), "r<");
  EXPECT_EQ(use("tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;", 0),
            "ra<");
}

TEST(InlineAsm, OnlyTheBaseInBracketsIsAnAddress) {
  StringRef Tma = "cp.async.bulk.tensor.2d.shared::cluster.global"
                  ".mbarrier::complete_tx::bytes "
                  "[%0], [%1, {%3, %4}], [%2];";
  EXPECT_EQ(use(Tma, 0), "ra<");
  EXPECT_EQ(use(Tma, 1), "ra<");
  EXPECT_EQ(use(Tma, 2), "ra<");
  EXPECT_EQ(use(Tma, 3), "r<");
}

TEST(InlineAsm, OrderOfReadsAndWrites) {
  EXPECT_EQ(use("mov.u32 %0, %1; add.u32 %0, %0, 1;", 0), "rw!");
  EXPECT_EQ(use("add.u32 %0, %0, 1;", 0), "r<w!");
  // After a label, something further down may already have written it.
  EXPECT_EQ(use("L: add.u32 %0, %0, 1; @p bra L;", 0), "rw");
  // A branch may skip what follows.
  EXPECT_EQ(use("@p bra L; mov.u32 %0, 1; L:", 0), "w");
  EXPECT_EQ(use("mov.u32 %0, 1; @p bra L; L:", 0), "w!");
}

TEST(InlineAsm, WhatIsNotUnderstoodIsNotGuessed) {
  EXPECT_EQ(use("frobnicate.u32 %0, %1;", 0), "RW");
  EXPECT_EQ(use("frobnicate.u32 %0, %1;", 1), "RW");
  // A bracket where a register must be, arithmetic as a destination.
  EXPECT_EQ(use("ld.global.u32 [%1], %0;", 0), "RW");
  EXPECT_EQ(use("mov.u32 -%0, %1;", 0), "RW");
  EXPECT_EQ(use("mov.u32;", 0), "-");
  for (StringRef Text :
       {"frobnicate.u32 %0, %1;", "ld.global.u32 [%1], %0;", "mov.u32 -%0, 1;",
        "mov.u32;", "mov.u32 %0,;", "mov.u32 ,%0;", "mov.u32 %0, a b;",
        "mov.u32 %0, %;", "ld.global%0.u32 %1, [%2];", "@ mov.u32 %0, 1;",
        "@p;", "123;", ".word 3;", ".;", "mov.u32 %0, \"x\";",
        "mov.u32 %0, 'x';",
        // A forgotten semicolon between two instructions.
        "mov.u32 %0, %1\nadd.u32 %0, %0, 1;"})
    EXPECT_FALSE(parsePtx(Text).Understood) << Text.str();
}

TEST(InlineAsm, MissingSemicolonAtTheEnd) {
  PtxTemplate T = parsePtx("mov.u32 %0, %1");
  EXPECT_TRUE(T.Understood);
  ASSERT_EQ(T.Instructions.size(), 1u);
  EXPECT_FALSE(T.Instructions[0].Terminated);
  T = parsePtx("{ mov.u32 %0, %1 }");
  ASSERT_EQ(T.Instructions.size(), 1u);
  EXPECT_FALSE(T.Instructions[0].Terminated);
  EXPECT_EQ(T.Instructions[0].Operands[1].Text, "%1");
}

TEST(InlineAsm, EmptyText) {
  for (StringRef Text : {"", " ", "\n\t", ";", ";;;", "{}", "{ { } }", "//",
                         "// only a comment", "/* only a comment */"}) {
    PtxTemplate T = parsePtx(Text);
    EXPECT_TRUE(T.Understood) << Text.str();
    EXPECT_TRUE(T.Instructions.empty()) << Text.str();
  }
}

TEST(InlineAsm, UnbalancedText) {
  for (StringRef Text :
       {"{", "}", "}{", "{ mov.u32 %0, 1;", "mov.u32 %0, 1; }",
        "ld.u32 %0, [%1;", "ld.u32 %0, %1];", "ld.u32 %0, [%1};",
        "mov.b64 %0, {%1, %2;", "call (%0, f;", "ld.u32 %0, [[%1];", "/*",
        "/* never ended", "mov.u32 %0, 1; /* add.u32 %0, %0, 1;", "/*/",
        ".pragma \"never ended;"})
    EXPECT_FALSE(parsePtx(Text).Understood) << Text.str();
  // What stands before an unterminated comment is still read.
  EXPECT_EQ(use("mov.u32 %0, 1; /* add.u32 %0, %0, 1;", 0), "w!");
}

TEST(InlineAsm, OperandNumbers) {
  EXPECT_EQ(use("mov.u32 %0, %99;", 99), "r<");
  PtxTemplate T = parsePtx("mov.u32 %0, %99999999999999999999;");
  EXPECT_FALSE(T.Understood);
  EXPECT_EQ(use(T, std::numeric_limits<unsigned>::max()), "RW");
}

TEST(InlineAsm, DirectivesMayReferToOperands) {
  EXPECT_EQ(use(".reg .b32 t<%0>; mov.u32 %1, 0;", 0), "R");
  EXPECT_EQ(parsePtx(".loc 1 2 3\nmov.u32 %0, 1;").Instructions.size(), 1u);
}

std::string repeat(StringRef Unit, size_t Size) {
  std::string Text;
  while (Text.size() + Unit.size() <= Size)
    Text += Unit;
  return Text;
}

constexpr size_t Megabyte = 1 << 20;

TEST(InlineAsm, LargeGarbage) {
  for (StringRef Unit :
       {"a",  "%", "%[", "%[a", "[",  "]",  "{",    "}",  "(",  "@",  "\"",
        "/*", ":", ".",  ",",   "a,", "a;", "\xff", "%0", "@!", "a|", "{}a"})
    EXPECT_FALSE(parsePtx(repeat(Unit, Megabyte)).Understood) << Unit.str();
  EXPECT_TRUE(parsePtx(repeat(" ", Megabyte)).Understood);
  EXPECT_TRUE(parsePtx(repeat("/", Megabyte)).Understood);
  std::string Noise;
  unsigned State = 1;
  for (size_t I = 0; I < 10 * Megabyte; ++I) {
    State = State * 1664525u + 1013904223u;
    Noise += static_cast<char>(State >> 24);
  }
  EXPECT_FALSE(parsePtx(Noise).Understood);
  EXPECT_FALSE(parsePtx(StringRef(Noise).take_front(Megabyte)).Understood);
}

TEST(InlineAsm, LargeText) {
  StringRef Line = "add.u32 %0, %0, %1;\n";
  std::string Text = repeat(Line, Megabyte);
  PtxTemplate T = parsePtx(Text);
  EXPECT_TRUE(T.Understood);
  EXPECT_EQ(T.Instructions.size(), Text.size() / Line.size());
  EXPECT_EQ(use(T, 1), "r<");
  // Above a megabyte nothing is read.
  T = parsePtx(Text + Line.str());
  EXPECT_FALSE(T.Understood);
  EXPECT_TRUE(T.Instructions.empty());
}

} // namespace
