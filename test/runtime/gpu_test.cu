// SPDX-License-Identifier: Apache-2.0
//
// What only a GPU can show: that the kernels compute, that a failed check ends
// the launch with its message, and that an index that is not unique is invalid.
// Every test skips itself where there is no device.
#include "oxide/oxide.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace {

OXIDE_KERNEL(saxpy,
             (oxide::Slice<const float> x, oxide::DisjointSlice<float> y,
              float a),
             oxide::domain<1>, OXIDE_REQUIRES(x.size() >= y.size())) {
  oxide::assume<saxpy>(x, y, a);
  auto i = oxide::thread::index_1d<saxpy>();
  if (auto out = y.get(i))
    *out += a * x[i];
}

OXIDE_KERNEL(index_map_2d,
             (oxide::DisjointSlice<unsigned, oxide::Index2D<100>> out),
             oxide::domain<2>) {
  auto i = oxide::thread::index_2d<100, index_map_2d>();
  if (auto cell = out.get(i))
    *cell = static_cast<unsigned>(i.get());
}

OXIDE_KERNEL(coordinates_2d,
             (oxide::DisjointSlice<unsigned, oxide::Runtime2D> out),
             oxide::domain<2>) {
  auto i = oxide::thread::index_2d_runtime<coordinates_2d>();
  if (auto cell = out.get(i))
    *cell = static_cast<unsigned>(1000 * i.row() + i.column());
}

OXIDE_KERNEL(count_visits, (oxide::DisjointSlice<unsigned> out),
             oxide::domain<1>) {
  for (auto i : oxide::thread::grid_stride<count_visits>(out))
    if (auto cell = out.get(i))
      *cell += 1;
}

OXIDE_KERNEL(any_rank, (oxide::DisjointSlice<unsigned> out)) {
  auto i = oxide::thread::index_1d();
  if (auto cell = out.get(i))
    *cell = 1;
  for (auto j : oxide::thread::grid_stride(out))
    if (auto cell = out.get(j))
      *cell += 1;
}

OXIDE_KERNEL(read_at,
             (oxide::Slice<const int> in, oxide::DisjointSlice<int> out,
              oxide::Uniform<unsigned> at)) {
  auto i = oxide::thread::index_1d();
  if (auto cell = out.get(i))
    *cell = in[at];
}

template <class T> __global__ void fill(oxide::DisjointSlice<T> out, T value) {
  auto i = oxide::thread::index_1d();
  if (auto cell = out.get(i))
    *cell = value;
}

class GpuTest : public ::testing::Test {
protected:
  void SetUp() override {
    try {
      context.emplace(oxide::Context::open());
    } catch (const oxide::Error &error) {
      if (error.rule() != "no-driver" && error.rule() != "no-device")
        throw;
      GTEST_SKIP() << error.what();
    }
    stream.emplace(context->default_stream());
  }

  std::optional<oxide::Context> context;
  std::optional<oxide::Stream> stream;
};

TEST_F(GpuTest, Saxpy) {
  const std::size_t n = 100'001;
  const auto x = oxide::DeviceBuffer<float>::from_host(
      *stream, std::vector<float>(n, 2.0f));
  auto y = oxide::DeviceBuffer<float>::from_host(*stream,
                                                 std::vector<float>(n, 1.0f));
  oxide::prepare<saxpy>(*context, oxide::Launch1D::for_num_elems(n))(*stream, x,
                                                                     y, 3.0f);
  EXPECT_EQ(y.to_host(*stream), std::vector<float>(n, 7.0f));
}

TEST_F(GpuTest, StaticRowsDoNotSpillIntoTheNext) {
  auto out = oxide::DeviceBuffer<unsigned>::zeroed(*stream, 700);
  // 112 columns are launched for rows of 100.
  oxide::prepare<index_map_2d>(*context, oxide::Launch2D::for_shape(7, 100))(
      *stream, out);
  const auto cells = out.to_host(*stream);
  for (unsigned i = 0; i < 700; ++i)
    ASSERT_EQ(cells[i], i);
}

