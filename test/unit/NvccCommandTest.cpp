// SPDX-License-Identifier: Apache-2.0

#include "NvccText.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace oxide;

TEST(NvccCommand, PathsAreNotRelativeToTheSysroot) {
  EXPECT_EQ(quiet("-isystem=/x"), "-isystem /x");
  EXPECT_EQ(quiet("-isystem /x"), "-isystem /x");
  EXPECT_EQ(quiet("--system-include=/x,/y"), "-isystem /x -isystem /y");
  EXPECT_EQ(quiet("-I=/x"), "-I/x");
  EXPECT_EQ(quiet("--include-path=/x"), "-I/x");
  EXPECT_EQ(quiet("--include-path /x,/y -I/z"), "-I/x -I/y -I/z");
  EXPECT_EQ(quiet("-include=a.h"), "-include a.h");
  EXPECT_EQ(quiet("--pre-include a.h,b.h"), "-include a.h -include b.h");
}

TEST(NvccCommand, Macros) {
  EXPECT_EQ(quiet("-DA -D B=1 -D=C --define-macro=D,E=2 -UA"),
            "-DA -DB=1 -DC -DD -DE=2 -UA");
  EXPECT_EQ(quiet(Words{"-DA=\"x, y\",B"}), "-DA=\"x, y\" -DB");
  EXPECT_EQ(quiet(Words{"-DA=f(x\\,y)"}), "-DA=f(x,y)");
  EXPECT_EQ(quiet(Words{"-DA=\"\\\\\""}), "-DA=\"\\\\\"");
  EXPECT_EQ(quiet("--undefine-macro A,B"), "-UA -UB");
}

TEST(NvccCommand, Language) {
  EXPECT_EQ(quiet("-std=c++17"), "-std=c++17");
  EXPECT_EQ(quiet("--std c++20"), "-std=c++20");
  EXPECT_EQ(quiet("-noeh"), "-fno-exceptions");
  EXPECT_EQ(quiet("--no-exceptions -O3 -O 2 --optimize=1 -g -pg"),
            "-fno-exceptions -O3 -O2 -O1 -g -pg");
  EXPECT_EQ(quiet("--expt-relaxed-constexpr -extended-lambda"),
            "-D__CUDACC_RELAXED_CONSTEXPR__ -D__CUDACC_EXTENDED_LAMBDA__");
  EXPECT_EQ(quiet("-ftemplate-depth 900 -ftemplate-backtrace-limit=0"),
            "-ftemplate-depth=900 -ftemplate-backtrace-limit=0");
}

