// SPDX-License-Identifier: Apache-2.0
#include "oxide/host/geometry.h"

#include "expect_error.h"

#include <gtest/gtest.h>

namespace oxide::test {
namespace {

class GeometryTest : public ::testing::Test {
protected:
  GeometryTest() {
    device.name = "H200";
    device.compute_capability = 90;
    device.limits.max_block_threads = 1024;
    device.limits.max_block[0] = device.limits.max_block[1] = 1024;
    device.limits.max_block[2] = 64;
    device.limits.max_grid[0] = 2147483647;
    device.limits.max_grid[1] = device.limits.max_grid[2] = 65535;
    device.limits.shared_per_block = 49152;
    device.limits.shared_per_block_opt_in = 232448;
    function.max_threads = 1024;
  }

  template <class Launch> Geometry resolve(const Launch &launch) const {
    return detail::resolve(launch.request(), contract, device, function, "k");
  }
  template <class Launch>
  std::string refused(const std::string &rule, const Launch &launch) const {
    return error_of(rule, [&] { resolve(launch); });
  }

  contract::Constants contract;
  DeviceInfo device;
  FunctionLimits function;
};

TEST_F(GeometryTest, CoversElementsWithTheDefaultBlock) {
  const Geometry geometry = resolve(Launch1D::for_num_elems(1000));
  EXPECT_EQ(geometry.block, (Dim3{256, 1, 1}));
  EXPECT_EQ(geometry.grid, (Dim3{4, 1, 1}));
  EXPECT_EQ(geometry.dynamic_shared, 0u);
}

TEST_F(GeometryTest, ExactMultipleNeedsNoExtraBlock) {
  EXPECT_EQ(resolve(Launch1D::for_num_elems(1024)).grid.x, 4u);
  EXPECT_EQ(resolve(Launch1D::for_num_elems(1025)).grid.x, 5u);
}

TEST_F(GeometryTest, NoElementsStillLaunchOneBlock) {
  EXPECT_EQ(resolve(Launch1D::for_num_elems(0)).grid, (Dim3{1, 1, 1}));
}

TEST_F(GeometryTest, ColumnsLieAlongX) {
  const Geometry geometry = resolve(Launch2D::for_shape(100, 33));
  EXPECT_EQ(geometry.block, (Dim3{16, 16, 1}));
  EXPECT_EQ(geometry.grid, (Dim3{3, 7, 1}));
}

TEST_F(GeometryTest, ThreeDimensions) {
  const Geometry geometry = resolve(Launch3D::for_extent(9, 8, 5));
  EXPECT_EQ(geometry.block, (Dim3{8, 8, 4}));
  EXPECT_EQ(geometry.grid, (Dim3{2, 1, 2}));
}

TEST_F(GeometryTest, DefaultBlockFitsTheCompiledKernel) {
  function.max_threads = 64;
  EXPECT_EQ(resolve(Launch1D::for_num_elems(100)).block.x, 64u);
  EXPECT_EQ(resolve(Launch2D::for_shape(9, 9)).block, (Dim3{16, 4, 1}));
}

TEST_F(GeometryTest, ContractGivesTheBlock) {
  contract.block_x = 128, contract.block_y = contract.block_z = 1;
  contract.block_exact = true;
  EXPECT_EQ(resolve(Launch1D::for_num_elems(1000)).grid.x, 8u);
  EXPECT_EQ(refused("block-shape", Launch1D::for_num_elems(9).block(64)),
            "launch of k refused, block-shape: wanted a block of (128, 1, 1) "
            "threads, by the contract, found (64, 1, 1)");
}

TEST_F(GeometryTest, BlockThreadsAreLimitedByAllThree) {
  contract.max_threads = 512;
  EXPECT_EQ(refused("block-threads", Launch1D::exact(1, 1024)),
            "launch of k refused, block-threads: wanted at most 512 threads "
            "per block, by the contract, found 1024");
  contract.max_threads = 0;
  function.max_threads = 256;
  EXPECT_NE(refused("block-threads", Launch1D::exact(1, 512))
                .find("by the compiled kernel"),
            std::string::npos);
  function.max_threads = 1024;
  EXPECT_NE(
      refused("block-threads", Launch2D::exact(Dim3{1, 1, 1}, Dim3{64, 32, 1}))
          .find("by the device, found 2048"),
      std::string::npos);
}

TEST_F(GeometryTest, BlockAxesAreLimited) {
  EXPECT_EQ(refused("block-dimension",
                    Launch3D::exact(Dim3{1, 1, 1}, Dim3{1, 1, 128})),
            "launch of k refused, block-dimension: wanted at most 64 threads "
            "along z, by the device, found 128");
}

TEST_F(GeometryTest, ZeroIsRefused) {
  refused("zero-dimension", Launch1D::exact(0, 256));
  refused("zero-dimension", Launch1D::exact(1, 0));
  refused("zero-dimension", Launch1D::for_num_elems(10).block(0));
}

TEST_F(GeometryTest, GridAxesAreLimited) {
  EXPECT_EQ(refused("grid-dimension", Launch2D::for_shape(2000000, 1)),
            "launch of k refused, grid-dimension: wanted at most 65535 blocks "
            "along y, by the device, found 125000");
  // More blocks than 32 bits hold must not wrap to a small grid.
  refused("grid-dimension", Launch1D::for_num_elems(std::size_t{1} << 60));
  refused("grid-dimension", Launch2D::exact(Dim3{1, 70000, 1}, Dim3{1, 1, 1}));
}

TEST_F(GeometryTest, AxisBeyondTheRankIsRefused) {
  refused("domain", Launch2D::exact(Dim3{1, 1, 2}, Dim3{16, 16, 1}));
  refused("domain", Launch2D::exact(Dim3{1, 1, 1}, Dim3{16, 16, 2}));
}

TEST_F(GeometryTest, NarrowCoordinatesLimitTheAxis) {
  EXPECT_EQ(resolve(Launch1D::exact(1u << 24, 256)).grid.x, 1u << 24);
  contract.coordinate_bits = 32;
  EXPECT_EQ(resolve(Launch1D::exact(1u << 24, 256)).grid.x, 1u << 24);
  EXPECT_NE(refused("coordinates", Launch1D::exact((1u << 24) + 1, 256))
                .find("found 4294967552"),
            std::string::npos);
}

TEST_F(GeometryTest, ComputeCapability) {
  contract.min_compute_capability = 100;
  EXPECT_EQ(refused("compute-capability", Launch1D::exact(1, 1)),
            "launch of k refused, compute-capability: wanted 10.0 or later, by "
            "the contract, found 9.0 on H200");
  contract.min_compute_capability = 90;
  resolve(Launch1D::exact(1, 1));
}

TEST_F(GeometryTest, DynamicSharedFollowsTheContract) {
  contract.dynamic_shared_min = 1024, contract.dynamic_shared_max = 4096;
  contract.dynamic_shared_stated = true;
  EXPECT_EQ(resolve(Launch1D::exact(1, 1)).dynamic_shared, 1024u);
  EXPECT_EQ(resolve(Launch1D::exact(1, 1).dynamic_shared(2048)).dynamic_shared,
            2048u);
  EXPECT_EQ(refused("dynamic-shared", Launch1D::exact(1, 1).dynamic_shared(16)),
            "launch of k refused, dynamic-shared: wanted between 1024 and 4096 "
            "bytes of dynamic shared memory, by the contract, found 16 bytes");
}

TEST_F(GeometryTest, SharedMemoryCountsTheStaticPart) {
  function.static_shared = 232448 - 1000;
  EXPECT_EQ(resolve(Launch1D::exact(1, 1).dynamic_shared(1000)).dynamic_shared,
            1000u);
  EXPECT_EQ(
      refused("shared-memory", Launch1D::exact(1, 1).dynamic_shared(1001)),
      "launch of k refused, shared-memory: wanted at most 232448 bytes of "
      "shared memory per block, by the device, found 231448 bytes static and "
      "1001 bytes dynamic");
}

} // namespace
} // namespace oxide::test
