// SPDX-License-Identifier: Apache-2.0
//
// The table of nvcc's options, row by row.

#include "NvccText.h"
#include "cli/HostFlags.h"
#include "cli/NvccGrammar.h"

using namespace oxide;

/// A value that the row takes and that clang's own table does not refuse.
static std::string someValue(const NvccFlag &F) {
  switch (F.Action) {
  case NvccAction::Arch:
    return "sm_90";
  case NvccAction::GenCode:
    return "arch=compute_90,code=sm_90";
  case NvccAction::Language:
    return "cu";
  case NvccAction::Stream:
    return "per-thread";
  case NvccAction::Werror:
    return "all-warnings";
  case NvccAction::HostFlags:
    return "-fPIC";
  default:
    return F.Value == NvccValue::Bool           ? "true"
           : F.Value == NvccValue::JoinedNumber ? "3"
                                                : "value";
  }
}

/// All ways to write the row with the value \p Value.
static std::vector<Words> spellings(const NvccFlag &F,
                                    const std::string &Value) {
  Words Names{"--" + F.Long.str()};
  if (!F.Short.empty())
    Names.push_back("-" + F.Short.str());
  std::vector<Words> Result;
  for (const std::string &Name : Names) {
    if (F.Value == NvccValue::None) {
      Result.push_back({Name});
      continue;
    }
    Result.push_back({Name, Value});
    Result.push_back({Name + "=" + Value});
  }
  if (F.Value == NvccValue::JoinedNumber || F.Value == NvccValue::JoinedList)
    Result.push_back({Names.back() + Value});
  return Result;
}

TEST(NvccFlags, EverySpellingOfARowDoesTheSame) {
  for (const NvccFlag &F : nvccFlags()) {
    if (F.Action == NvccAction::OptionsFile)
      continue;
    std::vector<Words> All = spellings(F, someValue(F));
    std::string First = quiet(All.front());
    for (const Words &Spelling : All)
      EXPECT_EQ(quiet(Spelling), First) << llvm::join(Spelling, " ");
  }
}

TEST(NvccFlags, NoRowLeavesAStrayWord) {
  // What is dropped is dropped with its value, and listed.
  for (const NvccFlag &F : nvccFlags()) {
    if (F.Action != NvccAction::Drop)
      continue;
    for (Words Spelling : spellings(F, someValue(F))) {
      EXPECT_EQ(quiet(Spelling), "") << llvm::join(Spelling, " ");
      Words Listed = Spelling;
      Spelling.push_back("a.cu");
      EXPECT_EQ(translate(Spelling).Dropped, Listed);
    }
  }
}

TEST(NvccFlags, NamesAreUnique) {
  std::vector<llvm::StringRef> Long, Short;
  for (const NvccFlag &F : nvccFlags()) {
    EXPECT_FALSE(llvm::is_contained(Long, F.Long)) << F.Long.str();
    EXPECT_FALSE(!F.Short.empty() && llvm::is_contained(Short, F.Short))
        << F.Short.str();
    Long.push_back(F.Long);
    Short.push_back(F.Short);
  }
}

TEST(NvccFlags, TextsAreFlagsOfClang) {
  for (const NvccFlag &F : nvccFlags()) {
    Words Command{"clang"};
    llvm::append_range(Command, words(F.Text));
    if (F.Action == NvccAction::Joined || F.Action == NvccAction::Separate)
      Command.push_back("1");
    EXPECT_TRUE(takeUnknownFlags(Command).empty()) << F.Text.str();
  }
}

TEST(NvccCommand, SilentMisreadings) {
  // Each with what clang makes of it: -u, -l, -o, or a flag that swallows the
  // next word or leaves one behind.
  EXPECT_EQ(quiet("-use_fast_math"),
            "-fgpu-flush-denormals-to-zero -fgpu-approx-transcendentals");
  EXPECT_EQ(quiet("-G -DX"), "-D__CUDACC_DEBUG__ -DX");
  for (const char *Flags : {"-lineinfo",
                            "-optix-ir",
                            "-objtemp",
                            "-opt-info=inline",
                            "-opt-info inline",
                            "-ldir /x",
                            "-ldir=/x",
                            "-lto",
                            "-ltoir",
                            "-lib",
                            "-link",
                            "-odir /x",
                            "-time=x",
                            "-time x",
                            "-t 4",
                            "-t4",
                            "-t=4",
                            "-dopt on",
                            "-dopt=on",
                            "-dlto",
                            "-dlink",
                            "-e k",
                            "-r",
                            "-restrict",
                            "-Ofc max",
                            "-Ofc=max",
                            "-idp /x",
                            "-ddp /x",
                            "-dp /x",
                            "-MT x.o",
                            "-MF x.d",
                            "-o /dev/null",
                            "--output-file=x.o",
                            "-run-args a,b",
                            "-Xptxas -v",
                            "-Xptxas=-v,-O3",
                            "-Xnvlink -x",
                            "-Xlinker -rpath,/x",
                            "-Xarchive -x",
                            "-Xcudafe --diag_suppress=1",
                            "-Xfatbin -compress-all",
                            "-Xcicc -x",
                            "-Werror all-warnings",
                            "-Werror=reorder",
                            "--Werror cross-execution-space-call,reorder",
                            "-Wreorder",
                            "-shared",
                            "-Wno-deprecated-gpu-targets",
                            "-keep-dir /x",
                            "-maxrregcount 32",
                            "-hls gen-lcs",
                            "-jtd 3",
                            "-qpp-config x",
                            "-compress-mode size",
                            "-sanitize memcheck",
                            "-diag-suppress 20011,177",
                            "-cudart none",
                            "-m64",
                            "-m 64",
                            "-ccbin g++",
                            "-ccbin=/usr/bin/g++",
                            "-w",
                            "-V",
                            "-arbin ar",
                            "-fdevice-time-trace -",
                            "-brief-diag true",
                            "-lfoo",
                            "-l foo",
                            "-L/x",
                            "-L /x",
                            "-save-temps",
                            "-MD",
                            "-MMD",
                            "-MP",
                            "-M"}) {
    std::string Result = quiet(Flags);
    // Those that end before host code is compiled say so.
    if (!llvm::StringRef(Flags).starts_with("-optix") &&
        !llvm::StringRef(Flags).starts_with("-ltoir"))
      EXPECT_EQ(Result, "") << Flags;
    else
      EXPECT_EQ(Result, "--cuda-device-only") << Flags;
  }
}
