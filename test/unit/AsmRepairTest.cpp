// SPDX-License-Identifier: Apache-2.0

#include "cli/AsmRepair.h"
#include <gtest/gtest.h>

using oxide::repairAsm;

static std::string repaired(llvm::StringRef Source) {
  return repairAsm(Source).value_or("nothing to mend");
}

TEST(AsmRepair, PercentSigns) {
  EXPECT_EQ(repaired(R"(asm("mov.u32 %0, %laneid;" : "=r"(x));)"),
            R"(asm("mov.u32 %0, %%laneid;" : "=r"(x));)");
  EXPECT_EQ(repaired("__asm__ volatile(\"add %0, %clock;\\n\\t\"\n"
                     "  \"mov %1, %tid.x;\" : \"=r\"(a), \"=r\"(b) :: "
                     "\"memory\");\n"),
            "__asm__ volatile(\"add %0, %%clock;\\n\\t\"\n"
            "  \"mov %1, %%tid.x;\" : \"=r\"(a), \"=r\"(b) :: "
            "\"memory\");\n");
  EXPECT_EQ(repaired(R"(#define LANE asm("mov %0, %laneid;" : "=r"(x))
)"),
            R"(#define LANE asm("mov %0, %%laneid;" : "=r"(x))
)");
}

TEST(AsmRepair, Commas) {
  EXPECT_EQ(repaired(R"(asm("st [%1], %0;" :: "r"(f(v)) "l"(p) : "memory");)"),
            R"(asm("st [%1], %0;" :: "r"(f(v)) ,"l"(p) : "memory");)");
}

TEST(AsmRepair, LeavesTheRestAlone) {
  for (const char *Source :
       {R"(asm("mov.u32 %0, %%laneid;" : "=r"(x));)",
        R"(asm("mov %[out], %c0, %x[in];%=%{%|%}" : [out] "=r"(x));)",
        // Without operands there are no escapes.
        R"(asm("mov %eax, %ebx");)", R"(asm volatile("bar.sync %bar;");)",
        R"(printf("%laneid" "%s", asm_text);)", "int asm_ = 1;",
        R"(asm("a" : "=r"(x), "=r"(y) : "r"(z), "r"(f("a" "b")));)",
        // Not finished.
        R"(asm("mov %0, %laneid;")", "asm", "asm volatile", "asm(", "asm)", "",
        R"(// asm("%laneid" : "=r"(x));)", R"(asm goto)"})
    EXPECT_EQ(repaired(Source), "nothing to mend") << Source;
}
