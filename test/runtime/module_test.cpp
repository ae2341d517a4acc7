// SPDX-License-Identifier: Apache-2.0
#include "oxide/oxide.h"

#include "expect_error.h"
#include "fake_driver.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>

namespace oxide::test {
namespace {

OXIDE_KERNEL(kernel, (int n), domain<1>, block<64>) { (void)n; }

class ModuleTest : public ::testing::Test {
protected:
  static std::span<const std::byte> bytes(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
  }
  FakeDriver driver;
  Context context = driver.open();
};

TEST_F(ModuleTest, PtxTextIsGivenAsAString) {
  // A view into a longer string: the terminating zero must be added.
  const std::string_view text =
      std::string_view(".version 8.0 tail").substr(0, 12);
  const Module module = Module::load(context, bytes(text));
  EXPECT_EQ(driver.images, std::vector<std::string>{".version 8.0"});
}

TEST_F(ModuleTest, PreparesAKernelOfALoadedModule) {
  const Function function =
      Module::load(context, bytes("ptx")).function("kernel");
  EXPECT_EQ(driver.live_modules, 1) << "the function keeps its module";
  const auto launch =
      prepare<kernel>(context, function, Launch1D::for_num_elems(100));
  launch(context.default_stream(), 3);
  ASSERT_EQ(driver.launches.size(), 1u);
  EXPECT_EQ(driver.launches[0].grid[0], 2u);
}

TEST_F(ModuleTest, IsUnloadedAfterItsLastFunction) {
  {
    (void)Module::load(context, bytes("ptx")).function("kernel");
  }
  EXPECT_EQ(driver.live_modules, 0);
}

TEST_F(ModuleTest, CompilerLogIsPartOfTheError) {
  driver.failures["cuModuleLoadDataEx"] = CUDA_ERROR_INVALID_PTX;
  driver.jit_log = "ptxas fatal: unexpected token";
  EXPECT_EQ(error_of("driver", [&] { Module::load(context, bytes("bad")); }),
            "cuModuleLoadDataEx failed: CUDA_ERROR_FAKE (fake failure): the "
            "given image: ptxas fatal: unexpected token");
}

TEST_F(ModuleTest, EmptyImageIsRefused) {
  EXPECT_EQ(error_of("artifact", [&] { Module::load(context, {}); }),
            "artifact: wanted PTX, a cubin or a fatbin, found the given image, "
            "which is empty");
}

TEST_F(ModuleTest, UnreadableFileIsNamed) {
  EXPECT_EQ(error_of("artifact",
                     [&] { Module::load_file(context, "no-such-file.ptx"); }),
            "artifact: wanted a readable file, found no-such-file.ptx");
}

TEST_F(ModuleTest, LoadsAFile) {
  const std::filesystem::path path =
      std::filesystem::path(::testing::TempDir()) / "oxide_module_test.ptx";
  std::ofstream(path) << ".version 8.0";
  (void)Module::load_file(context, path);
  EXPECT_EQ(driver.images, std::vector<std::string>{".version 8.0"});
  std::filesystem::remove(path);
}

TEST_F(ModuleTest, MissingFunctionIsNamed) {
  driver.failures["cuModuleGetFunction"] = CUDA_ERROR_NOT_FOUND;
  const Module module = Module::load(context, bytes("ptx"));
  EXPECT_EQ(error_of("driver", [&] { module.function("gone"); }),
            "cuModuleGetFunction failed: CUDA_ERROR_FAKE (fake failure), "
            "kernel gone");
}

} // namespace
} // namespace oxide::test
