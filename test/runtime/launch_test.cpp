// SPDX-License-Identifier: Apache-2.0
//
// Typed launches on the fake driver. The kernels' device code is a host
// function that the fake runs on the memory that the launch passes to it.
#include "oxide/oxide.h"

#include "expect_error.h"
#include "fake_driver.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <string>
#include <thread>
#include <vector>

// What the compiler's generated constructors call, from oxide_fatbin.
extern "C" {
void **__cudaRegisterFatBinary(void *wrapper);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const char *stub, char *,
                            const char *name, int, void *, void *, void *,
                            void *, int *);
}

namespace oxide::test {
namespace {

OXIDE_KERNEL(vecadd,
             (Slice<const float> a, Slice<const float> b,
              DisjointSlice<float> c),
             domain<1>, block<256>, OXIDE_REQUIRES(a.size() >= c.size()),
             OXIDE_REQUIRES(b.size() >= c.size())) {
  (void)a, (void)b, (void)c;
}

OXIDE_KERNEL(scale, (DisjointSlice<float> y, float factor, Uniform<unsigned> n),
             domain<1>) {
  (void)y, (void)factor, (void)n;
}

OXIDE_KERNEL(fill_rows, (DisjointSlice<int, Runtime2D> out), domain<2>) {
  (void)out;
}

OXIDE_KERNEL(nothing, ()) {}

OXIDE_KERNEL(big_shared, (int n), dynamic_shared<100 * 1024>) { (void)n; }

OXIDE_KERNEL(unregistered, (int n)) { (void)n; }

struct Wrapper {
  int magic;
  int version;
  const void *data;
  void *rest;
};

class LaunchTest : public ::testing::Test {
protected:
  LaunchTest() {
    add(vecadd, "_Z6vecadd");
    add(scale, "_Z5scale");
    add(fill_rows, "_Z9fill_rows");
    add(nothing, "_Z7nothing");
    add(big_shared, "_Z10big_shared");
    driver.kernels["_Z6vecadd"] = [](const FakeLaunch &launch) {
      const auto &a = *static_cast<Slice<const float> *>(launch.arguments[0]);
      const auto &b = *static_cast<Slice<const float> *>(launch.arguments[1]);
      const auto &c = *static_cast<DisjointSlice<float> *>(launch.arguments[2]);
      for (std::size_t i = 0; i < c.size(); ++i)
        c.data()[i] = a[i] + b[i];
    };
  }
  ~LaunchTest() override { __cudaUnregisterFatBinary(handle); }

  template <class... P> void add(void (*kernel)(P...), const char *name) {
    __cudaRegisterFunction(handle, reinterpret_cast<const char *>(kernel),
                           nullptr, name, -1, nullptr, nullptr, nullptr,
                           nullptr, nullptr);
  }
  DeviceBuffer<float> floats(std::size_t size, float value) {
    return DeviceBuffer<float>::from_host(stream,
                                          std::vector<float>(size, value));
  }

