// SPDX-License-Identifier: Apache-2.0

#include "NvccText.h"
#include "cli/HostFlags.h"

using namespace oxide;

TEST(CompilerName, CompilerBehindLaunchers) {
  auto Compiler = [](llvm::StringRef Text) {
    Words Command = words(Text);
    return Command[findCompiler(Command)];
  };
  for (const char *Command :
       {"nvcc a.cu", "/usr/local/cuda/bin/nvcc a.cu", "ccache nvcc a.cu",
        "sccache /x/nvcc a.cu", "distcc nvcc-13.0 a.cu", "nvcc.exe a.cu",
        "cmake -E env CC=gcc nvcc a.cu", "env -u X PATH=/usr/bin/gcc nvcc a.cu",
        "/usr/bin/cmake -E __run_co_compile --launcher=ccache --source=a.cu -- "
        "nvcc -c a.cu",
        "ccache distcc nvcc a.cu", "nice -n 5 nvcc a.cu", "wrap nvcc a.cu"})
    EXPECT_TRUE(isNvcc(Compiler(Command))) << Command;
  EXPECT_EQ(Compiler("g++ -o nvcc a.cpp"), "g++");
  EXPECT_EQ(Compiler("ccache x86_64-linux-gnu-g++-12 -c nvcc"),
            "x86_64-linux-gnu-g++-12");
  EXPECT_EQ(Compiler("clang++-22 -x cuda a.cu"), "clang++-22");
  EXPECT_EQ(Compiler("icpx -I gcc a.cpp"), "icpx");
  EXPECT_EQ(Compiler("tool"), "tool");
  EXPECT_FALSE(isNvcc("nvc++"));
  EXPECT_FALSE(isNvcc("/opt/nvcc/bin/g++"));
  EXPECT_TRUE(isGcc("/usr/bin/c++"));
  EXPECT_TRUE(isGcc("aarch64-linux-gnu-gcc-12.2"));
  EXPECT_FALSE(isGcc("clang++"));
}

TEST(HostFlags, FlagsOfGccThatClangLacks) {
  Words Command = words("g++ -fconserve-stack -DX -fno-gnu-unique -o x a.cpp "
                        "-fno-var-tracking-assignments -Wno-such-warning");
  Words Unknown = takeUnknownFlags(Command);
  EXPECT_EQ(llvm::join(Command, " "), "g++ -DX -o x a.cpp -Wno-such-warning");
  EXPECT_EQ(llvm::join(Unknown, " "), "-fconserve-stack -fno-gnu-unique "
                                      "-fno-var-tracking-assignments");
}
