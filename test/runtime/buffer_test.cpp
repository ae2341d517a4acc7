// SPDX-License-Identifier: Apache-2.0
#include "oxide/host/buffer.h"

#include "expect_error.h"
#include "fake_driver.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace oxide::test {
namespace {

class BufferTest : public ::testing::Test {
protected:
  FakeDriver driver;
  Context context = driver.open();
  Stream stream = context.default_stream();
};

TEST_F(BufferTest, RoundTrip) {
  const std::vector<int> values = {3, 1, 4, 1, 5};
  const auto buffer = DeviceBuffer<int>::from_host(stream, values);
  EXPECT_EQ(buffer.size(), 5u);
  EXPECT_EQ(buffer.size_bytes(), 20u);
  EXPECT_EQ(buffer.to_host(stream), values);
}

TEST_F(BufferTest, BoolHasOneByteEach) {
  const bool values[] = {true, false, true};
  const auto buffer = DeviceBuffer<bool>::from_host(stream, values);
  EXPECT_EQ(buffer.size_bytes(), 3u);
  EXPECT_EQ(buffer.to_host(stream), (std::vector<bool>{true, false, true}));
}

TEST_F(BufferTest, ZeroedIsZero) {
  const auto buffer = DeviceBuffer<double>::zeroed(stream, 4);
  EXPECT_EQ(buffer.to_host(stream), std::vector<double>(4, 0.0));
}

TEST_F(BufferTest, CopyFromHostReplacesAll) {
  auto buffer = DeviceBuffer<int>::zeroed(stream, 2);
  buffer.copy_from_host(stream, std::vector<int>{7, 8});
  EXPECT_EQ(buffer.to_host(stream), (std::vector<int>{7, 8}));
}

TEST_F(BufferTest, CopyOfAnotherSizeIsRefused) {
  auto buffer = DeviceBuffer<int>::zeroed(stream, 2);
  EXPECT_EQ(
      error_of("copy-size",
               [&] { buffer.copy_from_host(stream, std::vector<int>{1}); }),
      "copy-size: wanted 2 elements, as in the buffer, found 1");
  std::vector<int> target(3);
  error_of("copy-size", [&] { buffer.copy_to_host(stream, target); });
}

TEST_F(BufferTest, EmptyBufferNeedsNoMemory) {
  const auto buffer = DeviceBuffer<int>::from_host(stream, {});
  EXPECT_TRUE(buffer.empty());
  EXPECT_TRUE(buffer.to_host(stream).empty());
  EXPECT_EQ(driver.count("cuMemAllocAsync"), 0);
  EXPECT_EQ(driver.count("cuMemcpyHtoDAsync"), 0);
}

TEST_F(BufferTest, SizeOverflowIsRefused) {
  error_of("buffer-size", [&] {
    DeviceBuffer<std::uint64_t>::zeroed(
        stream, std::numeric_limits<std::size_t>::max() / 4);
  });
  EXPECT_EQ(driver.count("cuMemAllocAsync"), 0);
}

TEST_F(BufferTest, OutOfMemorySaysHowMuchWasWanted) {
  driver.failures["cuMemAllocAsync"] = CUDA_ERROR_OUT_OF_MEMORY;
  EXPECT_EQ(
      error_of("driver", [&] { DeviceBuffer<float>::zeroed(stream, 1000); }),
      "cuMemAllocAsync failed: CUDA_ERROR_OUT_OF_MEMORY (out of memory): 4000 "
      "bytes wanted");
}

TEST_F(BufferTest, FailedCopyFreesTheMemory) {
  driver.failures["cuMemcpyHtoDAsync"] = CUDA_ERROR_ILLEGAL_ADDRESS;
  const std::vector<int> values(8);
  error_of("driver", [&] { DeviceBuffer<int>::from_host(stream, values); });
  EXPECT_TRUE(driver.live_memory.empty());
}

TEST_F(BufferTest, MovedFromIsAnErrorOnEveryUse) {
  auto buffer = DeviceBuffer<int>::zeroed(stream, 4);
  const auto owner = std::move(buffer);
  EXPECT_EQ(owner.size(), 4u);
  EXPECT_EQ(error_of("moved-from", [&] { (void)buffer.size(); }),
            "moved-from: wanted a buffer that owns its elements, found one "
            "whose elements were moved to another buffer");
  error_of("moved-from", [&] { buffer.to_host(stream); });
  error_of("moved-from", [&] { buffer.copy_from_host(stream, {}); });
  error_of("moved-from", [&] { row_width(buffer, 2); });
  error_of("moved-from", [&] { (void)buffer.device_pointer(); });
}

TEST_F(BufferTest, MoveAssignmentFreesTheOldMemory) {
  auto first = DeviceBuffer<int>::zeroed(stream, 4);
  first = DeviceBuffer<int>::zeroed(stream, 8);
  EXPECT_EQ(driver.live_memory.size(), 1u);
  EXPECT_EQ(first.size(), 8u);
  // A moved-from buffer takes part again once it is given a value.
  auto second = std::move(first);
  first = DeviceBuffer<int>::zeroed(stream, 2);
  EXPECT_EQ(first.size(), 2u);
  EXPECT_EQ(second.size(), 8u);
}

TEST_F(BufferTest, FreedInTheOrderOfTheLastStream) {
  const Stream other = context.new_stream();
  {
    const auto buffer = DeviceBuffer<int>::zeroed(stream, 4);
    buffer.to_host(other);
  }
  ASSERT_EQ(driver.free_streams.size(), 1u);
  EXPECT_EQ(driver.free_streams[0], other.native());
  EXPECT_TRUE(driver.live_memory.empty());
}

TEST_F(BufferTest, UseOnAnotherStreamWaitsForTheLastOne) {
  const Stream other = context.new_stream();
  const auto buffer = DeviceBuffer<int>::zeroed(stream, 4);
  EXPECT_EQ(driver.count("cuStreamWaitEvent"), 0);
  buffer.to_host(other);
  EXPECT_EQ(driver.count("cuEventRecord"), 1);
  EXPECT_EQ(driver.count("cuStreamWaitEvent"), 1);
  buffer.to_host(other);
  EXPECT_EQ(driver.count("cuStreamWaitEvent"), 1) << "already ordered";
}

TEST_F(BufferTest, BufferKeepsItsStreamAndContext) {
  std::vector<DeviceBuffer<int>> kept;
  {
    const Context own = driver.open();
    kept.push_back(DeviceBuffer<int>::zeroed(own.new_stream(), 4));
  }
  EXPECT_EQ(driver.live_streams, 1);
  kept.clear();
  EXPECT_EQ(driver.live_streams, 0);
  EXPECT_TRUE(driver.live_memory.empty());
}

TEST_F(BufferTest, StreamOfAnotherContextIsRefused) {
  const Context other = driver.open();
  const auto buffer = DeviceBuffer<int>::zeroed(stream, 4);
  error_of("context", [&] { buffer.to_host(other.default_stream()); });
}

TEST(BufferWithoutPools, WaitsBeforeItFrees) {
  FakeDriver driver;
  driver.pools = false;
  const Context context = driver.open();
  {
    DeviceBuffer<int>::zeroed(context.default_stream(), 4);
  }
  EXPECT_EQ(driver.count("cuMemAlloc"), 1);
  EXPECT_EQ(driver.count("cuMemAllocAsync"), 0);
  EXPECT_EQ(driver.count("cuStreamSynchronize"), 1);
  EXPECT_EQ(driver.count("cuMemFree"), 1);
  EXPECT_TRUE(driver.live_memory.empty());
}

TEST_F(BufferTest, RowWidthMustDivideTheSize) {
  auto buffer = DeviceBuffer<int>::zeroed(stream, 12);
  EXPECT_EQ(row_width(buffer, 4).rows(), 3u);
  error_of("row-width", [&] { row_width(buffer, 0); });
  EXPECT_EQ(error_of("row-width", [&] { row_width(buffer, 5); }),
            "row-width: wanted a positive width that divides 12 elements, "
            "found 5");
}

} // namespace
} // namespace oxide::test