  Wrapper wrapper{0x466243b1, 1, "embedded image", nullptr};
  void **handle = __cudaRegisterFatBinary(&wrapper);
  FakeDriver driver;
  Context context = driver.open();
  Stream stream = context.default_stream();
};

TEST_F(LaunchTest, RunsWithTheContractsBlock) {
  const auto a = floats(1000, 1.0f);
  const auto b = floats(1000, 2.0f);
  auto c = DeviceBuffer<float>::zeroed(stream, 1000);
  const auto launch =
      prepare<vecadd>(context, Launch1D::for_num_elems(c.size()));
  launch(stream, a, b, c);
  EXPECT_EQ(c.to_host(stream), std::vector<float>(1000, 3.0f));
  ASSERT_EQ(driver.launches.size(), 1u);
  EXPECT_EQ(driver.launches[0].grid[0], 4u);
  EXPECT_EQ(driver.launches[0].block[0], 256u);
  EXPECT_EQ(driver.images, std::vector<std::string>{"embedded image"});
}

TEST_F(LaunchTest, EmbeddedModuleIsLoadedOnceAndUnloadedWithTheContext) {
  {
    const Context own = driver.open();
    (void)prepare<vecadd>(own, Launch1D::for_num_elems(1));
    (void)prepare<scale>(own, Launch1D::for_num_elems(1));
    EXPECT_EQ(driver.count("cuModuleLoadDataEx"), 1);
    EXPECT_EQ(driver.live_modules, 1);
  }
  EXPECT_EQ(driver.live_modules, 0);
}

TEST_F(LaunchTest, FailedRelationNamesTextAndValues) {
  const auto a = floats(9, 1.0f);
  const auto b = floats(10, 1.0f);
  auto c = DeviceBuffer<float>::zeroed(stream, 10);
  const auto launch = prepare<vecadd>(context, Launch1D::for_num_elems(10));
  EXPECT_EQ(error_of("relation", [&] { launch(stream, a, b, c); }),
            "launch of vecadd refused, relation: wanted a.size() >= c.size(), "
            "found a.size() = 9, b.size() = 10, c.size() = 10");
  EXPECT_EQ(error_of("relation", [&] { launch(stream, b, a, c); }),
            "launch of vecadd refused, relation: wanted b.size() >= c.size(), "
            "found a.size() = 10, b.size() = 9, c.size() = 10");
  EXPECT_TRUE(driver.launches.empty());
}

TEST_F(LaunchTest, OutputThatIsAlsoInputIsRefused) {
  const auto a = floats(4, 1.0f);
  auto c = DeviceBuffer<float>::zeroed(stream, 4);
  const auto launch = prepare<vecadd>(context, Launch1D::for_num_elems(4));
  EXPECT_EQ(error_of("alias", [&] { launch(stream, a, c, c); }),
            "launch of vecadd refused, alias: wanted an output buffer that no "
            "other argument overlaps, found argument 3 (output) in the same "
            "memory as argument 2");
  EXPECT_TRUE(driver.launches.empty());
  launch(stream, a, a, c); // one input twice is fine
  EXPECT_EQ(driver.launches.size(), 1u);
}

TEST_F(LaunchTest, EmptyBuffersDoNotOverlap) {
  const auto a = floats(0, 0.0f);
  auto c = DeviceBuffer<float>::zeroed(stream, 0);
  const auto launch = prepare<vecadd>(context, Launch1D::for_num_elems(0));
  launch(stream, a, a, c);
  EXPECT_EQ(driver.launches.size(), 1u);
}

TEST_F(LaunchTest, MovedFromBufferIsRefused) {
  auto a = floats(4, 1.0f);
  auto c = DeviceBuffer<float>::zeroed(stream, 4);
  const auto launch = prepare<vecadd>(context, Launch1D::for_num_elems(4));
  const auto moved = std::move(a);
  error_of("moved-from", [&] { launch(stream, a, moved, c); });
  EXPECT_TRUE(driver.launches.empty());
}

TEST_F(LaunchTest, StreamAndBuffersBelongToTheContext) {
  const Context other = driver.open();
  auto y = floats(4, 1.0f);
  const auto launch = prepare<scale>(context, Launch1D::for_num_elems(4));
  const Stream foreign = other.default_stream();
  error_of("context", [&] { launch(foreign, y, 2.0f, 4u); });
  auto z = DeviceBuffer<float>::zeroed(foreign, 4);
  EXPECT_NE(error_of("context", [&] { launch(stream, z, 2.0f, 4u); })
                .find("argument 1"),
            std::string::npos);
}

TEST_F(LaunchTest, ScalarsAndUniformsArriveAsTheyAre) {
  float factor = 0;
  unsigned n = 0;
  driver.kernels["_Z5scale"] = [&](const FakeLaunch &launch) {
    factor = *static_cast<float *>(launch.arguments[1]);
    n = static_cast<Uniform<unsigned> *>(launch.arguments[2])->get();
  };
  auto y = floats(4, 1.0f);
  prepare<scale>(context, Launch1D::for_num_elems(4))(stream, y, 2.5f, 7u);
  EXPECT_EQ(factor, 2.5f);
  EXPECT_EQ(n, 7u);
}

TEST_F(LaunchTest, RowWidthReachesTheKernel) {
  std::size_t rows = 0, width = 0;
  driver.kernels["_Z9fill_rows"] = [&](const FakeLaunch &launch) {
    const auto &out =
        *static_cast<DisjointSlice<int, Runtime2D> *>(launch.arguments[0]);
    rows = out.rows(), width = out.row_width();
  };
  auto out = DeviceBuffer<int>::zeroed(stream, 12);
  prepare<fill_rows>(context, Launch2D::for_shape(3, 4))(stream,
                                                         row_width(out, 4));
  EXPECT_EQ(rows, 3u);
  EXPECT_EQ(width, 4u);
}

TEST_F(LaunchTest, KernelWithoutParameters) {
  prepare<nothing>(context, Launch1D::exact(2, 32))(stream);
  EXPECT_EQ(driver.launches.size(), 1u);
}

TEST_F(LaunchTest, LargeSharedMemoryIsOptedInTo) {
  const auto launch = prepare<big_shared>(context, Launch1D::exact(1, 32));
  EXPECT_EQ(driver.max_dynamic_shared, 100 * 1024);
  launch(stream, 1);
  EXPECT_EQ(driver.launches[0].dynamic_shared, 100u * 1024);
}

TEST_F(LaunchTest, SmallSharedMemoryNeedsNoOptIn) {
  (void)prepare<nothing>(context, Launch1D::exact(1, 32).dynamic_shared(1024));
  EXPECT_EQ(driver.count("cuFuncSetAttribute"), 0);
}

TEST_F(LaunchTest, DriverErrorNamesTheKernel) {
  driver.failures["cuLaunchKernel"] = CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  auto y = floats(4, 1.0f);
  const auto launch = prepare<scale>(context, Launch1D::for_num_elems(4));
  EXPECT_EQ(error_of("driver", [&] { launch(stream, y, 1.0f, 4u); }),
            "cuLaunchKernel failed: CUDA_ERROR_FAKE (fake failure), kernel "
            "scale");
}

TEST_F(LaunchTest, LaunchOnAnotherStreamWaitsForTheBuffers) {
  const Stream other = context.new_stream();
  const auto a = floats(4, 1.0f);
  const auto b = floats(4, 1.0f);
  auto c = DeviceBuffer<float>::zeroed(stream, 4);
  prepare<vecadd>(context, Launch1D::for_num_elems(4))(other, a, b, c);
  EXPECT_EQ(driver.count("cuStreamWaitEvent"), 3) << "one per buffer";
  EXPECT_EQ(driver.launches[0].stream, other.native());
}

TEST_F(LaunchTest, RefusedLaunchLeavesTheOrderAlone) {
  const Stream other = context.new_stream();
  const auto a = floats(3, 1.0f);
  auto c = DeviceBuffer<float>::zeroed(stream, 4);
  const auto launch = prepare<vecadd>(context, Launch1D::for_num_elems(4));
  error_of("relation", [&] { launch(other, a, a, c); });
  EXPECT_EQ(driver.count("cuStreamWaitEvent"), 0);
}

TEST_F(LaunchTest, ContextIsMadeCurrentWhereItIsNot) {
  EXPECT_TRUE(driver.context_stack.empty());
  prepare<nothing>(context, Launch1D::exact(1, 1))(stream);
  EXPECT_TRUE(driver.context_stack.empty()) << "and put back";
}

TEST_F(LaunchTest, UnregisteredKernelSaysWhatIsMissing) {
  EXPECT_EQ(error_of("artifact",
                     [&] {
                       (void)prepare<unregistered>(context,
                                                   Launch1D::exact(1, 1));
                     }),
            "launch of unregistered refused, artifact: wanted device code for "
            "the kernel in this program, found no registration of it; was it "
            "compiled as CUDA?");
}

TEST_F(LaunchTest, UnregisteringForgetsTheKernels) {
  __cudaUnregisterFatBinary(handle);
  error_of("artifact",
           [&] { (void)prepare<nothing>(context, Launch1D::exact(1, 1)); });
}

TEST_F(LaunchTest, UnsafeLaunchPassesTheParametersThemselves) {
  float seen = 0;
  driver.kernels["_Z5scale"] = [&](const FakeLaunch &launch) {
    seen = *static_cast<float *>(launch.arguments[1]);
  };
  auto y = floats(4, 1.0f);
  unsafe_launch<scale>(
      context, stream, Geometry{{1, 1, 1}, {32, 1, 1}, 0},
      DisjointSlice<float>::from_raw_parts(y.device_pointer(), y.size()), 1.5f,
      Uniform<unsigned>::constant<4>());
  EXPECT_EQ(seen, 1.5f);
}

} // namespace
} // namespace oxide::test
