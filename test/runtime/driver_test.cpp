// SPDX-License-Identifier: Apache-2.0
#include "driver.h"

#include "state.h"

#include "expect_error.h"
#include "fake_driver.h"

#include <gtest/gtest.h>

namespace oxide::test {
namespace {

TEST(Driver, MissingLibraryIsOneClearLine) {
  const std::string text = error_of(
      "no-driver", [] { detail::load_driver("libcuda-is-not-here.so.1"); });
  EXPECT_EQ(text.find("no CUDA driver: libcuda-is-not-here.so.1 could not be "
                      "opened ("),
            0u)
      << text;
  EXPECT_NE(
      text.find("install an NVIDIA driver or run on a machine with a GPU"),
      std::string::npos);
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST(Driver, LibraryWithoutEntryPointIsTooOld) {
  const std::string text =
      error_of("no-driver", [] { detail::load_driver("libm.so.6"); });
  EXPECT_NE(text.find("libm.so.6 is too old"), std::string::npos) << text;
}

TEST(Driver, CheckNamesCallKernelAndDriverText) {
  FakeDriver driver;
  const std::string text = error_of("driver", [&] {
    detail::check(*driver.table(), CUDA_ERROR_OUT_OF_MEMORY, "cuLaunchKernel",
                  "vecadd");
  });
  EXPECT_EQ(text, "cuLaunchKernel failed: CUDA_ERROR_OUT_OF_MEMORY (out of "
                  "memory), kernel vecadd");
}

TEST(Context, ReadsTheDevice) {
  FakeDriver driver;
  driver.compute_capability = 86;
  const Context context = driver.open();
  EXPECT_EQ(context.device().name, "Fake GPU");
  EXPECT_EQ(context.device().compute_capability, 86u);
  EXPECT_EQ(context.device().limits.max_block[2], 64u);
  EXPECT_EQ(context.device().limits.shared_per_block, 48u * 1024);
}

TEST(Context, NoGpuIsOneClearLine) {
  FakeDriver driver;
  driver.init_result = CUDA_ERROR_NO_DEVICE;
  EXPECT_EQ(error_of("no-device", [&] { driver.open(); }),
            "no CUDA device: the driver sees no GPU");
}

TEST(Context, WrongOrdinalSaysHowManyThereAre) {
  FakeDriver driver;
  EXPECT_EQ(error_of("no-device",
                     [&] { detail::ContextState::open(driver.table(), 3); }),
            "no CUDA device: device 3 was asked for, the driver sees 1");
}

TEST(Context, FailedStartReleasesNothing) {
  FakeDriver driver;
  driver.failures["cuDevicePrimaryCtxRetain"] = CUDA_ERROR_OUT_OF_MEMORY;
  error_of("driver", [&] { driver.open(); });
  EXPECT_EQ(driver.count("cuDevicePrimaryCtxRelease"), 0);
}

TEST(Context, EverythingIsReleasedInAnyOrder) {
  FakeDriver driver;
  {
    Stream stream = [&] {
      const Context context = driver.open();
      return context.new_stream();
    }();
    EXPECT_EQ(driver.live_contexts, 1) << "the stream keeps its context";
    stream.synchronize();
  }
  EXPECT_EQ(driver.live_contexts, 0);
  EXPECT_EQ(driver.live_streams, 0);
  EXPECT_EQ(driver.live_events, 0);
  EXPECT_TRUE(driver.context_stack.empty()) << "no context left current";
}

TEST(Stream, FailedEventDoesNotLeakTheStream) {
  FakeDriver driver;
  const Context context = driver.open();
  driver.failures["cuEventCreate"] = CUDA_ERROR_OUT_OF_MEMORY;
  error_of("driver", [&] { context.new_stream(); });
  EXPECT_EQ(driver.live_streams, 0);
}

TEST(Stream, DefaultStreamIsOne) {
  FakeDriver driver;
  const Context context = driver.open();
  const Stream first = context.default_stream();
  EXPECT_EQ(first.native(), nullptr);
  EXPECT_EQ(first.state(), context.default_stream().state());
}

TEST(Stream, FailureOfItsWorkIsReported) {
  FakeDriver driver;
  const Context context = driver.open();
  driver.failures["cuStreamSynchronize"] = CUDA_ERROR_ASSERT;
  EXPECT_EQ(error_of("driver", [&] { context.default_stream().synchronize(); }),
            "cuStreamSynchronize failed: CUDA_ERROR_FAKE (fake failure)");
}

} // namespace
} // namespace oxide::test
