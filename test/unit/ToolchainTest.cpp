// SPDX-License-Identifier: Apache-2.0

#include "cli/Toolchain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace oxide;
namespace fs = llvm::sys::fs;

namespace {

/// A folder with compilers and a toolkit that are only names.
class Toolchain : public ::testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> Unique;
    ASSERT_FALSE(fs::createUniqueDirectory("toolchain", Unique));
    ASSERT_FALSE(fs::real_path(Unique, Root));
  }
  void TearDown() override { fs::remove_directories(Root); }

  std::string path(llvm::StringRef Name) const {
    return (Root + "/" + Name).str();
  }
  void write(llvm::StringRef Name, llvm::StringRef Text = "") {
    ASSERT_FALSE(
        fs::create_directories(llvm::sys::path::parent_path(path(Name))));
    std::error_code EC;
    llvm::raw_fd_ostream OS(path(Name), EC);
    OS << Text;
  }

  llvm::SmallString<128> Root;
};

} // namespace

TEST_F(Toolchain, LibrariesOfTheGccThatIsNamed) {
  write("bin/x86_64-linux-gnu-g++-12");
  write("bin/g++-13.2");
  write("bin/aarch64-linux-gnu-g++-13");
  write("bin/clang++");
  ASSERT_FALSE(
      fs::create_link(path("bin/x86_64-linux-gnu-g++-12"), path("bin/c++")));
  for (llvm::StringRef Folder :
       {"x86_64-linux-gnu/12", "x86_64-linux-gnu/13.2.1", "x86_64-linux-gnu/9",
        "x86_64-w64-mingw32/14"})
    write(("lib/gcc/" + Folder + "/crtbegin.o").str());
  write("lib/gcc-cross/aarch64-linux-gnu/13/crtbegin.o");
  // Without libraries: the compiler was removed, its folder was not.
  write("lib/gcc/x86_64-linux-gnu/15/empty");

  auto Dir = [&](llvm::StringRef Compiler) {
    std::string Found = gccInstallDir(Compiler, Root).value_or("none");
    llvm::StringRef Text = Found;
    Text.consume_front(path("lib/"));
    return Text.str();
  };
  EXPECT_EQ(Dir(path("bin/x86_64-linux-gnu-g++-12")),
            "gcc/x86_64-linux-gnu/12");
  EXPECT_EQ(Dir("bin/c++"), "gcc/x86_64-linux-gnu/12");
  EXPECT_EQ(Dir("bin/g++-13.2"), "gcc/x86_64-linux-gnu/13.2.1");
  EXPECT_EQ(Dir("bin/aarch64-linux-gnu-g++-13"),
            "gcc-cross/aarch64-linux-gnu/13");
  EXPECT_EQ(Dir("bin/clang++"), "none");
  EXPECT_EQ(Dir("bin/absent-g++"), "none");
  // A folder is searched for g++; without a version in its name, the newest
  // libraries of the machine.
  EXPECT_EQ(Dir(path("bin")), "none");
  write("bin/g++");
  EXPECT_EQ(Dir(path("bin")), "gcc/x86_64-linux-gnu/13.2.1");
}

TEST_F(Toolchain, ToolkitOfTheNvccThatIsNamed) {
  write("cuda-13.0/bin/nvcc");
  write("cuda-13.0/include/cuda.h", "#define CUDA_VERSION 13010\n");
  write("elsewhere/nvcc");
  ASSERT_FALSE(fs::create_link(path("cuda-13.0"), path("cuda")));
  for (const std::string &Nvcc :
       {path("cuda/bin/nvcc"), path("cuda-13.0/bin/nvcc"),
        std::string("cuda/bin/nvcc"), std::string("./cuda/bin/../bin/nvcc")}) {
    std::optional<CudaToolkit> Found = toolkitOfNvcc(Nvcc, Root);
    ASSERT_TRUE(Found) << Nvcc;
    EXPECT_EQ(Found->Path, path("cuda-13.0"));
    EXPECT_EQ(Found->major(), 13u);
    EXPECT_EQ(Found->minor(), 1u);
  }
  EXPECT_FALSE(toolkitOfNvcc(path("elsewhere/nvcc"), Root));
  EXPECT_FALSE(toolkitOfNvcc(path("absent/bin/nvcc"), Root));
}
