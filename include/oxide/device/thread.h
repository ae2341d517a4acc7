// SPDX-License-Identifier: Apache-2.0
//
// Where thread indices come from. Exists in CUDA translation units only.
#ifndef OXIDE_DEVICE_THREAD_H
#define OXIDE_DEVICE_THREAD_H

#include "oxide/contract.h"
#include "oxide/device/index_space.h"
#include "oxide/device/thread_index.h"
#include "oxide/device/uniform.h"
#include "oxide/execution_space.h"

#if OXIDE_CUDA

namespace oxide {
namespace detail {

/// Whether the launch is known to have at most `Rank` active dimensions: stated
/// by the kernel's contract, in which case nothing is left to test here.
template <auto Kernel, unsigned Rank>
inline constexpr bool rank_is_stated =
    contract::Of<Kernel>::domain != 0 && contract::Of<Kernel>::domain <= Rank;

OXIDE_DEVICE inline bool launch_is_flat_in_z() {
  return gridDim.z == 1 && blockDim.z == 1;
}

OXIDE_DEVICE inline bool launch_is_flat_in_yz() {
  return gridDim.y == 1 && blockDim.y == 1 && launch_is_flat_in_z();
}

/// Position along one axis. 64 bits hold the largest grid of the largest block;
/// 32 bits do where the contract states coordinates<32>.
template <auto Kernel>
OXIDE_DEVICE inline std::size_t coordinate(unsigned block, unsigned size,
                                           unsigned thread) {
  if constexpr (contract::Of<Kernel>::coordinate_bits == 32)
    return block * size + thread;
  else
    return static_cast<std::size_t>(block) * size + thread;
}

} // namespace detail

namespace thread {

/// `blockIdx.x * blockDim.x + threadIdx.x`, unique in a launch whose y and z
/// dimensions are 1.
///
/// `index_1d<kernel>()` takes that fact from the kernel's contract
/// (`oxide::domain<1>`) and costs what the expression costs. `index_1d()` asks
/// the hardware; in a launch of another rank the index is invalid in all
/// threads. Name only the kernel that is running: the contract of another one
/// says nothing about this launch.
///
/// Tier: safe. PTX: `mad.wide` or `mad.lo` over %ctaid.x, %ntid.x, %tid.x.
template <auto Kernel> OXIDE_DEVICE inline ThreadIndex<Index1D> index_1d() {
  using Contract = contract::Of<Kernel>;
  static_assert(std::is_null_pointer_v<decltype(Kernel)> ||
                    Contract::domain == 1,
                "oxide: thread::index_1d<kernel>() needs oxide::domain<1> in "
                "the kernel's contract");
  bool valid = true;
  if constexpr (!detail::rank_is_stated<Kernel, 1>)
    valid = detail::launch_is_flat_in_yz();
  return ThreadIndex<Index1D>(
      detail::coordinate<Kernel>(blockIdx.x, blockDim.x, threadIdx.x), valid);
}

/// `row * Stride + column`, with the row along y and the column along x.
/// Invalid where the column is not below Stride, and in a launch that is active
/// in z unless the kernel's contract states domain<1> or domain<2>.
///
/// Tier: safe. PTX: the two coordinates, one compare, one multiply-add.
template <std::size_t Stride, auto Kernel>
OXIDE_DEVICE inline ThreadIndex<Index2D<Stride>> index_2d() {
  using Index = ThreadIndex<Index2D<Stride>>;
  static_assert(std::is_null_pointer_v<decltype(Kernel)> ||
                    detail::rank_is_stated<Kernel, 2>,
                "oxide: thread::index_2d<stride, kernel>() needs "
                "oxide::domain<2> in the kernel's contract");
  bool valid = true;
  if constexpr (!detail::rank_is_stated<Kernel, 2>)
    valid = detail::launch_is_flat_in_z();
  const std::size_t column =
      detail::coordinate<Kernel>(blockIdx.x, blockDim.x, threadIdx.x);
  const std::size_t row =
      detail::coordinate<Kernel>(blockIdx.y, blockDim.y, threadIdx.y);
  return Index(row * Stride + column, valid && column < Stride);
}

/// Row along y and column along x, for slices whose width is known at run time.
/// Invalid in a launch that is active in z, unless the kernel's contract states
/// domain<1> or domain<2>.
///
/// Tier: safe. PTX: the two coordinates.
template <auto Kernel>
OXIDE_DEVICE inline ThreadIndex<Runtime2D> index_2d_runtime() {
  using Index = ThreadIndex<Runtime2D>;
  static_assert(std::is_null_pointer_v<decltype(Kernel)> ||
                    detail::rank_is_stated<Kernel, 2>,
                "oxide: thread::index_2d_runtime<kernel>() needs "
                "oxide::domain<2> in the kernel's contract");
  bool valid = true;
  if constexpr (!detail::rank_is_stated<Kernel, 2>)
    valid = detail::launch_is_flat_in_z();
  return Index(detail::coordinate<Kernel>(blockIdx.y, blockDim.y, threadIdx.y),
               detail::coordinate<Kernel>(blockIdx.x, blockDim.x, threadIdx.x),
               valid);
}

/// The shape of the launch, in threads per block and blocks per grid.
OXIDE_DEVICE inline Uniform<unsigned> block_dim_x() {
  return Uniform<unsigned>(blockDim.x);
}
OXIDE_DEVICE inline Uniform<unsigned> block_dim_y() {
  return Uniform<unsigned>(blockDim.y);
}
OXIDE_DEVICE inline Uniform<unsigned> block_dim_z() {
  return Uniform<unsigned>(blockDim.z);
}
OXIDE_DEVICE inline Uniform<unsigned> grid_dim_x() {
  return Uniform<unsigned>(gridDim.x);
}
OXIDE_DEVICE inline Uniform<unsigned> grid_dim_y() {
  return Uniform<unsigned>(gridDim.y);
}
OXIDE_DEVICE inline Uniform<unsigned> grid_dim_z() {
  return Uniform<unsigned>(gridDim.z);
}

} // namespace thread
} // namespace oxide

#endif // OXIDE_CUDA

#endif