TEST_F(GpuTest, RuntimeRows) {
  auto out = oxide::DeviceBuffer<unsigned>::zeroed(*stream, 5 * 77);
  oxide::prepare<coordinates_2d>(*context, oxide::Launch2D::for_shape(5, 77))(
      *stream, oxide::row_width(out, 77));
  const auto cells = out.to_host(*stream);
  for (unsigned row = 0; row < 5; ++row)
    for (unsigned column = 0; column < 77; ++column)
      ASSERT_EQ(cells[row * 77 + column], 1000 * row + column);
}

TEST_F(GpuTest, GridStrideVisitsEachElementOnce) {
  const std::size_t n = 12'345;
  auto out = oxide::DeviceBuffer<unsigned>::zeroed(*stream, n);
  oxide::prepare<count_visits>(*context, oxide::Launch1D::exact(3, 64))(*stream,
                                                                        out);
  EXPECT_EQ(out.to_host(*stream), std::vector<unsigned>(n, 1));
}

TEST_F(GpuTest, IndexWithoutContractIsInvalidInAnotherRank) {
  auto out = oxide::DeviceBuffer<unsigned>::zeroed(*stream, 64);
  oxide::prepare<any_rank>(*context, oxide::Launch2D::for_shape(8, 64))(*stream,
                                                                        out);
  EXPECT_EQ(out.to_host(*stream), std::vector<unsigned>(64, 0));
  oxide::prepare<any_rank>(*context,
                           oxide::Launch1D::for_num_elems(64))(*stream, out);
  EXPECT_EQ(out.to_host(*stream), std::vector<unsigned>(64, 2));
}

TEST_F(GpuTest, KernelTemplateHasAnEmptyContract) {
  auto out = oxide::DeviceBuffer<double>::zeroed(*stream, 1000);
  oxide::prepare<fill<double>>(*context, oxide::Launch1D::for_num_elems(1000))(
      *stream, out, 0.5);
  EXPECT_EQ(out.to_host(*stream), std::vector<double>(1000, 0.5));
}

TEST_F(GpuTest, RawLaunchNeedsNoCudaRuntime) {
  auto out = oxide::DeviceBuffer<int>::zeroed(*stream, 100);
  fill<int><<<1, 128>>>(oxide::DisjointSlice<int>::from_raw_parts(
                            out.device_pointer(), out.size()),
                        9);
  EXPECT_EQ(out.to_host(*stream), std::vector<int>(100, 9));
}

TEST_F(GpuTest, StreamsAreOrderedByTheBuffer) {
  const std::size_t n = 1 << 22;
  const oxide::Stream one = context->new_stream();
  const oxide::Stream two = context->new_stream();
  auto out = oxide::DeviceBuffer<unsigned>::zeroed(one, n);
  const auto launch =
      oxide::prepare<count_visits>(*context, oxide::Launch1D::exact(8, 128));
  for (int round = 0; round < 10; ++round) {
    launch(one, out);
    launch(two, out);
  }
  EXPECT_EQ(out.to_host(one), std::vector<unsigned>(n, 20));
}

// A failed check leaves the context unusable, so it runs in a process of its
// own, which opens the device itself.
class GpuDeathTest : public GpuTest {
protected:
  // Reads element 12 of 10 and exits with 3 when the launch failed.
  void read_out_of_range() {
    const auto in = oxide::DeviceBuffer<int>::zeroed(*stream, 10);
    auto out = oxide::DeviceBuffer<int>::zeroed(*stream, 1);
    // The device's printf writes to stdout; a death test reads stderr.
    dup2(STDERR_FILENO, STDOUT_FILENO);
    try {
      oxide::prepare<read_at>(*context, oxide::Launch1D::exact(1, 1))(
          *stream, in, out, 12u);
      stream->synchronize();
    } catch (const oxide::Error &error) {
      std::fflush(stdout);
      std::fprintf(stderr, "%s\n", error.what());
      std::_Exit(3);
    }
    std::_Exit(0);
  }
};

TEST_F(GpuDeathTest, OutOfRangeReadSaysItsNumbers) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(read_out_of_range(), ::testing::ExitedWithCode(3),
              "index 12 is out of range for a slice of 10 elements");
}

TEST_F(GpuDeathTest, OutOfRangeReadIsAnAssertionOfTheDriver) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(read_out_of_range(), ::testing::ExitedWithCode(3),
              "CUDA_ERROR_ASSERT");
}

} // namespace