TEST(NvccCommand, DeviceCode) {
  EXPECT_EQ(quiet("-rdc=true"), "-fgpu-rdc -D__CUDACC_RDC__");
  EXPECT_EQ(quiet("--relocatable-device-code true"),
            "-fgpu-rdc -D__CUDACC_RDC__");
  EXPECT_EQ(quiet("-dc"), "-fgpu-rdc -D__CUDACC_RDC__");
  EXPECT_EQ(quiet("-rdc=false -dw"), "");
  EXPECT_EQ(quiet("-ftz=true"), "-fgpu-flush-denormals-to-zero");
  EXPECT_EQ(quiet("-ftz=false -prec-div=false --prec-sqrt true"), "");
  EXPECT_EQ(quiet("-fmad=false"), "-Xarch_device -ffp-contract=off");
  EXPECT_EQ(quiet("-fmad true"), "");
  EXPECT_EQ(quiet("-default-stream=legacy --default-stream null"), "");
  EXPECT_EQ(quiet("--default-stream per-thread"),
            "-fgpu-default-stream=per-thread "
            "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
  for (const char *Phase : {"-ptx", "--cubin", "-fatbin"})
    EXPECT_EQ(quiet(Phase), "--cuda-device-only");
}

//===----------------------------------------------------------------------===//
// Architectures
//===----------------------------------------------------------------------===//

TEST(NvccCommand, Architectures) {
  EXPECT_EQ(quiet("-arch=sm_90"), "--offload-arch=sm_90");
  EXPECT_EQ(quiet("--gpu-architecture compute_80 -code sm_86,sm_89"),
            "--offload-arch=sm_80");
  EXPECT_EQ(quiet("-gencode arch=compute_75,code=sm_75 "
                  "-gencode=arch=compute_90a,code=[sm_90a,compute_90a]"),
            "--offload-arch=sm_75 --offload-arch=sm_90a");
  EXPECT_EQ(quiet("--generate-code=arch=compute_80,code=[compute_80,sm_80] "
                  "--generate-code arch=compute_80,code=\"sm_86,sm_87\""),
            "--offload-arch=sm_80");
  EXPECT_EQ(quiet("-arch=lto_100 -gencode arch=compute_120f,code=lto_120f"),
            "--offload-arch=sm_100 --offload-arch=sm_120a");
}

TEST(NvccCommand, ArchitecturesThatAreNotFixed) {
  for (std::string Name : {"native", "all", "all-major"})
    EXPECT_EQ(warned("-arch=" + Name),
              "-x cuda a.cu|-arch=" + Name +
                  ": not a fixed architecture; without others, sm_75 is "
                  "analysed (see --arch)");
  EXPECT_EQ(warned("-arch sm_999"),
            "-x cuda a.cu|-arch sm_999: clang does not know the architecture "
            "'sm_999'; it is left out");
  EXPECT_EQ(warned("-gencode=arch=hopper,code=hopper"),
            "-x cuda a.cu|-gencode=arch=hopper,code=hopper: clang does not "
            "know the architecture 'hopper'; it is left out");
}

//===----------------------------------------------------------------------===//
// The host compiler
//===----------------------------------------------------------------------===//

TEST(NvccCommand, HostFlags) {
  EXPECT_EQ(quiet("-Xcompiler=-fPIC"), "-fPIC");
  EXPECT_EQ(quiet("-Xcompiler -Wall,-fPIC,-DX=1"), "-fPIC -DX=1");
  EXPECT_EQ(quiet("--compiler-options=-fno-rtti -Xcompiler -pthread"),
            "-fno-rtti -pthread");
  EXPECT_EQ(quiet(Words{"-Xcompiler", "-fPIC -DA=\\\"x\\\" '-DB=c d'"}),
            "-fPIC -DA=\"x\" -DB=c d");
  EXPECT_EQ(quiet("-Xcompiler -Wp\\,-DX"), "-Wp,-DX");
  // One flag in two words.
  EXPECT_EQ(quiet("-Xcompiler -iquote -Xcompiler /x"), "-iquote /x");
  EXPECT_EQ(quiet("-Xcompiler -include,a.h"), "-include a.h");
  // The device has no such processor.
  EXPECT_EQ(quiet("-Xcompiler -mavx2,-march=native,-fopenmp-simd,-m64"),
            "-Xarch_host -mavx2 -Xarch_host -march=native "
            "-Xarch_host -fopenmp-simd -m64");
  // Outputs, linking and warnings.
  EXPECT_EQ(quiet("-Xcompiler -MD,-MF,x.d,-o,x.o,-save-temps,-Wl\\,-s,-rdynamic"
                  ",-static,-Wall,-Werror,-c"),
            "");
}

TEST(NvccCommand, ForwardedFlags) {
  EXPECT_EQ(quiet("-forward-unknown-to-host-compiler -fPIC -Wall -march=native "
                  "-fopenmp -Werror -Ofast"),
            "-fPIC -Xarch_host -march=native -fopenmp -Ofast");
  EXPECT_EQ(warned("-fconserve-stack -fPIC"),
            "-x cuda -fPIC a.cu|-fconserve-stack: clang has no such flag; it "
            "is left out");
  EXPECT_EQ(warned("--no-such-option=3 --diag_suppress=1"),
            "-x cuda a.cu|--no-such-option=3: clang has no such flag; it is "
            "left out|--diag_suppress=1: clang has no such flag; it is left "
            "out");
  // Not values of -Werror and -t.
  EXPECT_EQ(quiet("-Werror -fPIC"), "-fPIC");
  EXPECT_EQ(quiet("-Werror=unused"), "");
  EXPECT_EQ(quiet("-trigraphs"), "-trigraphs");
}

TEST(NvccCommand, HostCompiler) {
  EXPECT_EQ(translate(words("a.cu -ccbin g++-12")).HostCompiler, "g++-12");
  EXPECT_EQ(translate(words("a.cu --compiler-bindir=/x")).HostCompiler, "/x");
  EXPECT_EQ(translate(words("a.cu")).HostCompiler, "");
}

TEST(NvccCommand, MissingValue) {
  EXPECT_EQ(warned(""), "-x cuda a.cu");
  NvccCommand C = translate(words("a.cu -I"));
  EXPECT_EQ(llvm::join(C.Arguments, " "), "-x cuda a.cu");
  ASSERT_EQ(C.Warnings.size(), 1u);
  EXPECT_EQ(C.Warnings[0].Flag, "-I");
  EXPECT_EQ(C.Warnings[0].Text, "its value is missing; it is left out");
  C = translate(words("a.cu -Xcompiler -include"));
  ASSERT_EQ(C.Warnings.size(), 1u);
  EXPECT_EQ(C.Warnings[0].Flag, "-include");
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

TEST(NvccCommand, LanguageOfTheSource) {
  auto Arguments = [](llvm::StringRef Text) {
    NvccCommand C = translate(words(Text));
    return llvm::join(C.Arguments, " ") + (C.Cuda ? " CUDA" : "");
  };
  EXPECT_EQ(Arguments("a.cu"), "-x cuda a.cu CUDA");
  EXPECT_EQ(Arguments("-x cu a.cpp"), "-x cuda a.cpp CUDA");
  EXPECT_EQ(Arguments("--x=cu a.cpp"), "-x cuda a.cpp CUDA");
  EXPECT_EQ(Arguments("a.cpp -x cu"), "-x cuda a.cpp CUDA");
  EXPECT_EQ(Arguments("-x c++ a.cu"), "-x c++ a.cu");
  // nvcc hands these to the host compiler; what is about CUDA goes.
  EXPECT_EQ(Arguments("-arch=sm_90 -rdc=true -use_fast_math -DX -std=c++17 "
                      "-Xcompiler -mavx2 --extended-lambda a.cpp"),
            "-x c++ -DX -std=c++17 -mavx2 a.cpp");
  EXPECT_EQ(Arguments("a.c"), "-x c a.c");
  EXPECT_EQ(Arguments("a.cc b.o libc.a d.so.1 e.ptx"), "-x c++ a.cc");
  EXPECT_EQ(Arguments("a.o"), "");
  EXPECT_EQ(Arguments("-- a.cu"), "-x cuda a.cu CUDA");
}

TEST(NvccCommand, Wrapper) {
  // It compiles C++ as CUDA and forwards what it does not know.
  NvccCommand C = translateNvcc(
      words("/opt/kokkos/bin/nvcc_wrapper -expt-extended-lambda -arch=sm_90 "
            "-Wall -Werror -std=gnu++17 -isystem /x -O3 -o a.o -c a.cpp"),
      "/");
  EXPECT_EQ(llvm::join(C.Arguments, " "),
            "-x cuda -D__CUDACC_EXTENDED_LAMBDA__ -std=gnu++17 -isystem /x -O3 "
            "--offload-arch=sm_90 a.cpp");
  EXPECT_TRUE(C.Warnings.empty());
}

TEST(NvccCommand, ResponseFiles) {
  llvm::SmallString<128> Folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("nvcc-response", Folder));
  auto Write = [&](llvm::StringRef Name, llvm::StringRef Text) {
    std::error_code EC;
    llvm::raw_fd_ostream OS((Folder + "/" + Name).str(), EC);
    OS << Text;
  };
  Write("one.rsp", "-DA=\"b c\"\n  -isystem=/x\n\t-I/y\n");
  Write("two.rsp", "--options-file one.rsp -DTWO");
  Write("loop.rsp", "-DLOOP -optf loop.rsp");
  auto Arguments = [&](llvm::StringRef Text) {
    return llvm::join(translate(words(Text), Folder).Arguments, " ");
  };
  EXPECT_EQ(Arguments("--options-file one.rsp a.cu"),
            "-x cuda -DA=b c -isystem /x -I/y a.cu");
  EXPECT_EQ(Arguments("-optf=two.rsp,one.rsp a.cu"),
            "-x cuda -DA=b c -isystem /x -I/y -DTWO -DA=b c -isystem /x -I/y "
            "a.cu");
  EXPECT_EQ(Arguments("-optf " + (Folder + "/one.rsp").str() + " a.cu"),
            "-x cuda -DA=b c -isystem /x -I/y a.cu");
  // clang says that there is no such file: a unit whose flags are not known
  // must not pass.
  EXPECT_EQ(Arguments("-optf absent.rsp a.cu"), "-x cuda @absent.rsp a.cu");
  EXPECT_TRUE(llvm::StringRef(Arguments("-optf loop.rsp a.cu"))
                  .ends_with("@loop.rsp a.cu"));
  llvm::sys::fs::remove_directories(Folder);
}
